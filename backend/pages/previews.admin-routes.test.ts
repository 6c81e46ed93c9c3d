import { adminCatalog, previewPath } from '@shop/contract/catalog/admin'
import { catalogCalls } from '@shop/contract/catalog/calls'
import { adminLines } from '@shop/contract/catalog/lines'
import { createClient } from '@shop/contract/http/client'
import { adminPages } from '@shop/contract/pages/admin'
import { beforeEach, expect, test } from 'vitest'
import { type AdminVisitor, signInAs, visitAdmin } from '../testing/admin-visitor.ts'
import { eachTestShop } from '../testing/test-hooks.ts'
import type { Storefront } from './storefront.ts'

/** A small storefront whose product page shows the name of the product. */
const storefront: Storefront = {
  manifest: null,
  files: null,
  inlineScripts: [],
  sitemapPaths: () => [],
  cacheKey: (url) => url,
  render: async (url, { send, shop }) => {
    if (url === '/') return { status: 200, html: `<head><script>start()</script></head>${JSON.stringify(shop.words)}` }
    const productId = url.split('/').at(-1) ?? ''
    const product = await createClient('', send)(catalogCalls.getProduct, { params: { product_id: productId } })
    const head = '<head><link rel="modulepreload" href="/a.js"><script>start()</script></head>'
    return {
      status: 200,
      html: `${head}<h1>${product?.product_name}</h1>${product?.hidden ? 'hidden' : ''}<script type="module" src="/a.js"></script>`,
    }
  },
}

const shop = eachTestShop('sqlite', { storefront })
let helper: AdminVisitor
beforeEach(async () => {
  helper = await signInAs(shop, 'helper')
})

const preview = (id: string, visitor = helper) => visitor.call({ method: 'GET', path: previewPath(id) })

test('a draft is shown as shoppers would see it, to helpers too, without scripts, and is stored nowhere', async () => {
  const copy = { ...adminCatalog.copyProduct, path: adminCatalog.copyProduct.path.replace(':product_id', '101') }
  const { product } = (await helper.call(copy)).json()
  const response = await preview(product.product_id)
  expect(response.statusCode).toBe(200)
  expect(response.payload).toContain(`<h1>${product.product_name}</h1>`)
  expect(response.payload).not.toMatch(/<script|modulepreload/)
  expect(response.headers).toMatchObject({
    'cache-control': 'no-store',
    'x-robots-tag': 'noindex, nofollow',
    'content-security-policy': expect.stringContaining("default-src 'none'"),
  })
  expect((await shop.app.inject(`/api/products/${product.product_id}`)).statusCode).toBe(404)
})

test('a page is shown with texts that are not saved, without scripts, and is stored nowhere', async () => {
  const owner = await signInAs(shop, 'owner')
  const values = { hero: 'Not <b>saved</b>.' }
  const response = await owner.call(adminPages.previewPage, { page: 'home', values })
  expect(response.json().html).toContain('{"hero":"Not <b>saved</b>."}')
  expect(response.json().html).not.toMatch(/<script|modulepreload/)
  expect(response.headers).toMatchObject({ 'cache-control': 'no-store', 'x-robots-tag': 'noindex, nofollow' })
  const { pages } = (await owner.call(adminPages.listPages)).json()
  expect(pages).toContainEqual(expect.objectContaining({ page: 'home', values: {}, version: 0 }))
  expect((await helper.call(adminPages.previewPage, { page: 'home', values })).statusCode).toBe(403)
})

test('no one else sees it, and what is no product is not found', async () => {
  expect((await preview('101', visitAdmin(shop.app))).statusCode).toBe(401)
  expect((await preview('nothing')).statusCode).toBe(404)
})

test('a product of a hidden line is shown as hidden', async () => {
  expect((await preview('109')).payload).not.toContain('hidden')
  const { lines, seen } = (await helper.call(adminLines.listLines)).json()
  const nomad = lines.find(({ line }: { line: string }) => line === 'Nomad')
  await helper.call(adminLines.saveLine, { was: 'Nomad', line: { ...nomad, hidden: true }, seen })
  expect((await preview('109')).payload).toContain('hidden')
})
