import { adminAudit } from '@shop/contract/audit/admin'
import { type AdminLine, adminLines } from '@shop/contract/catalog/lines'
import { type AdminCode, adminDiscounts, type CodeTerms } from '@shop/contract/discounts/admin'
import type { TakenOrder } from '@shop/contract/orders/taken-orders'
import { beforeEach, describe, expect } from 'vitest'
import { findOrder } from '../orders/orders.repository.ts'
import { previewTakenOrder, takeOrder } from '../orders/taken/take-order.ts'
import { inTransaction } from '../platform/database/database.ts'
import { getShopSettings } from '../platform/settings/shop-settings.repository.ts'
import { type AdminVisitor, signInAs } from '../testing/admin-visitor.ts'
import { ENGINES } from '../testing/servers/engines.ts'
import { eachTestShop } from '../testing/test-hooks.ts'
import { testsOn } from '../testing/tests-on.ts'
import { findCode, findGoods, giveUseBack } from './discounts.repository.ts'
import { listDiscounts, takeCode } from './read-discount.ts'

const TERMS: CodeTerms = {
  kind: 'percent',
  value: 10,
  minimum_cents: 0,
  lines: [],
  product_ids: [],
  starts_on: null,
  ends_on: null,
  max_uses: null,
  once_each: false,
}

const ORDER: TakenOrder = {
  channel: 'phone',
  first_name: 'Ada',
  last_name: 'Byron',
  email: 'ada@shop.example',
  phone: '',
  items: [
    { product_id: '101', quantity: 2, price_cents: 7000 },
    { product_id: '107', quantity: 1, price_cents: 1399 },
  ],
  delivery_type_id: null,
  discount_code: 'SUMMER',
  delivery_cents: 599,
  state: null,
  tax_cents: null,
  payment: 'unpaid',
  handed_over: false,
  address: null,
  note: '',
}

describe.each(ENGINES)('discount codes on %s', (engine) => {
  const { test, onBoth } = testsOn(engine)
  const shop = eachTestShop(engine)
  let owner: AdminVisitor
  beforeEach(async () => {
    owner = await signInAs(shop, 'owner')
  })

  const db = () => shop.store.database
  const by = () => ({ database: db(), clock: shop.clock, actor: 'command' })
  const enter = (terms: Partial<CodeTerms> = {}, code = 'SUMMER') =>
    owner.call(adminDiscounts.createCode, { code, terms: { ...TERMS, ...terms } })
  const list = async () => (await owner.call(adminDiscounts.listCodes)).json<{ codes: AdminCode[] }>().codes
  const get = async (code = 'SUMMER') => (await list()).find((one) => one.code === code)
  const post = ({ method, path }: { method: 'GET' | 'POST'; path: string }, body: object, code = 'SUMMER') =>
    owner.call({ method, path: path.replace(':code', code) }, body)
  const setState = async (state: AdminCode['state']) =>
    post(adminDiscounts.setCodeState, { state, version: (await get())?.version ?? 0 })
  const change = (terms: Partial<CodeTerms>, version: number, code = 'SUMMER') =>
    post(adminDiscounts.changeCode, { terms: { ...TERMS, ...terms }, version }, code)
  const enterOn = async (terms: Partial<CodeTerms> = {}) => {
    await enter(terms)
    await setState('on')
  }
  const take = (changes: Partial<TakenOrder> = {}) => takeOrder(by(), { ...ORDER, ...changes })
  const undo = (id: number) => owner.call(adminAudit.undoChange, { id })

  test('a new one is paused, and is on once an owner turns it on', async () => {
    expect((await enter({}, '  summer ')).statusCode).toBe(200)
    expect(await get()).toMatchObject({ code: 'SUMMER', state: 'paused', status: 'paused', uses: 0, version: 0 })
    await setState('on')
    expect(await get()).toMatchObject({ state: 'on', status: 'on', version: 1 })
  })

  test.each([
    ['of one character', 'A', {}, 'code'],
    ['of emoji', '🎒🎒🎒', {}, 'code'],
    ['of 101 %', 'SUMMER', { value: 101 }, 'terms.value'],
    ['of nothing', 'SUMMER', { value: 0 }, 'terms.value'],
    [
      'whose period ends before it begins',
      'SUMMER',
      { starts_on: '2026-12-02', ends_on: '2026-12-01' },
      'terms.ends_on',
    ],
    ['on a day that there is not', 'SUMMER', { starts_on: '2026-02-30' }, 'terms.starts_on'],
    ['for no order', 'SUMMER', { max_uses: 0 }, 'terms.max_uses'],
  ])('one %s is refused beside its field, and nothing is entered', async (_, code, terms, field) => {
    const response = await enter(terms, code)
    expect([response.statusCode, response.json().details[0].field]).toEqual([400, field])
    expect(response.json().details[0].message).toMatch(/^[A-Z].+$/)
    expect(await list()).toEqual([])
  })

  test('a second one of the same name is refused, also once the first has ended', async () => {
    await enter()
    await setState('ended')
    const response = await enter({}, 'Summer')
    expect([response.statusCode, response.json().message]).toEqual([
      409,
      'There is already a code SUMMER (it may have ended).',
    ])
  })

  test('one that somebody else has changed meanwhile stays as that person left it', async () => {
    await enter()
    expect((await change({ value: 15 }, 0, 'summer')).statusCode).toBe(200)
    expect((await change({ value: 20 }, 0)).statusCode).toBe(409)
    expect(await get()).toMatchObject({ value: 15, version: 1 })
    expect((await change({ value: 15 }, 1)).json()).toEqual({ audit_id: null })
  })

  test('one that has ended is on again by an undo alone, and an unused one goes with the undo of its entry', async () => {
    const entered = (await enter()).json<{ audit_id: number }>().audit_id
    const ended = (await setState('ended')).json<{ audit_id: number }>().audit_id
    const refused = await setState('on')
    expect([refused.statusCode, refused.json().message]).toEqual([
      409,
      'The code SUMMER has ended. Please enter another one.',
    ])
    expect((await undo(ended)).statusCode).toBe(200)
    expect(await get()).toMatchObject({ state: 'paused' })
    expect((await undo(entered)).statusCode).toBe(200)
    expect(await list()).toEqual([])
  })

  onBoth('the changes name the products that it is for', async () => {
    await enter({ product_ids: ['101', '107'] })
    const [entry] = (await owner.call(adminAudit.listAudit)).json().entries
    expect(Object.keys(entry.names)).toEqual(['101', '107'])
  })

  test('helpers neither see nor change codes', async () => {
    const helper = await signInAs(shop, 'helper')
    expect((await helper.call(adminDiscounts.listCodes)).statusCode).toBe(403)
    expect((await helper.call(adminDiscounts.createCode, { code: 'SUMMER', terms: TERMS })).statusCode).toBe(403)
  })

  onBoth('an order by hand has its discount by line, and its use', async () => {
    await enterOn({ kind: 'amount', value: 1000 })
    const { orderId } = await take()
    expect(await findOrder(db(), orderId)).toMatchObject({
      discount_code: 'SUMMER',
      discount_cents: 1000,
      total_cents: 14_000 + 1399 - 1000,
      items: [{ discount_cents: 909 }, { discount_cents: 91 }],
    })
    expect(await get()).toMatchObject({ uses: 1 })
    const mail = await db().selectFrom('outbox').select('text').executeTakeFirstOrThrow()
    for (const line of ['Subtotal: $153.99', 'Discount code SUMMER: -$10.00', 'Delivery: $5.99', 'Total: $149.98']) {
      expect(mail.text).toContain(line)
    }
  })

  test('the preview of an order by hand takes no use, and an order that is undone gives its use back', async () => {
    await enterOn({ max_uses: 1 })
    const preview = await previewTakenOrder(db(), ORDER, { now: shop.clock(), shop: await getShopSettings(db()) })
    expect(preview.total_cents).toBe(15_399 - 1400 - 140 + 599)
    expect(await get()).toMatchObject({ uses: 0 })
    const { auditId } = await take()
    expect(await get()).toMatchObject({ uses: 1, status: 'used_up' })
    expect(await listDiscounts(db(), '2026-11-26')).toEqual({ discounts: [], used_up_codes: ['SUMMER'] })
    await expect(take()).rejects.toThrow('The code SUMMER has reached its usage limit.')
    await undo(auditId)
    expect(await get()).toMatchObject({ uses: 0, status: 'on' })
  })

  test('one that an order has used stays, and its order as it is', async () => {
    const entered = (await enter()).json<{ audit_id: number }>().audit_id
    await setState('on')
    const { orderId } = await take()
    await setState('paused')
    const refused = await undo(entered)
    expect(refused.statusCode).toBe(409)
    expect(await findOrder(db(), orderId)).toMatchObject({ discount_code: 'SUMMER' })
    await take({ discount_code: null })
    await setState('on')
    await take()
    const fewer = await change({ max_uses: 1 }, (await get())?.version ?? 0)
    expect([fewer.statusCode, fewer.json().message]).toEqual([
      409,
      'The code SUMMER was used 2 times already, so it can’t be limited to fewer orders.',
    ])
  })

  test.each([
    ['unknown', {}, { discount_code: 'WINTER' }, 'There is no code WINTER. Please check the spelling.'],
    ['expired', { ends_on: '2020-12-31' }, {}, 'The code SUMMER was good through Dec 31, 2020.'],
    ['not yet valid', { starts_on: '2096-01-01' }, {}, 'The code SUMMER can be used starting Jan 1, 2096.'],
    ['of another product', { product_ids: ['102'] }, {}, 'The code SUMMER doesn’t apply to these products.'],
    [
      'above the order',
      { minimum_cents: 200_000 },
      {},
      'The code SUMMER needs items worth $2,000.00 or more. These cost $153.99.',
    ],
    [
      'of 100 % without delivery',
      { value: 100 },
      { delivery_cents: 0 },
      'With the code SUMMER there’s nothing left to pay, and we can’t place an order of $0.00.',
    ],
  ])('an order with a code that is %s is refused, and nothing is taken', async (_, terms, changes, message) => {
    await enterOn(terms)
    await expect(take(changes)).rejects.toMatchObject({ message, details: [{ field: 'discount_code', message }] })
    expect(await get()).toMatchObject({ uses: 0 })
    expect(await db().selectFrom('orders').select('order_id').execute()).toEqual([])
  })

  test('one that is paused is refused, and one larger than the order takes the goods off and leaves the delivery', async () => {
    await enter({ kind: 'amount', value: 50_000 })
    await expect(take()).rejects.toThrow('The code SUMMER can’t be used right now.')
    await setState('on')
    const { orderId } = await take()
    expect(await findOrder(db(), orderId)).toMatchObject({
      total_cents: 0,
      discount_cents: 15_399,
      delivery_cents: 599,
    })
  })

  onBoth('one for lines of the catalog is for their products', async () => {
    const { line } = await db()
      .selectFrom('products')
      .select('line')
      .where('product_id', '=', '101')
      .executeTakeFirstOrThrow()
    await enterOn({ lines: [line] })
    const { orderId } = await take()
    expect((await findOrder(db(), orderId))?.items.map(({ discount_cents }) => discount_cents)).toEqual([1400, 0])
  })

  /** Adds a line, or gives one another name. */
  const saveLine = async (was: string | null, name: string) => {
    const { lines, seen } = (await owner.call(adminLines.listLines)).json<{ lines: AdminLine[]; seen: string }>()
    const present = lines.find(({ line }) => line === was)
    const withoutUrl = (picture: { file: string; alt: string } | null | undefined) =>
      picture ? { file: picture.file, alt: picture.alt } : null
    const pictures = { photo: withoutUrl(present?.photo), preview: withoutUrl(present?.preview) }
    const words = { words: present?.words ?? null, text: present?.text ?? null, featured: true, hidden: false }
    const goes_with = present?.goes_with ?? []
    const saved = {
      was,
      line: { line: name, answer: present?.answer ?? null, goes_with, ...words, ...pictures },
      in_names: false,
      seen,
    }
    return (await owner.call(adminLines.saveLine, saved)).json<{ audit_id: number }>().audit_id
  }

  test('one for a line follows the line to its new name, also when another one gets the former name, and back', async () => {
    await enterOn({ lines: ['Campus', 'Nomad'] })
    await enter({}, 'OTHERS')
    const renamed = await saveLine('Campus', 'Scholar')
    const added = await saveLine(null, 'Campus')
    expect(await get()).toMatchObject({ lines: ['Scholar', 'Nomad'] })
    expect(await get('OTHERS')).toMatchObject({ lines: [], version: 0 })
    const { orderId } = await take()
    expect((await findOrder(db(), orderId))?.discount_cents).toBe(1400)
    await undo(added)
    expect((await undo(renamed)).statusCode).toBe(200)
    expect(await get()).toMatchObject({ lines: ['Campus', 'Nomad'] })
  })

  test('one for a line that is removed is for the line that takes its place, and an undo gives both back', async () => {
    await enterOn({ lines: ['Campus'] })
    await enter({ lines: ['Nomad', 'Campus'] }, 'BOTH')
    const { seen } = (await owner.call(adminLines.listLines)).json<{ seen: string }>()
    const removed = await owner.call(adminLines.removeLine, { line: 'Campus', to: 'Nomad', seen })
    expect([(await get())?.lines, (await get('BOTH'))?.lines]).toEqual([['Nomad'], ['Nomad']])
    await undo(removed.json<{ audit_id: number }>().audit_id)
    expect([(await get())?.lines, (await get('BOTH'))?.lines]).toEqual([['Campus'], ['Nomad', 'Campus']])
  })

  onBoth(
    'a rename of a line stands in the way of an earlier undo and of a form that is open, and helpers read no code of it',
    async () => {
      await enter({ lines: ['Campus'] })
      const changed = (await change({ lines: ['Campus'], value: 15 }, 0)).json<{ audit_id: number }>().audit_id
      const renamed = await saveLine('Campus', 'Scholar')
      expect((await change({ lines: ['Campus'], value: 20 }, 1)).statusCode).toBe(409)
      expect((await undo(changed)).json().message).toContain(`because of a later one: change ${renamed} (lines changed`)
      const listed = async (visitor: AdminVisitor) => JSON.stringify((await visitor.call(adminAudit.listAudit)).json())
      expect(await listed(owner)).toContain('SUMMER')
      expect(await listed(await signInAs(shop, 'helper'))).not.toContain('SUMMER')
      expect((await undo(renamed)).statusCode).toBe(200)
      expect((await undo(changed)).statusCode).toBe(200)
      expect(await get()).toMatchObject({ lines: ['Campus'], value: 10 })
    },
  )

  onBoth('of the products only those are read that a cart has or a code names', async () => {
    const ids = async (wanted: Parameters<typeof findGoods>[1]) =>
      (await findGoods(db(), wanted)).map(({ product_id }) => product_id)
    expect(await ids({ ids: [], lines: [] })).toEqual([])
    expect(await ids({ ids: ['107', 'unknown'], lines: [] })).toEqual(['107'])
    await enterOn({ lines: ['Campus'], product_ids: ['107'] })
    const campus = await ids({ ids: [], lines: ['Campus'] })
    expect(campus).toContain('101')
    const { discounts } = await listDiscounts(db(), '2026-11-26')
    expect(discounts[0]?.product_ids?.toSorted()).toEqual([...campus, '107'].toSorted())
  })

  onBoth('one for each email address once is refused the second time, in any letter case', async () => {
    await enterOn({ once_each: true })
    await take()
    await expect(take({ email: 'ADA@shop.example' })).rejects.toThrow(
      'The code SUMMER has already been used with this email address.',
    )
    await take({ email: 'bea@shop.example' })
    expect(await get()).toMatchObject({ uses: 2 })
  })

  test.each(['Édith@shop.example', 'édith@shop.example', 'ÉDITH@SHOP.EXAMPLE'])(
    'one for each email address once is refused to %s after Édith has used it',
    async (email) => {
      await enterOn({ once_each: true })
      await take({ email: 'Édith@shop.example' })
      await expect(take({ email })).rejects.toThrow('The code SUMMER has already been used with this email address.')
    },
  )

  onBoth('of two who use it at once for its last time one wins', async () => {
    await enterOn({ max_uses: 1 })
    const today = '2026-11-26'
    const use = () => inTransaction(db(), (trx) => takeCode(trx, 'SUMMER', { email: '', today }))
    const taken = await Promise.all([use(), use(), use()])
    expect(taken.filter((one) => typeof one !== 'string')).toHaveLength(1)
    expect(await findCode(db(), 'SUMMER')).toMatchObject({ uses: 1 })
    await inTransaction(db(), (trx) => giveUseBack(trx, 'SUMMER'))
    expect(await findCode(db(), 'SUMMER')).toMatchObject({ uses: 0 })
  })
})
