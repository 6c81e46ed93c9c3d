import { adminAudit } from '@shop/contract/audit/admin'
import { contactCalls } from '@shop/contract/contact/calls'
import { describe, expect } from 'vitest'
import { shop as config } from '../../../shop.config.ts'
import { SEVERAL_PRODUCTS } from '../../catalog/products/product-states.ts'
import { changeStock } from '../../catalog/stock/change-stock.ts'
import { answerInquiry } from '../../contact/change-inquiry.ts'
import { inTransaction } from '../../platform/database/database.ts'
import { getShopSettings } from '../../platform/settings/shop-settings.repository.ts'
import { signInAs } from '../../testing/admin-visitor.ts'
import { placeOrder } from '../../testing/orders/orders.ts'
import { ENGINES } from '../../testing/servers/engines.ts'
import { eachTestShop } from '../../testing/test-hooks.ts'
import { testsOn } from '../../testing/tests-on.ts'
import { changeSettings } from '../settings/change-settings.ts'
import { MAX_COMPARED_LENGTH } from './audit.admin-routes.ts'
import { MAX_LISTED_BYTES, type NewAuditEntry, writeAudit } from './audit.repository.ts'

describe.each(ENGINES)('the log of changes in the admin on %s', (engine) => {
  const { test, onBoth } = testsOn(engine)
  const shop = eachTestShop(engine)

  const rename = async (name: string, actor = 'command') => {
    const context = { database: shop.store.database, clock: shop.clock, actor }
    return (await changeSettings({ ...context, findOpeningProblems: async () => [] }, { name })).audit_id ?? 0
  }
  const nameNow = async () => (await getShopSettings(shop.store.database)).name

  onBoth('a helper reads names and no address, also of a change by somebody who was removed', async () => {
    const owner = await signInAs(shop, 'owner')
    const helper = await signInAs(shop, 'helper', 'helper@shop.example', ['products'])
    const { database } = shop.store
    const states = { before: { name: 'a' }, after: { name: 'b' } }
    const entry = { at: shop.clock(), action: 'product.updated', subject: { kind: 'product', id: '101' }, ...states }
    for (const actor of ['owner@shop.example', 'gone@shop.example']) {
      await inTransaction(database, (trx) => writeAudit(trx, { ...entry, actor }))
    }
    const listed = await helper.call(adminAudit.listAudit)
    expect([listed.statusCode, listed.payload.includes('@')]).toEqual([200, false])
    const [removed, other] = listed.json().entries
    expect(removed.actor).toBe('Someone who was removed')
    const count = async (actor: string) => {
      const { path, method } = adminAudit.listAudit
      const answer = await helper.call({ method, path: `${path}?actor=${encodeURIComponent(actor)}` })
      return answer.json().entries.length
    }
    expect([(await count(other.actor)) > 0, await count('owner@shop.example')]).toEqual([true, 0])
    expect((await owner.call(adminAudit.listAudit)).payload).toContain('gone@shop.example')
  })

  test('an owner sees before and after, and puts a change back in their own name', async () => {
    const owner = await signInAs(shop, 'owner')
    const id = await rename('Rucksack')
    const listed = (await owner.call(adminAudit.listAudit)).json()
    expect(listed.people).toEqual(['owner@shop.example'])
    expect(listed.entries).toMatchObject([
      { id, actor: 'command', before: { name: config.name }, after: { name: 'Rucksack' }, undo: 'possible' },
      { actor: 'owner@shop.example', action: 'admin.joined', undo: 'never' },
      { actor: 'command', action: 'admin.invited', undo: 'never' },
    ])
    expect((await owner.call(adminAudit.undoChange, { id })).json()).toEqual({ audit_id: null })
    expect(await nameNow()).toBe(config.name)
    expect((await owner.call(adminAudit.listAudit)).json().entries[0]).toMatchObject({
      actor: 'owner@shop.example',
      undoes: id,
      undo: 'never',
    })
  })

  test('a change of more than a megabyte is listed without what was changed, and undone like others', async () => {
    const { database } = shop.store
    const owner = await signInAs(shop, 'owner')
    const id = await rename('Rucksack')
    // This change in a longer spelling, up to the limit and beyond it.
    const pad = async (bytes: number) => {
      const { after } = await database
        .selectFrom('audit_log')
        .select('after')
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
      const padded = after.trim().padEnd(bytes - JSON.stringify({ name: config.name }).length)
      await database.updateTable('audit_log').set({ after: padded }).where('id', '=', id).execute()
      return (await owner.call(adminAudit.listAudit)).json().entries[0]
    }
    expect(await pad(MAX_LISTED_BYTES)).toMatchObject({ id, after: { name: 'Rucksack' }, left_out: 0 })
    expect(await pad(MAX_LISTED_BYTES + 1)).toMatchObject({
      id,
      before: null,
      after: null,
      left_out: null,
      undo: 'possible',
    })
    await owner.call(adminAudit.undoChange, { id })
    expect(await nameNow()).toBe(config.name)
  })

  onBoth('products, items of orders and senders are listed by name, as long as they are there', async () => {
    const { database } = shop.store
    const owner = await signInAs(shop, 'owner')
    await database.deleteFrom('audit_log').execute()
    const [product] = await database.selectFrom('products').select(['product_id', 'product_name']).limit(1).execute()
    const { product_id: id = '', product_name: name = '' } = product ?? {}
    const sender = { firstName: 'Ada', lastName: 'Lovelace', email: 'ada@shopper.example', reason: 'Feedback' } as const
    await shop.call(contactCalls.contactUs, { body: { ...sender, reference: '', message: 'Hello', website: '' } })
    const [message] = await database.selectFrom('contact_messages').select('message_id').execute()
    const { message_id: inquiryId = '' } = message ?? {}
    const { order_id: orderId, items } = await placeOrder(database)
    const { order_item_id: itemId = '', product_name: itemName = '' } = items[0] ?? {}
    const changes: Pick<NewAuditEntry, 'subject' | 'before' | 'after'>[] = [
      { subject: { kind: 'product', id }, before: { price_cents: 1 }, after: { price_cents: 2 } },
      { subject: SEVERAL_PRODUCTS, before: { [id]: { price_cents: 1 } }, after: { [id]: { price_cents: 2 } } },
      { subject: SEVERAL_PRODUCTS, before: { stock: { [id]: 1 }, note: '' }, after: { stock: { [id]: 2 }, note: '' } },
      { subject: { kind: 'product', id: 'gone' }, before: null, after: null },
      { subject: { kind: 'inquiry', id: inquiryId }, before: null, after: null },
      { subject: { kind: 'order', id: orderId }, before: null, after: { items: [{ order_item_id: itemId }] } },
    ]
    for (const change of changes) {
      const entry = { ...change, at: shop.clock(), actor: 'command', action: 'product.updated' }
      await inTransaction(database, (trx) => writeAudit(trx, entry))
    }
    const { entries } = (await owner.call(adminAudit.listAudit)).json()
    expect(entries.map(({ names }: { names: unknown }) => names)).toEqual([
      { [itemId]: itemName },
      { [inquiryId]: 'Ada Lovelace' },
      {},
      { [id]: name },
      { [id]: name },
      { [id]: name },
    ])
  })

  test('an undo is offered only while nothing newer stands in its way, and otherwise it is said why not', async () => {
    const { database } = shop.store
    const owner = await signInAs(shop, 'owner')
    await database.deleteFrom('audit_log').execute()
    const offers = async () => {
      const { entries } = (await owner.call(adminAudit.listAudit)).json()
      return entries.map(({ undo }: { undo: string }) => undo)
    }
    const first = await rename('First')
    const context = { database, clock: shop.clock, actor: 'command', findOpeningProblems: async () => [] }
    await changeSettings(context, { tagline: 'Another' })
    expect(await offers()).toEqual(['possible', 'possible'])
    await rename('Second')
    expect(await offers()).toEqual(['possible', 'possible', 'overtaken'])
    await rename('First')
    expect(await offers()).toEqual(['possible', 'overtaken', 'possible', 'possible'])
    await owner.call(adminAudit.undoChange, { id: first })
    expect(await offers()).toEqual(['never', 'overtaken', 'overtaken', 'possible', 'undone'])

    // Receipts and sales are undone by their difference, in any order.
    await database.deleteFrom('audit_log').execute()
    const sell = (delta: number) =>
      changeStock({ database, clock: shop.clock, actor: 'command' }, { product_id: '101', delta, note: '' })
    const { audit_id } = await sell(5)
    await sell(-1)
    expect(await offers()).toEqual(['possible', 'possible'])
    await owner.call(adminAudit.undoChange, { id: audit_id })
    expect(await offers()).toEqual(['never', 'possible', 'undone'])
  })

  test('a long change is not compared for a list, and other requests take turns with those that are', async () => {
    const { database } = shop.store
    const owner = await signInAs(shop, 'owner')
    await database.deleteFrom('audit_log').execute()
    /** A change of prices of products that are gone, so it cannot be undone. */
    const reprice = async (length: number) => {
      const ids = Array.from({ length: length / '"p1000":{"price_cents":2},'.length }, (_, index) => `p${index + 1000}`)
      const of = (price_cents: number) => Object.fromEntries(ids.map((id) => [id, { price_cents }]))
      const prices = { before: of(1), after: of(2) }
      const entry = { at: shop.clock(), actor: 'command', action: 'products.repriced', subject: SEVERAL_PRODUCTS }
      await inTransaction(database, (trx) => writeAudit(trx, { ...entry, ...prices }))
    }
    const offers = async () => {
      const { entries } = (await owner.call(adminAudit.listAudit)).json()
      return entries.map(({ undo }: { undo: string }) => undo)
    }
    await reprice(MAX_COMPARED_LENGTH * 0.9)
    await reprice(MAX_COMPARED_LENGTH * 1.1)
    expect(await offers()).toEqual(['possible', 'overtaken'])

    for (let count = 0; count < 30; count += 1) await reprice(1000)
    let turns = 0
    let timer = setImmediate(function next() {
      turns += 1
      timer = setImmediate(next)
    })
    await offers()
    clearImmediate(timer)
    expect(turns).toBeGreaterThanOrEqual(30)
  })

  onBoth(
    'an answer whose email has left, and what a newer version does not understand, is listed without an undo',
    async () => {
      const { database } = shop.store
      const owner = await signInAs(shop, 'owner')
      const sender = {
        firstName: 'Ada',
        lastName: 'Lovelace',
        email: 'ada@shopper.example',
        reason: 'Feedback',
      } as const
      await shop.call(contactCalls.contactUs, { body: { ...sender, reference: '', message: 'Hello', website: '' } })
      const { message_id } = await database
        .selectFrom('contact_messages')
        .select('message_id')
        .executeTakeFirstOrThrow()
      const context = { database, clock: shop.clock, actor: 'command', settings: { mailTo: null } }
      const id = await answerInquiry(context, message_id, { text: 'Thank you.' })
      const offer = async () => (await owner.call(adminAudit.listAudit)).json().entries[0]
      expect(await offer()).toMatchObject({ id, undo: 'possible' })
      await database.updateTable('outbox').set({ state: 'sent' }).where('kind', '=', 'inquiry-answer').execute()
      expect(await offer()).toMatchObject({ id, undo: 'overtaken' })
      const rejected = await owner.call(adminAudit.undoChange, { id })
      expect(rejected.json().message).toContain('The email has been sent')

      const subject = { kind: 'product', id: '101' }
      const older = { at: shop.clock(), actor: 'command', action: 'product.stock_changed', subject }
      await inTransaction(database, (trx) => writeAudit(trx, { ...older, before: 3, after: 4 }))
      expect(await offer()).toMatchObject({ after: 4, undo: 'never' })
    },
  )

  test('what stands in the way is said, with the name of its author', async () => {
    const owner = await signInAs(shop, 'owner')
    const id = await rename('Rucksack')
    const later = await rename('Third', 'owner@shop.example')
    const response = await owner.call(adminAudit.undoChange, { id })
    expect(response.statusCode).toBe(409)
    expect(response.json().message).toBe(
      `Change ${id} cannot be undone because of a later one: change ${later} (settings updated, by Ada). Please undo that one first.`,
    )
    expect(await nameNow()).toBe('Third')
  })

  test('a helper neither sees nor undoes what only owners change', async () => {
    const id = await rename('Rucksack')
    const helper = await signInAs(shop, 'helper')
    const { database } = shop.store
    const paid = { action: 'payment.paid_back', subject: { kind: 'payment', id: '200001-abcdef' }, actor: 'command' }
    await inTransaction(database, (trx) => writeAudit(trx, { ...paid, at: shop.clock(), before: null, after: {} }))
    expect((await helper.call(adminAudit.listAudit)).json().entries).toEqual([])
    const response = await helper.call(adminAudit.undoChange, { id })
    expect(response.statusCode).toBe(403)
    expect(await nameNow()).toBe('Rucksack')
  })

  onBoth('the list comes by pages, by day and by person', async () => {
    const { database } = shop.store
    const owner = await signInAs(shop, 'owner')
    await database.deleteFrom('audit_log').execute()
    const entry = { action: 'product.updated', subject: { kind: 'product', id: '101' }, before: null, after: null }
    for (let index = 0; index < 51; index += 1) {
      const at = new Date(index === 0 ? '2026-01-01T10:00:00Z' : '2026-01-02T10:00:00Z')
      await inTransaction(database, (trx) => writeAudit(trx, { ...entry, at, actor: index === 1 ? 'ada' : 'command' }))
    }
    const list = async (query: string) =>
      (await owner.call({ method: 'GET', path: `${adminAudit.listAudit.path}${query}` })).json()
    const first = await list('')
    expect(first.entries).toHaveLength(50)
    expect((await list(`?before=${first.next}`)).entries).toHaveLength(1)
    expect((await list('?until=2026-01-02T00:00:00.000Z')).entries).toHaveLength(1)
    expect((await list('?from=2026-01-02T10:00:00.000Z&actor=ada')).entries).toHaveLength(1)
    expect((await list('?actor=ada')).entries).toHaveLength(1)
  })
})
