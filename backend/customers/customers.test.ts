import type { HelperRight } from '@shop/contract/access/helper-rights'
import { adminAudit } from '@shop/contract/audit/admin'
import { adminCustomers } from '@shop/contract/customers/admin'
import { describe, expect } from 'vitest'
import { AppError } from '../platform/http/errors/app-error.ts'
import { signInAs } from '../testing/admin-visitor.ts'
import { placeOrder } from '../testing/orders/orders.ts'
import { BOTH_ENGINES } from '../testing/servers/engines.ts'
import { eachTestShop } from '../testing/test-hooks.ts'
import { testsOn } from '../testing/tests-on.ts'
import { mergeCustomer } from './change-customer.ts'
import { listPeople } from './people.repository.ts'
import { readCustomer } from './read-customer.ts'

describe.each(BOTH_ENGINES)('people by email address, on %s', (engine) => {
  const { test, onBoth } = testsOn(engine)
  const shop = eachTestShop(engine)
  const db = () => shop.store.database

  const order = (
    order_id: string,
    email: string,
    [first_name, last_name]: [string, string],
    order_date = '2026-11-02',
  ) => placeOrder(db(), { order_id, email, first_name, last_name, order_date })
  const inquiry = (message_id: string, email: string, probable_spam = 0) =>
    db()
      .insertInto('contact_messages')
      .values({
        ...{ message_id, first_name: 'Grace', last_name: 'Hopper', email, reason: 'Feedback', reference: '' },
        ...{ message: 'Fine.', received_at: '2026-11-03T12:00:00.000Z', answered_at: null, probable_spam },
      })
      .execute()
  const account = (customer_id: string, email: string) =>
    db()
      .insertInto('customers')
      .values({
        ...{ customer_id, email, email_folded: email.toLowerCase(), first_name: 'Ada', last_name: 'King' },
        ...{ password_hash: 'none', created_at: '2026-11-01T12:00:00.000Z', email_confirmed_at: null },
      })
      .execute()
  const wait = (email: string, confirmed_at: string | null = '2026-11-04T12:00:00.000Z') =>
    db()
      .insertInto('waitlist')
      .values({ token_hash: email, email, product_id: '202', confirmed_at, due_at: null, expires_at: '2030-01-01' })
      .execute()
  const people = (q = '', maxSorted?: number) =>
    listPeople(db(), { q, after: '', limit: 51, ...(maxSorted === undefined ? {} : { maxSorted }) })
  const show = async (email: string) =>
    readCustomer(db(), email, { seesInquiries: true, mayDelete: true }).catch((error: unknown) => {
      if (error instanceof AppError) return { message: error.message }
      throw error
    })

  onBoth(
    'come from orders, accounts, inquiries and wishes; another letter case adds none, and two people with one name stay two',
    async () => {
      await order('100001', 'Ada@Shop.example', ['Ada', 'Lovelace'])
      await order('100002', 'ada@shop.example', ['Ada', 'Lovelace'], '2026-11-05')
      await order('100003', 'other@shop.example', ['Ada', 'Lovelace'])
      await order('100004', '', ['Ada', 'Lovelace'])
      await account('c1', 'ADA@shop.example')
      await inquiry('m1', 'grace@shop.example')
      await inquiry('m2', 'robot@shop.example', 1)
      await wait('waiting@shop.example')
      await wait('unconfirmed@shop.example', null)
      expect(await people()).toEqual([
        'ada@shop.example',
        'grace@shop.example',
        'other@shop.example',
        'waiting@shop.example',
      ])
      const owner = await signInAs(shop, 'owner')
      const { customers, next } = (await owner.call(adminCustomers.listCustomers)).json()
      expect(next).toBeNull()
      expect(customers[0]).toEqual({
        email: 'ada@shop.example',
        name: 'Ada King',
        has_account: true,
        orders: 2,
        ordered_cents: 2 * 31_126,
        last_ordered_on: '2026-11-05',
      })
      expect(customers[2]).toMatchObject({ name: 'Ada Lovelace', orders: 1, has_account: false })
      expect(customers[3]).toMatchObject({ name: '', orders: 0, last_ordered_on: null })
      expect(await show(' ADA@SHOP.EXAMPLE ')).toMatchObject({ email: 'ada@shop.example', orders: 2 })
      const path = `${adminCustomers.getCustomer.path}?email=Ada%40shop.example`
      expect((await owner.call({ ...adminCustomers.getCustomer, path })).json()).toEqual(await show('ada@shop.example'))
      expect(await show('grace@shop.example')).toMatchObject({ inquiries: [{ message_id: 'm1' }], orders: 0 })
      expect(await show('waiting@shop.example')).toMatchObject({ waits_for: [{ product_id: '202' }] })
      expect(await show('nobody@shop.example')).toMatchObject({
        message: 'There’s nothing on record for nobody@shop.example.',
      })
    },
  )

  onBoth('have what each order was of, with what is cancelled, to say what somebody bought', async () => {
    await order('100001', 'ada@shop.example', ['Ada', 'Lovelace'])
    const cancelled = { cancellation_status: 'cancelled' } as const
    await db().updateTable('order_items').set(cancelled).where('order_item_id', '=', '100001-2').execute()
    const items = [
      { quantity: 2, product_name: 'Campus Slim Backpack, Blue', is_cancelled: false },
      { quantity: 1, product_name: 'Hybrid Full Backpack, Blue', is_cancelled: true },
    ]
    expect(await show('ada@shop.example')).toMatchObject({ newest_orders: [{ order_id: '100001', items }] })
  })

  test('have the telephone number of their newest order that has one', async () => {
    const ada = { email: 'ada@shop.example', first_name: 'Ada' }
    await placeOrder(db(), { ...ada, order_id: '100001', order_date: '2026-11-01', phone: '503 555 0100' })
    await placeOrder(db(), { ...ada, order_id: '100002', order_date: '2026-11-02', phone: '503 555 0199' })
    await placeOrder(db(), { ...ada, order_id: '100003', order_date: '2026-11-03', phone: null })
    expect(await show(ada.email)).toMatchObject({ phone: '503 555 0199' })
  })

  onBoth.each([
    ['few', 20_000],
    ['many', 0],
  ])('are searched by name, address and number of an order, where %s orders have a word', async (_, maxSorted) => {
    await order('100001', 'ada@shop.example', ['Ada', 'Lovelace'])
    await order('100002', 'jose@shop.example', ['José', "O'Brien"])
    await inquiry('m1', 'grace@shop.example')
    await wait('waiting@shop.example')
    await account('c1', 'king@shop.example')
    expect(await people('lovel ada', maxSorted)).toEqual(['ada@shop.example'])
    expect(await people('jose obrien', maxSorted)).toEqual(['jose@shop.example'])
    expect(await people('100002', maxSorted)).toEqual(['jose@shop.example'])
    expect(await people('hopper', maxSorted)).toEqual(['grace@shop.example'])
    expect(await people('WAITING@', maxSorted)).toEqual(['waiting@shop.example'])
    expect(await people('ada', maxSorted)).toEqual(['ada@shop.example', 'king@shop.example'])
    expect(await people('%', maxSorted)).toEqual([])
    expect(await people('nobody', maxSorted)).toEqual([])
    await mergeCustomer(
      { database: db(), clock: shop.clock, actor: 'owner' },
      { typed: 'waiting@shop.example', other: 'ada@shop.example' },
    )
    expect(await people('lovelace', maxSorted)).toEqual(['waiting@shop.example'])
    expect(await people('', maxSorted)).not.toContain('ada@shop.example')
  })

  onBoth('a word begins a name or an address that holds the others, also without orders', async () => {
    await account('c1', 'king@shop.example')
    await inquiry('m1', 'grace@shop.example')
    expect(await people('ada king')).toEqual(['king@shop.example'])
    expect(await people('opper')).toEqual([])
    expect(await people('opper gra')).toEqual(['grace@shop.example'])
    expect([await people('ädä'), await people('äde')]).toEqual([['king@shop.example'], []])
  })

  onBoth('who only wrote is not there for a helper who may not see inquiries', async () => {
    await inquiry('m1', 'grace@shop.example')
    await inquiry('m2', 'ada@shop.example')
    await order('100001', 'ada@shop.example', ['Ada', 'Lovelace'])
    const helpers = new Map([
      ['orders', await signInAs(shop, 'helper', 'some@shop.example', ['orders'])],
      ['orders,inquiries', await signInAs(shop, 'helper', 'more@shop.example', ['orders', 'inquiries'])],
    ])
    const get = async (rights: HelperRight[], path: string) => {
      const helper = helpers.get(rights.join())
      if (helper === undefined) throw new Error('no such helper')
      return helper.call({ method: 'GET', path })
    }
    const listed = async (rights: HelperRight[], q = '') => {
      const { customers } = (await get(rights, `${adminCustomers.listCustomers.path}?q=${q}`)).json()
      return customers.map(({ email }: { email: string }) => email)
    }
    const personPath = `${adminCustomers.getCustomer.path}?email=grace@shop.example`
    expect(await listed(['orders', 'inquiries'])).toEqual(['ada@shop.example', 'grace@shop.example'])
    expect(await listed(['orders'])).toEqual(['ada@shop.example'])
    expect(await listed(['orders'], 'grace')).toEqual([])
    expect((await get(['orders'], personPath)).statusCode).toBe(404)
    expect((await get(['orders', 'inquiries'], personPath)).json()).toMatchObject({ name: 'Grace Hopper' })
    const ada = await get(['orders'], `${adminCustomers.getCustomer.path}?email=ada@shop.example`)
    expect(ada.json()).toMatchObject({ inquiries: [], deletion_problem: null })
  })

  test('come in pages', async () => {
    for (let at = 0; at < 60; at += 1) await wait(`person${String(at).padStart(2, '0')}@shop.example`)
    const owner = await signInAs(shop, 'owner')
    const first = (await owner.call(adminCustomers.listCustomers)).json()
    expect(first.customers).toHaveLength(50)
    const rest = await owner.call({ ...adminCustomers.listCustomers, path: `/api/admin/customers?after=${first.next}` })
    expect(rest.json().customers.map(({ email }: { email: string }) => email)).toHaveLength(10)
    expect(rest.json().next).toBeNull()
  })

  test('two addresses of one person are merged, with sums of both, and taken back exactly', async () => {
    await order('100001', 'ada@shop.example', ['Ada', 'Lovelace'])
    await order('100002', 'Ada@Old.example', ['Ada', 'Byron'])
    await inquiry('m1', 'ada@old.example')
    const before = [await show('ada@shop.example'), await show('ada@old.example')]
    const owner = await signInAs(shop, 'owner')
    const merged = await owner.call(adminCustomers.mergeCustomer, {
      email: 'ada@shop.example',
      other: 'ADA@old.example ',
    })
    expect(await people()).toEqual(['ada@shop.example'])
    expect(await show('ada@old.example')).toMatchObject({
      email: 'ada@shop.example',
      name: 'Ada Lovelace',
      orders: 2,
      newest_orders: [{ order_id: '100002' }, { order_id: '100001' }],
      inquiries: [{ message_id: 'm1' }],
      addresses: [{ email: 'ada@shop.example' }, { email: 'ada@old.example' }],
    })
    await owner.call(adminAudit.undoChange, { id: merged.json().audit_id })
    expect([await show('ada@shop.example'), await show('ada@old.example')]).toEqual(before)
    await owner.call(adminCustomers.mergeCustomer, { email: 'ada@shop.example', other: 'ada@old.example' })
    await owner.call(adminCustomers.unmergeCustomer, { email: 'Ada@old.example' })
    expect([await show('ada@shop.example'), await show('ada@old.example')]).toEqual(before)
  })

  test('no one is merged with themselves, in a circle, with two people, or with no one', async () => {
    await order('100001', 'a@shop.example', ['Ada', 'L'])
    await order('100002', 'b@shop.example', ['Ada', 'L'])
    await order('100003', 'c@shop.example', ['Ada', 'L'])
    await order('100004', 'd@shop.example', ['Ada', 'L'])
    const owner = await signInAs(shop, 'owner')
    const merge = async (email: string, other: string) => {
      const response = await owner.call(adminCustomers.mergeCustomer, { email, other })
      return response.json().message ?? response.json().audit_id
    }
    expect(await merge('a@shop.example', 'A@shop.example')).toBe(
      'a@shop.example is already this person’s main address.',
    )
    expect(await merge('a@shop.example', 'nobody@shop.example')).toBe(
      'There’s nothing on record for nobody@shop.example.',
    )
    const first = await merge('a@shop.example', 'b@shop.example')
    expect(await merge('a@shop.example', 'b@shop.example')).toBe(
      'b@shop.example and a@shop.example are already the same person.',
    )
    expect(await merge('b@shop.example', 'a@shop.example')).toBe(
      'a@shop.example is already this person’s main address.',
    )
    expect(await merge('c@shop.example', 'b@shop.example')).toBe(
      'b@shop.example belongs to a@shop.example. Unlink it first.',
    )
    expect(await merge('c@shop.example', 'a@shop.example')).toBe(
      'a@shop.example is already linked to another address, b@shop.example. Unlink that one first, then link each.',
    )
    // By an address that was added, too.
    expect(await merge('b@shop.example', 'd@shop.example')).toEqual(expect.any(Number))
    const undone = await owner.call(adminCustomers.unmergeCustomer, { email: 'b@shop.example' })
    await owner.call(adminCustomers.unmergeCustomer, { email: 'd@shop.example' })
    expect(await merge('b@shop.example', 'a@shop.example')).toEqual(expect.any(Number))
    const circle = await owner.call(adminAudit.undoChange, { id: undone.json().audit_id })
    expect(circle.json().message).toBe('b@shop.example and a@shop.example are already the same person.')
    expect((await owner.call(adminAudit.undoChange, { id: first })).statusCode).toBe(409)
    expect((await owner.call(adminCustomers.unmergeCustomer, { email: 'b@shop.example' })).json().message).toBe(
      'b@shop.example isn’t linked to another address.',
    )
  })

  onBoth('notes are dated, say who wrote them, and are undone, by helpers too', async () => {
    await wait('ada@shop.example')
    const helper = await signInAs(shop, 'helper')
    const noted = await helper.call(adminCustomers.noteOnCustomer, { email: 'Ada@shop.example', note: ' Likes blue. ' })
    const { audit_id } = noted.json()
    expect(await show('ada@shop.example')).toMatchObject({
      notes: [{ note: 'Likes blue.', author: 'Ada', noted_at: expect.any(String), undo_id: audit_id }],
    })
    // Once the wish is gone, only the note is left.
    await db().deleteFrom('waitlist').execute()
    expect(await people()).toEqual(['ada@shop.example'])
    await helper.call(adminAudit.undoChange, { id: audit_id })
    expect(await people()).toEqual([])
    expect(
      (await helper.call(adminCustomers.noteOnCustomer, { email: 'ada@shop.example', note: 'x' })).statusCode,
    ).toBe(404)
    expect(
      (await helper.call(adminCustomers.noteOnCustomer, { email: 'ada@shop.example', note: ' ' })).statusCode,
    ).toBe(400)
  })
})
