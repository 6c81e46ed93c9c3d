import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { findCustomerByEmail } from '../../accounts/accounts.repository.ts'
import { normalizeEmail } from '../../accounts/normalize.ts'
import { listProductsPage } from '../../catalog/products/products.repository.ts'
import { listInquiriesPage } from '../../contact/contact.repository.ts'
import { listPeople } from '../../customers/people.repository.ts'
import { up } from '../../platform/database/migrations/0066-folded-search.ts'
import * as foldedLetters from '../../platform/database/migrations/0078-folded-letters.ts'
import { termsOf } from '../../platform/database/search/search-terms.ts'
import { placeOrder } from '../../testing/orders/orders.ts'
import { BOTH_ENGINES, openTestStore, type TestStore } from '../../testing/servers/engines.ts'
import { listOrdersPage } from '../list/orders-page.repository.ts'
import { listGuestOrdersLike } from '../orders.repository.ts'

const ADA = { first_name: 'Kaʻiulani', last_name: 'Anne‑O’Neil', email: 'kai@shop.example', phone: '(510) 555-0142' }
const { phone: _, ...NAMED } = ADA
const SENDER = { first_name: 'Ann', last_name: 'O´Hara‑\u200bSmith', email: 'ohara@shop.example' }
const NOW = '2026-11-28T12:00:00.000Z'

describe.each(BOTH_ENGINES)('searches of the admin on %s', (engine) => {
  let opened: TestStore
  const db = () => opened.store.database
  beforeAll(async () => {
    opened = await openTestStore(engine)
    await placeOrder(db(), { order_id: '100001', ...ADA })
    await db()
      .insertInto('contact_messages')
      .values({
        ...{
          message_id: 'm1',
          ...SENDER,
          reason: 'General Inquiry',
          reference: '',
          message: 'A 15″ laptop',
          received_at: NOW,
        },
        ...{ answered_at: null, probable_spam: 0 },
      })
      .execute()
    await db()
      .updateTable('products')
      .set({ product_name: 'Campus 15″ Men’s' })
      .where('product_id', '=', '101')
      .execute()
  })
  afterAll(() => opened.close())

  const orders = async (q: string) =>
    (await listOrdersPage(db(), { filter: 'all', q }, { from: null, limit: 9 })).length
  const people = (q: string) => listPeople(db(), { q, after: '', limit: 9 })
  const inquiries = async (search: string) =>
    (await listInquiriesPage(db(), 'open', { from: null, limit: 9, search })).map(({ message_id }) => message_id)

  test.each([
    "ka'iulani",
    'Kaʻiulani',
    'ka`iulani',
    'anne-o',
    'anne–o’neil',
    '\u200bkai@shop.example',
    '510.555.0142',
    '5105550142',
    '+1 510 555 0142',
    '15105550142',
  ])('an order and its customer are found by %j', async (q) => {
    expect([await orders(q), await people(q)]).toEqual([1, ['kai@shop.example']])
  })

  test.each(["o'hara", 'oʻhara-smith', 'O’Hara‑Smith', 'ohara＠shop.example'])(
    'an inquiry and its sender are found by %j',
    async (q) => {
      expect([await inquiries(q), await people(q)]).toEqual([['m1'], ['ohara@shop.example']])
    },
  )

  test('an inch and an apostrophe are found in words and names, whichever sign they have', async () => {
    expect([await inquiries('15"'), await inquiries('15”'), await inquiries("15'")]).toEqual([['m1'], ['m1'], []])
    const filter = { status: null, line: null, stock: 'any' as const }
    for (const search of ['15"', "men's", 'campus\u00a015″', 'ｃａｍｐｕｓ 15']) {
      const found = await listProductsPage(db(), { ...filter, search }, { from: null, limit: 9 })
      expect(
        found.map(({ product_id }) => product_id),
        search,
      ).toEqual(['101'])
    }
  })

  afterEach(async () => {
    await db().deleteFrom('contact_messages').where('message_id', '=', 'm2').execute()
    for (const table of ['order_terms', 'order_items', 'orders']) {
      await sql`delete from ${sql.table(table)} where order_id in ('100002', '100003')`.execute(db())
    }
  })

  test.each([
    ['Søren', 'Ødegård', ['soren', 'odegard', 'SØREN ØDEGÅRD', 'Søren Odegard', 'soren odeg']],
    ['Łukasz', 'Wałęsa', ['lukasz', 'walesa', 'łukasz', 'ŁUKASZ WALESA']],
    ['Zoë', 'Straße', ['zoe', 'strasse', 'STRASSE', 'Straße', 'zoe stras']],
    ['Æsa', 'Þórsdóttir', ['aesa', 'thorsdottir', 'Æsa Þórsdóttir']],
    ['İnci', 'Işık', ['inci', 'isik', 'IŞIK']],
    ['Ada', 'Cœur', ['coeur', 'CŒUR', 'ada cœur']],
    ['José', 'Núñez', ['jose', 'josé', 'nunez', 'Nuñez']],
    ['Йосип', 'Петренко', ['йосип', 'ПЕТРЕНКО', 'Иосип']],
    ['Σωκράτης', 'Χρήστος', ['Σωκράτης', 'σωκρατησ', 'ΧΡΗΣΤΟΣ', 'Χρήστος', 'χρησ', 'σω']],
    ['김', '민준', ['김', '민준']],
  ] as const)('%s %s is found with and without a key for each letter', async (first_name, last_name, queries) => {
    const [order_id, email] = ['100002', 'ordered@shop.example']
    await placeOrder(db(), { ...ADA, first_name, last_name, order_id, email })
    const written = {
      ...{ message_id: 'm2', first_name, last_name, email: 'wrote@shop.example', reason: 'Other', reference: '' },
      ...{ message: 'Hello', received_at: NOW, answered_at: null, probable_spam: 0 },
    }
    await db().insertInto('contact_messages').values(written).execute()
    await db()
      .updateTable('products')
      .set({ product_name: `Bag ${first_name} ${last_name}` })
      .where('product_id', '=', '102')
      .execute()
    for (const q of queries) {
      const products = await listProductsPage(
        db(),
        { status: null, line: null, stock: 'any', search: q },
        { from: null, limit: 9 },
      )
      expect(
        [await orders(q), await people(q), await inquiries(q), products.map(({ product_id }) => product_id)],
        q,
      ).toEqual([1, ['ordered@shop.example', 'wrote@shop.example'], ['m2'], ['102']])
    }
  })

  test('an update folds the letters of orders from before', async () => {
    await placeOrder(db(), { ...ADA, first_name: 'Søren', order_id: '100003', email: 'before@shop.example' })
    await db().deleteFrom('order_terms').where('order_id', '=', '100003').execute()
    const term = Buffer.from('søren').toString('hex')
    await db().insertInto('order_terms').values({ term, order_id: '100003' }).execute()
    for (const table of ['customers', 'contact_messages', 'waitlist', 'customer_notes']) {
      await sql`drop index ${sql.ref(`${table}_beyond_ascii`)}`.execute(db())
    }
    await foldedLetters.up(db())
    expect([await orders('soren'), await orders('100003')]).toEqual([1, 1])
  })

  test('an order that a node of the earlier version took beside the update is found by its name and its email', async () => {
    const email = 'søren@shop.example'
    await placeOrder(db(), { ...ADA, first_name: 'Søren', order_id: '100003', email, customer_id: null })
    const stored = ['100003', 'søren', 'anneoneil', 'sørenshopexample'].map((word) => {
      return { order_id: '100003', term: Buffer.from(word).toString('hex') }
    })
    await db().deleteFrom('order_terms').where('order_id', '=', '100003').execute()
    await db().insertInto('order_terms').values(stored).execute()
    expect([await orders('SØREN'), await orders('søre'), await orders('Søren 1000')]).toEqual([1, 1, 1])
    expect(await people('søren')).toEqual([email])
    expect((await listGuestOrdersLike(db(), email)).map(({ order_id }) => order_id)).toEqual(['100003'])
    expect(await orders('Søren Nobody')).toBe(0)
  })

  test('an update of a shop from before folds what was stored, and leaves what another account has', async () => {
    const account = { ...NAMED, password_hash: 'x', created_at: NOW, email_confirmed_at: null }
    const emails = { odd: 'anne‑marie@shop.example', taken: 'o’neil@shop.example', plain: "o'neil@shop.example" }
    for (const [customer_id, email] of Object.entries(emails)) {
      await db()
        .insertInto('customers')
        .values({ ...account, customer_id, email, email_folded: email })
        .execute()
    }
    await db().deleteFrom('order_terms').execute()
    await db()
      .insertInto('order_terms')
      .values({ term: termsOf('100001')[0] ?? '', order_id: '100001' })
      .execute()
    await up(db())
    expect([await orders('5105550142'), await orders("anne-o'neil"), await orders('100001')]).toEqual([1, 1, 1])
    const idOf = async (email: string) => (await findCustomerByEmail(db(), normalizeEmail(email)))?.customer_id
    expect([await idOf('Anne-Marie@shop.example'), await idOf('o’neil@shop.example')]).toEqual(['odd', 'plain'])
  })
})
