import { rm } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { writeOneProduct, writeOtherLines } from '../harness/other-goods.ts'
import { type BuiltShop, openBuiltShop } from './built-shop.ts'

const OURS = />(Campus|Hybrid|Nomad|Accessories)\b/

/** What is between the header and the footer. */
async function mainOf(shop: BuiltShop, address: string): Promise<string> {
  const { text } = await shop.get(address)
  return /<main[\s\S]*<\/main>/.exec(text)?.[0].replaceAll('<!-- -->', '') ?? ''
}

describe('a shop with other lines', () => {
  let shop: BuiltShop
  let goods: string
  beforeAll(async () => {
    goods = await writeOtherLines()
    shop = await openBuiltShop({ goods })
  })
  afterAll(async () => {
    await shop.close()
    await rm(goods, { recursive: true })
  })

  test('names its own lines on home, in the shop, on About and on an unknown page', async () => {
    for (const address of ['/', '/shop', '/about', '/no-such-page']) {
      const html = await mainOf(shop, address)
      expect(html, address).not.toMatch(OURS)
      for (const line of ['Walker', 'Rider']) expect(html, address).toContain(line)
    }
    expect(await mainOf(shop, '/about'), 'a line leads to its bags').toContain('href="/shop?line=Rider"')
    expect(await mainOf(shop, '/no-such-page')).toContain('>Rider for the bike</a>')
  })

  test('shows the first products of its lines on home, and then the next product', async () => {
    const previews = /<section aria-label="Our backpacks"[\s\S]*?<\/section>/.exec(await mainOf(shop, '/'))?.[0] ?? ''
    expect([...previews.matchAll(/font-display[^>]*>([^<]+)</g)].map(([, name]) => name)).toEqual([
      'Walker',
      'Rider',
      'Walker, Grey',
    ])
  })

  test('shows a line without a photograph of its own without an empty frame', async () => {
    expect(await mainOf(shop, '/shop')).not.toContain('aria-label="Lines"')
    const html = await mainOf(shop, '/shop?line=Rider')
    expect(html).toContain('Stays put in every curve.')
    expect(html).not.toContain('aspect-[5/2]')
  })

  test('has a quiz of its own', async () => {
    const html = await mainOf(shop, '/')
    expect(html).toContain('Two short questions')
    expect(html).toContain('How do you get there?')
  })
})

describe('a shop with a single product and no quiz', () => {
  let shop: BuiltShop
  let goods: string
  beforeAll(async () => {
    goods = await writeOneProduct()
    shop = await openBuiltShop({ goods })
  })
  afterAll(async () => {
    await shop.close()
    await rm(goods, { recursive: true })
  })

  test('shows that product on home, has no quiz there, and What we do leads to the shop', async () => {
    const html = await mainOf(shop, '/')
    expect(html).toContain('>The Satchel<')
    expect(html.match(/preview-in/g)).toHaveLength(1)
    expect(html).not.toMatch(OURS)
    expect(html).not.toContain('id="quiz"')
    expect(html).not.toContain('#quiz')
    expect(html).toMatch(/<a [^>]*href="\/shop"[^>]*>(?:(?!<\/a>)[\s\S])*What we do/)
  })

  test('has the headings of About, with its one line', async () => {
    const html = await mainOf(shop, '/about')
    expect(html).toContain('Designed for Every Journey')
    expect(html).toContain('>Satchel<')
    expect(html).not.toMatch(OURS)
  })
})
