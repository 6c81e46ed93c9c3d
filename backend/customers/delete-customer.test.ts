import { parseAddress } from '@shop/contract/address/postal-address'
import { adminCustomers } from '@shop/contract/customers/admin'
import { formatAdminMoney } from '@shop/contract/money'
import { describe, expect, test } from 'vitest'
import { undoChange } from '../admin/audit/undo-change.ts'
import { booksCsv } from '../books/books-csv.ts'
import { compareFigures } from '../books/compare-figures.ts'
import { answerInquiry } from '../contact/change-inquiry.ts'
import { enqueueMail, storeMail } from '../mail/enqueue-mail.ts'
import { markSent } from '../mail/outbox.repository.ts'
import { MODULES, UNDO_RULES } from '../modules.ts'
import type { OrderDraft } from '../orders/build-order.ts'
import { cancelByShop } from '../orders/cancellation/cancel-by-shop.ts'
import { shipSeveral } from '../orders/fulfilment/ship-several.ts'
import { addressColumns } from '../orders/order-address.ts'
import { correctAddress, noteOnOrder } from '../orders/page/order-details.ts'
import { refundOrder } from '../orders/refunds/refund-order.ts'
import { inTransaction } from '../platform/database/database.ts'
import { getShopSettings } from '../platform/settings/shop-settings.repository.ts'
import { signInAs } from '../testing/admin-visitor.ts'
import { placeOrder } from '../testing/orders/orders.ts'
import { ENGINES } from '../testing/servers/engines.ts'
import { eachTestShop } from '../testing/test-hooks.ts'
import { mergeCustomer, noteOnCustomer, unmergeCustomer } from './change-customer.ts'
import { deleteCustomer } from './delete-customer.ts'
import { listPeople } from './people.repository.ts'

const ADA = 'ada@shop.example'
const YEAR = { from: '2026-01-01', to: '2026-12-31' }

describe.each(ENGINES)('the data of a person, on %s', (engine) => {
  const shop = eachTestShop(engine)
  const db = () => shop.store.database
  const by = () => ({
    database: db(),
    clock: shop.clock,
    settings: shop.settings,
    actor: 'owner@shop.example',
    modules: MODULES,
  })
  const remove = () => deleteCustomer(by(), { email: ADA, typed: ADA, seen: null })
  const undo = (id: number) => undoChange({ ...by(), rules: UNDO_RULES }, id)
  /** Tries to undo each change that was made, the last first. */
  const undoAll = async (kinds: readonly string[]) => {
    const entries = db().selectFrom('audit_log').select(['id', 'subject_kind']).orderBy('id', 'desc')
    for (const { id, subject_kind } of await entries.execute())
      if (kinds.includes(subject_kind)) await undo(id).catch(() => {})
  }
  const order = (overrides: Partial<OrderDraft> = {}) =>
    placeOrder(db(), {
      ...{ email: 'Ada@Shop.example', first_name: 'Ada', last_name: 'Lovelace', phone: '503 555 0100' },
      ...{ ...addressColumns(parseAddress('12 Main St\nOakland, CA 94612')), state: 'CA', order_status: 'delivered' },
      ...overrides,
    })
  const books = async () => {
    const textsOf = (rows: readonly object[]) => rows.map((row) => JSON.stringify(row)).toSorted()
    const days = textsOf(await db().selectFrom('sales_sums').selectAll().execute())
    const products = textsOf(await db().selectFrom('product_sums').selectAll().execute())
    const files = []
    for (const sheet of ['movements', 'tax'] as const) {
      let csv = ''
      for await (const part of booksCsv(db(), YEAR, sheet)) csv += part
      files.push(csv.replaceAll('Ada Lovelace', '(deleted)'))
    }
    return { days, products, files, wrong: await compareFigures(db()) }
  }
  /** All of the database but for the catalog, as text. */
  const everything = async () => {
    const tables = [
      ...['orders', 'order_items', 'order_refunds', 'order_returns', 'order_notes', 'order_terms', 'placements'],
      ...['customers', 'sessions', 'contact_messages', 'contact_answers', 'waitlist', 'outbox', 'audit_log'],
      ...['customer_notes', 'customer_links', 'pay_links'],
    ] as const
    const rows = []
    for (const table of tables)
      rows.push(
        await db()
          .selectFrom(table as 'orders')
          .selectAll()
          .execute(),
      )
    return JSON.stringify(rows)
  }
  const fill = async () => {
    await order()
    await order({ order_id: '100002', state: null, order_date: '2026-10-01' })
    await noteOnOrder(by(), { order_id: '100001', note: 'Ada calls on Mondays', version: null })
    const town = { city: 'Oakland', state: 'CA', zip: '94612', country: 'US' }
    const address = { company: '', address1: '13 Main St', address2: '', ...town }
    await correctAddress(by(), { order_id: '100001', address, version: null })
    const refund = { order_id: '100001', amount_cents: 150, item_ids: [], quantities: {}, note: 'Sorry, Ada' }
    await refundOrder(by(), { ...refund, return_id: null, despite_dispute: false, version: 2 })
    await db()
      .insertInto('contact_messages')
      .values({
        ...{ message_id: 'm1', first_name: 'Ada', last_name: 'Lovelace', email: 'ADA@shop.example' },
        ...{ reason: 'Feedback', reference: '', message: 'It is Ada.', received_at: '2026-11-03T12:00:00.000Z' },
        ...{ answered_at: null, probable_spam: 0 },
      })
      .execute()
    await answerInquiry(by(), 'm1', { text: 'Dear Ada' })
    await db()
      .insertInto('customers')
      .values({
        ...{ customer_id: 'c1', email: ADA, email_folded: ADA, first_name: 'Ada', last_name: 'Lovelace' },
        ...{
          password_hash: 'none',
          created_at: '2026-11-01T12:00:00.000Z',
          email_confirmed_at: '2026-11-01T12:00:00Z',
        },
      })
      .execute()
    const expires_at = '2030-01-01'
    await db()
      .insertInto('sessions')
      .values({ token_hash: 't1', customer_id: 'c1', created_at: '2026-11-01', expires_at, device: null })
      .execute()
    await db()
      .insertInto('waitlist')
      .values({ token_hash: 'w1', email: ADA, product_id: '202', confirmed_at: null, due_at: null, expires_at })
      .execute()
    await noteOnCustomer(by(), { typed: ADA, note: 'Ada likes blue' })
    const link = { link_id: 'l1', token_hash: 'h1', order_id: '100001', amount_cents: 1, mail_id: 'm1' }
    const withdrawn = { withdrawn_at: '2026-11-02', withdrawn_mail: JSON.stringify({ recipient: 'Ada@Shop.example' }) }
    await db()
      .insertInto('pay_links')
      .values({ ...link, ...withdrawn, created_at: '2026-11-02', expires_at })
      .execute()
    await order({ order_id: '100003', email: 'lovelace@old.example', phone: null })
    await mergeCustomer(by(), { typed: ADA, other: 'lovelace@old.example' })
    await inTransaction(db(), async (trx) => {
      const settings = await getShopSettings(trx)
      const mail = { kind: 'contact', to: settings.email, replyTo: ADA, text: { name: 'test', values: {} } } as const
      await enqueueMail(trx, mail, { now: shop.clock(), shop: settings })
    })
  }

  /** A press of Pay Now that became no order. */
  const draft = (state: 'checking' | 'declined') =>
    db()
      .insertInto('placements')
      .values({
        ...{ placement_key: 'k', body_hash: 'h', order_id: '7', reference: 'r7', customer_id: null, state },
        ...{ paid_order_id: null, client: null, units: 1, total_cents: 1, version: 0 },
        ...{ created_at: '2026-11-02', finished_at: null },
        draft: JSON.stringify({
          customer: { firstName: 'Ada', lastName: 'L', email: 'Ada@Shop.example', phone: '1' },
          address: { address1: '14 Main St', city: 'Oakland', state: 'CA', zipCode: '94612' },
          quote: {
            items: [{ product_id: '101', product_name: 'Campus', price_cents: 200_000, quantity: 1, image_file: null }],
            sums: { goods: 200_000, delivery: 1200, deliveryDiscount: 1200, tax: 16_500, total: 216_500 },
            ...{
              discount: null,
              tax_rate_millionths: 82_500,
              delivery_taxed: 0,
              estimated_delivery_date: '2026-11-09',
            },
          },
        }),
      })
      .execute()

  test('is deleted with account, messages, notes and emails; the books stay to the cent', async () => {
    await fill()
    await placeOrder(db(), { order_id: '100009' })
    const before = await books()
    expect(before.wrong).toEqual([])
    const owner = await signInAs(shop, 'owner')
    const seen_addresses = [ADA, 'lovelace@old.example']
    const done = await owner.call(adminCustomers.deleteCustomer, {
      email: ADA,
      typed: ' ADA@shop.example',
      seen_addresses,
    })
    expect(done.json()).toEqual({ audit_id: null, orders: 3 })
    expect(await books()).toEqual(before)

    const mails = await db().selectFrom('outbox').selectAll().orderBy('recipient').execute()
    expect(mails).toMatchObject([
      { kind: 'customer-deleted', recipient: ADA },
      { kind: 'customer-deleted', recipient: 'lovelace@old.example' },
    ])
    for (const { id } of mails) await markSent(db(), id, shop.clock())
    const left = await everything()
    expect(left).toContain('jose@example.org')
    expect(left).not.toMatch(/ada@|lovelace|ada (calls|likes)|main st|oakland|503 555/i)
    const orders = await db().selectFrom('orders').selectAll().orderBy('order_id').execute()
    expect(orders[0]).toMatchObject({
      ...{ first_name: '(deleted)', last_name: '', email: '', phone: null, address1: null, zip: null, state: 'CA' },
      ...{ total_cents: 28_200, tax_cents: 2327 },
    })
    // Only the address holds its state.
    expect(orders[1]).toMatchObject({ state: null, delivery_address: null, region: 'CA', zip: '94612', city: null })
    const [entry] = await db().selectFrom('audit_log').selectAll().where('action', '=', 'customer.deleted').execute()
    expect(entry).toMatchObject({
      subject_id: 'deleted',
      after: '{"accounts":1,"inquiries":1,"notes":1,"orders":3,"wishes":1}',
    })
    expect(await listPeople(db(), { q: '', after: '', limit: 9 })).toEqual(['jose@example.org'])
    // None of what was noted can be put back.
    await undoAll(['order', 'customer'])
    expect(await everything()).not.toMatch(/ada@|lovelace|main st/i)
    expect((await db().selectFrom('orders').selectAll().where('order_id', '=', '100001').execute())[0]).toMatchObject({
      delivery_address: null,
      email: '',
    })
  })

  test('leaves nothing in tests of an email that were filled with an order', async () => {
    await order()
    const send = (id: string) =>
      inTransaction(db(), (trx) =>
        storeMail(
          trx,
          { kind: 'test', to: 'owner@shop.example' },
          { subject: 'Dear Ada Lovelace', text: 'Dear Ada Lovelace', html: '' },
          { now: shop.clock(), id },
        ),
      )
    await send('t1')
    await db().updateTable('outbox').set({ state: 'sent' }).execute()
    await send('t2')
    await remove()
    const tests = db().selectFrom('outbox').select(['id', 'subject', 'text']).where('kind', '=', 'test')
    expect(await tests.execute()).toEqual([{ id: 't1', subject: '', text: '' }])
  })

  test('leaves no address in the entries of one that was merged with it for a while', async () => {
    await order()
    await placeOrder(db(), { order_id: '100009' })
    await mergeCustomer(by(), { typed: ADA, other: 'jose@example.org' })
    await unmergeCustomer(by(), 'jose@example.org')
    await remove()
    await undoAll(['order', 'customer'])
    await db().deleteFrom('outbox').execute()
    expect(await everything()).not.toMatch(/ada@/i)
    expect(await db().selectFrom('customer_links').selectAll().execute()).toEqual([])
  })

  test('leaves no tracking number in the entries of a file that was taken back', async () => {
    await order({ order_status: 'processing' })
    const number = '9400111206213642173009'
    await shipSeveral(by(), [{ order_id: '100001', tracking_number: number, carrier: null, version: 0 }])
    const entry = db().selectFrom('audit_log').select('id').where('action', '=', 'orders.shipped')
    await undo((await entry.executeTakeFirstOrThrow()).id)
    expect(await everything()).toContain(number)
    await db().updateTable('orders').set({ order_status: 'delivered' }).execute()
    await remove()
    await db().deleteFrom('outbox').execute()
    expect(await everything()).not.toContain(number)
  })

  test.each([
    ['has not shipped yet', { order_status: 'processing' }],
    ['is on its way', { order_status: 'shipped' }],
    ['is not paid yet', { channel: 'phone', payment: 'unpaid' }],
  ] as const)('stays while an order %s', async (why, overrides) => {
    await order(overrides)
    const owner = await signInAs(shop, 'owner')
    const refused = await owner.call(adminCustomers.deleteCustomer, { email: ADA, typed: ADA, seen_addresses: [ADA] })
    expect(refused.statusCode).toBe(409)
    expect(refused.json().message).toContain(`Order # 100001 ${why}`)
    await expect(remove()).rejects.toThrow(why)
    expect((await db().selectFrom('orders').select('email').execute())[0]).toEqual({ email: 'Ada@Shop.example' })
  })

  test('stays while orders are open; the newest three are named and the others counted', async () => {
    await order({ order_date: '2026-11-01', payment: 'unpaid', channel: 'phone' })
    await order({ order_id: '100002', order_date: '2026-11-02', order_status: 'shipped' })
    const both = 'Order # 100002 is on its way. Mark it as delivered first. Order # 100001 is not paid yet.'
    await expect(remove()).rejects.toThrow(`This person’s data can’t be deleted yet. ${both}`)
    for (const order_id of ['100003', '100004']) {
      await order({ order_id, order_date: '2026-11-03', order_status: 'processing' })
    }
    const newest = 'Order # 100004 has not shipped yet. Order # 100003 has not shipped yet.'
    await expect(remove()).rejects.toThrow(
      `${newest} ${both.replace(/ Order # 100001.*/, ' And 1 more order is open.')}`,
    )
  })

  test('stays while money is on its way, a card is being checked, or cancelled goods are not refunded', async () => {
    await order({ order_status: 'processing' })
    await cancelByShop(by(), { order_id: '100001', item_ids: [], quantities: {}, reason: 'Gone', version: null })
    // As an earlier version of the shop leaves it, which does not write this table.
    await db().deleteFrom('orders_to_refund').execute()
    await expect(remove()).rejects.toThrow('Cancelled items from order # 100001 haven’t been refunded yet.')
    await db().updateTable('order_items').set({ refund_status: 'refunded' }).execute()
    const payment = { reference: 'r1', order_id: '100001', gateway_id: 'g1', card_brand: null, card_last_four: null }
    const sums = { authorized_cents: 100, captured_cents: 100, refunded_cents: 0 }
    await db()
      .insertInto('payments')
      .values({ ...payment, ...sums, state: 'submitted', created_at: '2026-11-02', expires_at: null })
      .execute()
    await expect(remove()).rejects.toThrow('The payment for order # 100001 is still on its way.')
    await db().updateTable('payments').set({ state: 'settled' }).execute()
    const asked = { operation_id: 'o1', reference: 'r1', kind: 'refund', amount_cents: 100, attempts: 0 } as const
    const times = { next_attempt_at: '2026-11-02', created_at: '2026-11-02', finished_at: null, dismissed_at: null }
    for (const state of ['due', 'sent'] as const) {
      await db()
        .insertInto('payment_operations')
        .values({ ...asked, ...times, state, claim: null, last_error: null })
        .execute()
      await expect(remove(), state).rejects.toThrow('The payment for order # 100001 is still on its way.')
      await db().deleteFrom('payment_operations').execute()
    }
    await draft('checking')
    await expect(remove()).rejects.toThrow('A card payment is being checked.')
    await db().updateTable('placements').set({ state: 'abandoned' }).execute()
    const late = { ...payment, reference: 'r7', order_id: 'r7', gateway_id: 'g7' }
    await db()
      .insertInto('payments')
      .values({ ...late, ...sums, state: 'settled', created_at: '2026-11-02', expires_at: null })
      .execute()
    await expect(remove()).rejects.toThrow('A card was charged without an order: see Payments.')
    await db().updateTable('payments').set({ refunded_cents: 100 }).where('reference', '=', 'r7').execute()
    await remove()
    expect(await everything()).not.toMatch(/lovelace|firstName/i)
  })

  test('is deleted only by owners, who type the address and have seen all of them', async () => {
    await fill()
    const [helper, owner] = [await signInAs(shop, 'helper'), await signInAs(shop, 'owner')]
    const body = { email: ADA, typed: ADA, seen_addresses: ['lovelace@old.example', ADA] }
    expect((await helper.call(adminCustomers.deleteCustomer, body)).statusCode).toBe(403)
    expect((await helper.call(adminCustomers.exportCustomer, { email: ADA })).statusCode).toBe(403)
    const mistyped = await owner.call(adminCustomers.deleteCustomer, { ...body, typed: 'ada' })
    expect(mistyped.json()).toMatchObject({
      error: 'conflict',
      details: [{ field: 'typed', message: `Please type ${ADA}` }],
    })
    const unseen = await owner.call(adminCustomers.deleteCustomer, { ...body, seen_addresses: [ADA] })
    expect(unseen.json().message).toContain('Someone changed this person’s addresses since you opened the page.')
    expect((await owner.call(adminCustomers.deleteCustomer, { ...body, email: 'x@y.example' })).statusCode).toBe(404)
    expect((await db().selectFrom('customers').select('email').execute())[0]).toEqual({ email: ADA })
  })

  test('is exported as JSON and as a page to read, without secrets, which an email tells', async () => {
    await fill()
    await draft('declined')
    await inTransaction(db(), async (trx) => {
      const mail = { kind: 'pay-link', to: ADA } as const
      const words = { subject: 'Pay', text: `https://shop.example/pay#token=${'A'.repeat(43)}`, html: '' }
      await storeMail(trx, mail, words, { now: shop.clock() })
    })
    const owner = await signInAs(shop, 'owner')
    const { json, html } = (await owner.call(adminCustomers.exportCustomer, { email: ' Ada@shop.example' })).json()
    const data = JSON.parse(json)
    expect(data).toMatchObject({
      addresses: [ADA, 'lovelace@old.example'],
      accounts: [{ email: ADA }],
      orders: [
        { order_id: '100002' },
        { order_id: '100001', refunds: [{ note: 'Sorry, Ada' }] },
        { order_id: '100003' },
      ],
      inquiries: [{ message: 'It is Ada.', answers: [{ text: 'Dear Ada' }] }],
      wishes_to_be_told: [{ product_id: '202' }],
      notes: [{ note: 'Ada likes blue' }],
    })
    expect(data.orders_that_were_not_placed).toMatchObject([{ typed: { customer: { firstName: 'Ada' } } }])
    expect(data.mails).toContainEqual(
      expect.objectContaining({ text: expect.stringContaining('https://shop.example/pay#token=…') }),
    )
    expect(json).not.toMatch(/password|"token|t1"|w1"|A{43}/)
    expect(html).toContain('<dt>Order date</dt><dd>2026-10-01</dd>')
    const kinds = await db().selectFrom('outbox').select('kind').where('recipient', '=', ADA).execute()
    expect(kinds).toContainEqual({ kind: 'customer-exported' })
    expect(html).toContain('Dear Ada')
  })

  test('is exported with what was asked to be returned, and whether the person agreed to wait for a delayed order', async () => {
    await order()
    const asked = {
      return_id: '100001-RMA1',
      order_id: '100001',
      return_state: 'asked',
      asked_at: '2026-11-20',
    } as const
    await db()
      .insertInto('order_returns')
      .values({ ...asked, reason: 'Too small', details: '', answer: '' })
      .execute()
    const item = { return_id: asked.return_id, order_item_id: '100001-1', quantity: 1 }
    await db().insertInto('order_return_items').values(item).execute()
    const days = { noticed_at: '2026-11-03', ship_by: '2026-12-01', answer_by: null, agreed_at: '2026-11-04' }
    await db()
      .insertInto('order_delays')
      .values({ ...days, order_id: '100001', number: 1, token_hash: 'w1', expires_at: '2030-01-01', used_at: null })
      .execute()
    const owner = await signInAs(shop, 'owner')
    const { json, html } = (await owner.call(adminCustomers.exportCustomer, { email: ADA })).json()
    expect(JSON.parse(json).orders).toMatchObject([
      { returns: [{ reason: 'Too small', items: [{ order_item_id: '100001-1', quantity: 1 }] }], delays: [days] },
    ])
    expect(json).not.toContain('w1')
    expect(html).toContain('<dt>Agreed</dt><dd>2026-11-04</dd>')
  })

  test('has plain names on the exported page, and of an order, placed or not, the goods and what it came to in all', async () => {
    await fill()
    await draft('declined')
    await order({ order_id: '100009', delivery_cents: 1250, tax_cents: 830, tax_rate_millionths: 82_500 })
    const owner = await signInAs(shop, 'owner')
    const { json, html } = (await owner.call(adminCustomers.exportCustomer, { email: ADA })).json()
    const { total_cents } = JSON.parse(json).orders.find(({ order_id }: { order_id: string }) => order_id === '100009')
    const [page = ''] = /<dd>100009<\/dd>.*?<dt>Items<\/dt>/s.exec(html) ?? []
    expect(page).toContain(`<dt>Products after the discount</dt><dd>${formatAdminMoney(total_cents)}</dd>`)
    expect(page).toContain('<dt>Delivery</dt><dd>$12.50</dd>')
    expect(page).toContain('<dt>Sales tax rate</dt><dd>8.25%</dd>')
    expect(page).toContain(`<dt>Total with delivery and tax</dt><dd>${formatAdminMoney(total_cents + 2080)}</dd>`)
    const [typed = ''] = /14 Main St.*/s.exec(html) ?? []
    expect(typed).toContain('<dt>Products after the discount</dt><dd>$2,000.00</dd>')
    expect(typed).toContain('<dt>Delivery</dt><dd>$0.00</dd>')
    expect(typed).toContain('<dt>Total with delivery and tax</dt><dd>$2,165.00</dd>')
    const names = [...html.matchAll(/<dt>(.*?)<\/dt>/g)].map(([, name = '']) => name)
    expect(names.filter((name) => /_|[a-z][A-Z0-9]|\b(id|cents|millionths|at|on)$/.test(name))).toEqual([])
  })

  test('of somebody who writes HTML is text on the exported page', async () => {
    await order({ first_name: '<script>alert(1)</script>' })
    const owner = await signInAs(shop, 'owner')
    const { html } = (await owner.call(adminCustomers.exportCustomer, { email: ADA })).json()
    expect(html).toContain('&lt;script&gt;')
    expect(html).not.toContain('<script>')
  })
})
