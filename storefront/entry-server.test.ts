import type { PagePhoto, PageTexts } from '@shop/contract/pages/shop'
import * as about from '@shop/contract/pages/words/about'
import * as help from '@shop/contract/pages/words/help'
import * as home from '@shop/contract/pages/words/home'
import * as product from '@shop/contract/pages/words/product'
import * as repairs from '@shop/contract/pages/words/repairs'
import { RETURN_DAYS } from '@shop/contract/returns/return-days'
import { policyIf, policyLeave, policySend } from '@shop/contract/returns/return-policy'
import { expect, test } from 'vitest'
import { shop } from '../shop.config.ts'
import { cacheKey, render } from './entry-server.tsx'

test.each([
  ['/shop?utm_source=mail&q=blue&page=2', '/shop?q=blue'],
  ['/shop?utm_source=mail', '/shop'],
  ['/shop?q=', '/shop'],
  ['/Shop/?q=blue', '/shop?q=blue'],
  ['/product/101?q=blue&dialog=contact', '/product/101'],
  ['/about?dialog=contact', '/about'],
  ['/?quiz=school', '/'],
])('%s is cached as %s: parameters that change nothing are no part of the key', (url, key) => {
  expect(cacheKey(url)).toBe(key)
})

test('known parameters are in one order, and a search for other words is another page', () => {
  expect(cacheKey('/shop?sort=name&q=blue')).toBe(cacheKey('/shop?q=blue&sort=name'))
  expect(cacheKey('/shop?q=blue')).not.toBe(cacheKey('/shop?q=grey'))
})

test('an unknown page is not cached', () => {
  expect(cacheKey('/no-such-page?q=blue')).toBeNull()
})

test('the shop page offers the lines of its catalog, and a single line is no choice', async () => {
  const open = (...lines: string[]) => {
    const products = lines.map((line, id) => ({ product_id: id + 1, product_name: `Bag ${id}`, price: 10, line }))
    const send = async () => Response.json(products)
    return render('/shop', { send, manifest: null, origin: '', apiUrl: '', shop })
  }
  const { html } = await open('Walker', 'Rider', 'Walker')
  for (const line of ['Walker', 'Rider']) expect(html).toContain(`>${line}</span>`)
  expect(html).not.toMatch(/Campus|Hybrid|Nomad/)
  expect((await open('Walker')).html).not.toContain('>Walker</span>')
})

test('the dots of colors are part of the document, and a shop without any has none', async () => {
  const send = async () => Response.json([])
  const open = (part: { cloths?: string }) =>
    render('/shop', { send, manifest: null, origin: '', apiUrl: '', shop, ...part })
  expect((await open({ cloths: '--color-sunset-cloth:#c05a3a' })).html).toContain(
    '<html style="--color-sunset-cloth:#c05a3a" lang="en">',
  )
  for (const part of [{}, { cloths: '' }]) expect((await open(part)).html).toContain('<html lang="en">')
  expect((await open({ cloths: '"><script>&' })).html).toContain('<html style="&quot;>&lt;script>&amp;" lang="en">')
})

test('searches of one version of the catalog share the list, unless it is stale', async () => {
  let calls = 0
  let stale = false
  const send = async () => {
    calls += 1
    return Response.json(
      Array.from({ length: 30 }, (_, id) => ({
        product_id: id + 1,
        product_name: `Bag ${id}`,
        price: 10,
        stock_quantity: calls,
      })),
    )
  }
  const open = (url: string, version: object) => {
    const sharing = { version, sawStale: () => stale }
    return render(url, { send, manifest: null, origin: '', apiUrl: '', shop, sharing })
  }
  const [first, second] = [{}, {}]
  await open('/shop?q=bag', first)
  const { html } = await open('/shop?q=29', first)
  expect(html).toContain('Bag 29')
  expect(calls).toBe(1)
  expect((await open('/shop', first)).html).toContain('Bag 0')
  expect((await open('/about', first)).html).not.toContain('Bag 0')
  expect(calls).toBe(1)
  stale = true
  await open('/shop', second)
  await open('/shop', second)
  expect(calls).toBe(3)
  stale = false
  await open('/shop', second)
  await open('/shop', second)
  expect(calls).toBe(4)
})

test('with a backend elsewhere its calls and pictures have the address of that backend (R1)', async () => {
  const apiUrl = 'https://api.shop.example'
  const called: string[] = []
  const send = async (url: string) => {
    called.push(url)
    return Response.json([
      { product_id: 7, product_name: 'Sling', price: 10, stock_quantity: 3, image_url: 'sling.jpg' },
    ])
  }
  const { html } = await render('/shop', { send, manifest: null, origin: '', apiUrl, shop })
  expect(called).toEqual([`${apiUrl}/api/products`])
  expect(html).toContain(`src="${apiUrl}/images/sling.jpg`)
  expect(html).not.toMatch(/src="\/images\//)
})

const LINES = [{ line: 'Walker', words: null, text: null, photo: null, preview: null, featured: true }]
const QUIZ = {
  steps: [{ id: 'days', question: 'Where?', answers: [{ id: 'a', label: 'Here', hint: '' }] }],
  results: {},
}

const ownWords = { ...home, ...about, ...help, ...product, ...repairs, policyIf, policyLeave, policySend }

test.each(['/', '/about', '/orderAndReturn', '/repairs'])(
  'with its own words given by name %s is the same page',
  async (url) => {
    const open = async (texts: Partial<PageTexts>, more: object) => {
      const send = async () => Response.json([])
      const { html } = await render(url, {
        send,
        manifest: null,
        origin: '',
        apiUrl: '',
        shop: { ...shop, ...more, ...texts },
      })
      return html.replace(/<script type="application\/json".*?<\/script>/s, '')
    }
    for (const more of [{ quiz: QUIZ, lines: LINES }, { quiz: QUIZ }]) {
      expect(await open({ words: ownWords, photos: {}, returnDays: RETURN_DAYS }, more)).toBe(await open({}, more))
    }
  },
)

test("each word of a page's own is replaced by the family's, as text", async () => {
  const words = Object.fromEntries(Object.keys(ownWords).map((name) => [name, `<${name}> {days}\n\n{more}`]))
  // A product for its page; the list of products is nothing that can be read.
  const send = async () => Response.json({ product_id: 1 })
  const pages = await Promise.all(
    ['/', '/about', '/orderAndReturn', '/repairs', '/product/1'].map((url) =>
      render(url, {
        send,
        manifest: null,
        origin: '',
        apiUrl: '',
        shop: { ...shop, quiz: QUIZ, words, returnDays: 30 },
      }),
    ),
  )
  const html = pages.map((page) => page.html.replace(/<script type="application\/json".*?<\/script>/s, '')).join('')
  const shown = Object.keys(words).filter((name) => html.includes(`&lt;${name}&gt;`))
  // The policy's are in a dialog and on a found order; Home without a quiz asks for `what` as well.
  const elsewhere = ['policyIf', 'policyLeave', 'policySend', 'whatPlain', 'whatPlainLink']
  expect([...shown, ...elsewhere].toSorted()).toEqual(Object.keys(words).toSorted())
  expect(html).toContain('&lt;answer3&gt; <!-- -->30')
})

test('another picture of the opening has its own upright crop, or none', async () => {
  const open = async (portrait: NonNullable<PagePhoto['portrait']> | null) => {
    const hero = { src: 'ours.jpg', alt: 'Ours', width: 1600, height: 900, portrait }
    const send = async () => Response.json([])
    return (await render('/', { send, manifest: null, origin: '', apiUrl: '', shop: { ...shop, photos: { hero } } }))
      .html
  }
  expect(await open(null)).toMatch(/\/images\/ours\.jpg/)
  expect(await open(null)).not.toMatch(/images\/hero/)
  expect(await open({ src: 'tall.jpg', media: '(width < 64rem)', width: 800, height: 1000 })).toMatch(
    /images\/tall\.jpg/,
  )
})

test('the return policy is shown on its own for a preview, with the days and conditions of the family', async () => {
  const send = async () => Response.json([])
  const words = { policyIf: '', policyMore: 'Pack it well.\n\nThank you.' }
  const { html } = await render('/', {
    send,
    manifest: null,
    origin: '',
    apiUrl: '',
    shop: { ...shop, words, returnDays: 1 },
    showsPolicy: true,
  })
  expect(html.replaceAll('<!-- -->', '')).toContain('We accept returns within 1 day of delivery.')
  expect(html).toContain('Thank you.</p>')
})
