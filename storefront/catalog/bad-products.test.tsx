import { expect, test } from 'vitest'
import { shop } from '../../shop.config.ts'
import { render } from '../entry-server.tsx'

type Row = { product_id: string; product_name: string; [field: string]: unknown }

const BARE = { product_id: '7', product_name: 'Sling', price: 10, stock_quantity: 3 }

/** Renders a page of a shop whose backend describes its products so. Scripts and React's marks in the text are left out. */
async function page(url: string, products: readonly Row[]): Promise<string> {
  const send = async (address: string | URL | Request) => {
    const id = /\/api\/products\/([^/?]+)/.exec(String(address))?.[1]
    if (id === undefined) return Response.json(products)
    const product = products.find(({ product_id }) => product_id === id)
    return product === undefined
      ? Response.json({ success: false, error: 'not_found', message: '' }, { status: 404 })
      : Response.json(product)
  }
  const { status, html } = await render(url, { send, manifest: null, origin: '', apiUrl: '', shop })
  expect(status, url).toBe(200)
  return html.replace(/<script.*?<\/script>|<!--.*?-->/gs, '')
}

function count(html: string, pattern: RegExp): number {
  return html.match(new RegExp(pattern, 'g'))?.length ?? 0
}

test('a product without figures, line, color and picture has all its pages, and no empty figure', async () => {
  for (const url of ['/product/7', '/shop', '/shop?view=list', '/compare?ids=7']) {
    const html = await page(url, [BARE])
    expect(html, url).toContain('Sling')
    expect(html, url).not.toMatch(/NaN|undefined|Infinity|>null</)
    expect(html, url).not.toMatch(/What fits inside|See it in|<dd[^>]*><\/dd>/)
    expect(html, url).not.toContain('aria-label=""')
  }
})

test('a product without a name is Unknown Product on every page, in searches and when compared', async () => {
  for (const url of ['/product/7', '/shop', '/shop?view=list', '/shop?q=unknown', '/compare?ids=7'])
    expect(await page(url, [{ ...BARE, product_name: '' }]), url).toContain('Unknown Product')
})

test('a product with only images has its picture on the page, in the list and when compared (R3)', async () => {
  for (const url of ['/product/7', '/shop', '/compare?ids=7'])
    expect(await page(url, [{ ...BARE, images: [{ image_url: 'only.jpg' }] }]), url).toContain('/images/only.jpg')
})

test('a product whose first picture is a video has a photograph where a small picture stands for it', async () => {
  const html = await page('/compare?ids=7', [{ ...BARE, image_url: 'turn.mp4', multi_image_url: 'front.jpg' }])
  expect(html).toContain('src="/images/front.jpg')
  expect(html).not.toContain('turn.mp4')
})

test('the first screens of 300 products in one line are rendered', async () => {
  const products = Array.from({ length: 300 }, (_, index) => ({
    ...BARE,
    product_id: String(index),
    line: 'Campus',
    color: `Color ${index % 30}`,
  }))
  const html = await page('/shop', products)
  expect(html).toContain('300 products')
  expect(count(html, /card-link/)).toBe(24)
  expect(count(html, /aria-label="See it in/)).toBe(8 * 24)
})

test('a name of 200 characters is whole on every page, as one word or many', async () => {
  for (const name of ['x'.repeat(200), 'long name '.repeat(20).trim()]) {
    for (const url of ['/product/7', '/shop', '/shop?view=list', '/compare?ids=7'])
      expect(await page(url, [{ ...BARE, product_name: name }])).toContain(name)
  }
})

test('a compare link with unknown, doubled and twenty ids says so, and shows whom it knows', async () => {
  const ids = ['7', '7', ...Array.from({ length: 18 }, (_, index) => `unknown-${index}`)]
  const html = await page(`/compare?ids=${ids.join(',')}`, [BARE])
  expect(html).toContain('2 products in this link could not be found.')
  expect(html).toContain('You can compare up to three products')
  expect(count(html, /<th scope="col"/)).toBe(1)
})

test('a filter in the address that cannot be read is ignored', async () => {
  const html = await page('/shop?q=%00&min=x', [BARE])
  expect(html).toContain('1 product<')
  expect(html).not.toContain('for “')
})
