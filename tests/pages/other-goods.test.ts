import { rm } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { composeMail } from '../../backend/mail/enqueue-mail.ts'
import { mailsOfOrder, sampleOrder } from '../../backend/orders/page/mail-samples.ts'
import { changePage } from '../../backend/pages/texts/change-page-texts.ts'
import type { Database } from '../../backend/platform/database/database.ts'
import { inTransaction } from '../../backend/platform/database/database.ts'
import { readSettings } from '../../backend/platform/settings/settings.ts'
import { getShopSettings, updateShopSettings } from '../../backend/platform/settings/shop-settings.repository.ts'
import { fieldsOf, PAGE_NAMES, type PageField, type PageValue } from '../../contract/pages/fields.ts'
import { PAGE_NAMES as PAGES } from '../../contract/visits/pages.ts'
import { OUR_WORDS, writeMugs, writeOneProduct } from '../harness/shop/other-goods.ts'
import { type BuiltShop, openBuiltShop } from './built-shop.ts'

/** Reads the page between the header and the footer. */
async function mainOf(shop: BuiltShop, address: string): Promise<string> {
  const { text } = await shop.get(address)
  return /<main[\s\S]*<\/main>/.exec(text)?.[0].replaceAll('<!-- -->', '') ?? ''
}

/** The texts of a page, those for screen readers and search engines included. */
function textsOf(html: string): string[] {
  const data = html.match(/<script type="application\/ld\+json"[\s\S]*?<\/script>/g) ?? []
  const seen = html.replace(/<(script|style|svg)\b[\s\S]*?<\/\1>/g, '')
  const attributes = seen.matchAll(/\s(?:alt|aria-label|title|content|placeholder|value)="([^"]*)"/g)
  return [...seen.split(/<[^>]*>/), ...[...attributes].map(([, text = '']) => text), ...data]
}

function ourWords(texts: readonly string[]): string[] {
  return texts.filter((text) => OUR_WORDS.test(text.replace('Backpacks your back appreciates', '')))
}

/** Value that the family of the mugs writes into a field of a page. */
function written(field: PageField): PageValue {
  if (field.kind === 'picture') return { file: 'mug-m1.jpg', alt: field.crop ? '' : 'A mug on a shelf' }
  return field.kind === 'line' || field.kind === 'text' ? 'A word of the potter.' : field.own
}

/** Settings and texts of pages as the family of the mugs edits them. */
async function writeTexts(database: Database): Promise<void> {
  const context = { database, clock: () => new Date(), actor: 'test' }
  await inTransaction(database, (trx) =>
    updateShopSettings(trx, {
      name: 'Clay & Kiln',
      tagline: 'Mugs, thrown by hand.',
      description: 'Mugs for every table.',
      email: 'hello@clay.example',
      supportEmail: 'help@clay.example',
      social: [],
      notices: ['Write to {email} or use the {contact}.', 'Click {shop} to see our mugs.'],
    }),
  )
  for (const page of PAGE_NAMES) {
    const values = Object.fromEntries(Object.entries(fieldsOf(page)).map(([name, field]) => [name, written(field)]))
    await changePage(context, { page, values, seen: null })
  }
}

describe('a shop of mugs', () => {
  let shop: BuiltShop
  let goods: string
  beforeAll(async () => {
    goods = await writeMugs()
    shop = await openBuiltShop({ goods, prepare: writeTexts })
  })
  afterAll(async () => {
    await shop.close()
    await rm(goods, { recursive: true })
  })

  const addresses = [
    ...Object.keys(PAGES),
    '/shop?line=Harbor',
    '/shop?q=tide',
    '/shop?q=satchel',
    '/shop?view=list&soldOut=0&min=20',
    '/product/m1',
    '/product/m6',
    '/product/none',
    '/compare?ids=m1,m4',
    '/tell-me?product=m1',
    '/no-such-page',
    '/feeds/google.xml',
    '/sitemap.xml',
    '/robots.txt',
  ]
  test.each(addresses)('says no word of other goods on %s', async (address) => {
    const { text } = await shop.get(address)
    expect(text.length).toBeGreaterThan(0)
    expect(ourWords(textsOf(text))).toEqual([])
  })

  test('names no other goods in the emails about its orders', async () => {
    const { database } = shop
    const settings = await getShopSettings(database)
    const order = await sampleOrder(database, { shipDays: 2, today: '2026-11-28' })
    const mails = await mailsOfOrder(database, order, { settings: readSettings({ DEMO: 'off' }), now: new Date() })
    const texts = await Promise.all(mails.map((mail) => composeMail(database, mail, settings)))
    expect(texts.length).toBeGreaterThan(20)
    expect(ourWords(texts.flatMap(({ subject, text }) => [subject, text]))).toEqual([])
    expect(texts[0]?.text).toContain('Dawn Mug, Cream')
  })

  test('names its own lines on home, in the shop, on About and on an unknown page', async () => {
    for (const address of ['/', '/shop', '/about', '/no-such-page']) {
      const html = await mainOf(shop, address)
      for (const line of ['Morning', 'Harbor']) expect(html, address).toContain(line)
    }
    expect(await mainOf(shop, '/about'), 'a line leads to its products').toContain('href="/shop?line=Harbor"')
    expect(await mainOf(shop, '/no-such-page')).toContain('>Harbor for the boat</a>')
  })

  test('shows the first products of its lines on home, and then the next product', async () => {
    const previews =
      /<section aria-label="From our collection"[\s\S]*?<\/section>/.exec(await mainOf(shop, '/'))?.[0] ?? ''
    expect([...previews.matchAll(/font-display[^>]*>([^<]+)</g)].map(([, name]) => name)).toEqual([
      'Morning',
      'Harbor',
      'Dawn Mug, Moss',
    ])
  })

  test('shows a line without a photograph of its own without an empty frame', async () => {
    expect(await mainOf(shop, '/shop')).not.toContain('aria-label="Lines"')
    const html = await mainOf(shop, '/shop?line=Harbor')
    expect(html).toContain('Stays put in every swell.')
    expect(html).not.toContain('aspect-[5/2]')
  })

  test('has a quiz of its own, with a drawing for none but the color', async () => {
    const html = await mainOf(shop, '/')
    expect(html).toContain('Two short questions')
    expect(html).toContain('Where do you drink it?')
  })

  const chipsOf = (html: string, name: string) =>
    [...(html.match(`<ul aria-label="${name}".*?</ul>`)?.[0].matchAll(/<span>([^<]+)<\/span>/g) ?? [])].map(
      ([, text]) => text,
    )

  test('offers its lines and no style, and a line only where it splits the list', async () => {
    const html = await mainOf(shop, '/shop')
    expect(chipsOf(html, 'Line')).toEqual(['Morning', 'Harbor', 'Table'])
    expect(chipsOf(html, 'Style')).toEqual([])
    expect(chipsOf(await mainOf(shop, '/shop?q=tide'), 'Line')).toEqual([])
  })

  test('a product without styles has as colors its own ones only, not all products of its line', async () => {
    const { text } = await shop.get('/api/products/m1')
    expect(JSON.parse(text).siblings).toEqual([{ product_id: 'm2', color: 'Moss', sold_out: false }])
    expect(JSON.parse((await shop.get('/api/products/m4')).text).siblings).toEqual([])
  })

  test('shows the picture of Home where a page is shared', async () => {
    expect((await shop.get('/about')).text).toMatch(
      /property="og:image" content="[^"]*\/images\/mug-m1\.jpg[^"]*f=share"/,
    )
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
    expect(html).not.toMatch(/>(Campus|Hybrid|Nomad|Accessories)\b/)
    expect(html).not.toContain('id="quiz"')
    expect(html).not.toContain('#quiz')
    expect(html).toMatch(/<a [^>]*href="\/shop"[^>]*>(?:(?!<\/a>)[\s\S])*What we do/)
  })

  test('has the headings of About, with its one line', async () => {
    const html = await mainOf(shop, '/about')
    expect(html).toContain('Designed for Every Journey')
    expect(html).toContain('>Satchel<')
    expect(html).not.toMatch(/>(Campus|Hybrid|Nomad|Accessories)\b/)
  })
})
