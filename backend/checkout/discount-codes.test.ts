import { placingCalls } from '@shop/contract/checkout/calls'
import type { PlaceOrderBody } from '@shop/contract/checkout/schemas'
import type { CodeTerms } from '@shop/contract/discounts/admin'
import { dollars } from '@shop/contract/money'
import type { TakenOrder } from '@shop/contract/orders/taken-orders'
import { describe, expect } from 'vitest'
import { eachPlacingShop, sharedGateway } from '../../tests/gateway/shops/placing-hooks.ts'
import { createToken, hashToken } from '../accounts/passwords/tokens.ts'
import { readLines, saveLine } from '../catalog/lines/change-lines.ts'
import { changeCode, createCode } from '../discounts/change-code.ts'
import { deleteCode, findCode, hasCodeOn } from '../discounts/discounts.repository.ts'
import { updateCancelled } from '../orders/orders.repository.ts'
import { insertPayLink } from '../orders/pay-links.repository.ts'
import { previewTakenOrder, takeOrder } from '../orders/taken/take-order.ts'
import { insertPayment } from '../payments/ledger/payments.repository.ts'
import { inTransaction } from '../platform/database/database.ts'
import { getShopSettings, updateShopSettings } from '../platform/settings/shop-settings.repository.ts'
import { settleDueOperations } from '../settlement/payment-worker.ts'
import { rebuildOrder } from '../settlement/tasks/solve-unmatched.ts'
import { BOTH_ENGINES } from '../testing/servers/engines.ts'
import { testsOn } from '../testing/tests-on.ts'
import { closePlacement } from './complete-placement.ts'
import { readTerms, takeAndQuote } from './quote-order.ts'

const SALE = 'POST .*/transactions'
const PRICE = 7900
const RELEASED = 'We’re releasing the hold on your card.'
const TERMS: CodeTerms = {
  ...{ kind: 'percent', value: 10, minimum_cents: 0, lines: [], product_ids: [] },
  ...{ starts_on: null, ends_on: null, max_uses: null, once_each: false },
}

const BY_HAND: TakenOrder = {
  ...{ channel: 'phone', first_name: 'Ada', last_name: 'Byron', email: '', phone: '', note: '' },
  items: [
    { product_id: '101', quantity: 1, price_cents: 7000 },
    { product_id: '102', quantity: 1, price_cents: 3000 },
  ],
  ...{ delivery_type_id: null, discount_code: 'SUMMER', delivery_cents: 599, state: null, tax_cents: 0 },
  ...{ payment: 'unpaid', handed_over: false, address: null },
}

describe.each(BOTH_ENGINES)('orders that are placed with a discount code on %s', (engine) => {
  const { test, onBoth } = testsOn(engine)
  const gateway = sharedGateway()
  const shop = eachPlacingShop(engine, gateway, 10)

  const db = () => shop.store.database
  const owner = () => ({ database: db(), clock: shop.clock, actor: 'owner@shop.example' })
  const set = (state: 'on' | 'paused' | 'ended') => changeCode(owner(), { code: 'SUMMER', state, seen: null })
  const enterOn = async (terms: Partial<CodeTerms> = {}) => {
    await createCode(owner(), { code: 'SUMMER', terms: { ...TERMS, ...terms } })
    await set('on')
  }
  const uses = async () => (await findCode(db(), 'SUMMER'))?.uses
  const orders = () => db().selectFrom('orders').selectAll().execute()
  const stock = async () =>
    (await db().selectFrom('products').selectAll().where('product_id', '=', '101').executeTakeFirstOrThrow())
      .stock_quantity
  /** Builds the request of a page that shows two bags with 10 % off, or `off` in cents. */
  const body = (some: Partial<PlaceOrderBody> = {}, off = (2 * PRICE) / 10) =>
    shop.buildBody({ discountCode: 'SUMMER', total: dollars(2 * PRICE - off), ...some })
  const place = async (some: Partial<PlaceOrderBody> = {}, off?: number) => shop.place(await body(some, off))
  const check = (code: string, productIds = ['101']) =>
    shop.app.inject({ method: 'POST', url: placingCalls.checkDiscountCode.path, payload: { code, productIds } })

  onBoth('the order has its discount by line, and its card, confirmation, email and found order say so', async () => {
    await enterOn()
    const answer = await place({ discountCode: ' summer ' })
    expect(answer.json().order).toMatchObject({
      ...{ totalWithDeliveryAndTax: 142.2, codeDiscount: { code: 'SUMMER', amount: 15.8 } },
      items: [{ price: 79, quantity: 2 }],
    })
    const [order] = await orders()
    expect(order).toMatchObject({ discount_code: 'SUMMER', discount_cents: 1580, total_cents: 14_220 })
    expect(await db().selectFrom('order_items').select('discount_cents').execute()).toEqual([{ discount_cents: 1580 }])
    const [sale] = await gateway.transactions([
      (await db().selectFrom('payments').selectAll().executeTakeFirstOrThrow()).reference,
    ])
    expect(sale).toMatchObject({ cents: 14_220 })
    const mail = await db()
      .selectFrom('outbox')
      .selectAll()
      .where('kind', '=', 'order-confirmation')
      .executeTakeFirstOrThrow()
    for (const text of ['Subtotal: $158.00', 'Discount code SUMMER: -$15.80', 'Total: $142.20'])
      expect(mail.text).toContain(text)
    const { firstName, lastName, email } = (await body()).customer
    const query = new URLSearchParams({ orderId: order?.order_id ?? '', firstName, lastName, email })
    const found = (await shop.app.inject(`/api/orderDetail?${query}`)).json()
    expect(found).toMatchObject([{ discount: { code: 'SUMMER', amount: 15.8 }, total_amount: 142.2, delivery_cost: 0 }])
    expect(await uses()).toBe(1)
  })

  test('an address tries 20 codes a minute, which are counted for all processes', async () => {
    await enterOn()
    for (let tried = 0; tried < 20; tried += 1) expect((await check('WINTER')).statusCode).toBe(409)
    const refused = await check('SUMMER')
    expect([refused.statusCode, refused.json().error]).toEqual([429, 'rate_limited'])
    const counts = await db().selectFrom('rate_limits').selectAll().execute()
    expect(counts.map(({ counted }) => counted)).toEqual([20])
  })

  test('codes that are tried with orders count like those that the checkout asks about', async () => {
    await enterOn()
    for (let tried = 0; tried < 19; tried += 1) {
      expect((await place({ discountCode: `WINTER${tried}` })).statusCode).toBe(409)
    }
    expect((await check('SUMMER')).statusCode).toBe(200)
    const refused = await place()
    expect([refused.statusCode, refused.json().error]).toEqual([429, 'rate_limited'])
    expect((await place({ discountCode: undefined }, 0)).statusCode).toBe(200)
  })

  test.each([
    ['unknown', {}, async () => {}, { discountCode: 'WINTER' }, 'There is no code WINTER. Please check the spelling.'],
    ['expired', { ends_on: '2020-12-31' }, async () => {}, {}, 'The code SUMMER was good through Dec 31, 2020.'],
    [
      'not yet valid',
      { starts_on: '2096-01-01' },
      async () => {},
      {},
      'The code SUMMER can be used starting Jan 1, 2096.',
    ],
    ['now paused', {}, () => set('paused'), {}, 'The code SUMMER can’t be used right now.'],
    ['now ended', {}, () => set('ended'), {}, 'The code SUMMER has ended.'],
    ['for others', { product_ids: ['102'] }, async () => {}, {}, 'The code SUMMER doesn’t apply to these products.'],
    [
      'for more',
      { minimum_cents: 20_000 },
      async () => {},
      {},
      'The code SUMMER needs items worth $200.00 or more. These cost $158.00.',
    ],
  ])(
    'a code that is %s is a conflict that names old and new, and nothing is taken',
    async (_, terms, meanwhile, some, message) => {
      await enterOn(terms)
      await meanwhile()
      const answer = await place(some)
      expect([answer.statusCode, answer.json().details]).toEqual([
        409,
        [
          { field: 'discountCode', message },
          { field: 'total', message: 'The total was $142.20 and is now $158.00.' },
        ],
      ])
      expect([await uses(), await stock(), await orders()]).toEqual([0, 10, []])
      expect(await db().selectFrom('placements').select('reference').execute()).toEqual([])
    },
  )

  test('one that takes off another amount than the page showed is a conflict that names both totals', async () => {
    await enterOn({ value: 15 })
    const answer = await place()
    expect([answer.statusCode, answer.json().details]).toEqual([
      409,
      [{ field: 'total', message: 'The total was $142.20 and is now $134.30.' }],
    ])
    expect(await uses()).toBe(0)
  })

  test('one for a line takes off what it takes off also where the line is renamed while the order is read', async () => {
    await enterOn({ lines: ['Campus'] })
    const order = await body()
    const terms = await readTerms(db(), order)
    const { lines } = await readLines(db())
    const present = lines.find(({ line }) => line === 'Campus')
    if (present === undefined) throw new Error('no line Campus')
    const line = { ...present, line: 'Scholar' }
    await saveLine(owner(), { was: 'Campus', line, in_names: false, seen: null })
    const quote = await inTransaction(db(), (trx) => takeAndQuote(trx, order, terms, shop.clock()))
    expect(quote.discount).toEqual({ code: 'SUMMER', cents: 1580 })
  })

  test('one of 100 % with free delivery is refused in a sentence', async () => {
    await enterOn({ value: 100 })
    const answer = await place({}, 2 * PRICE)
    expect([answer.statusCode, answer.json().message]).toEqual([
      409,
      'With the code SUMMER there’s nothing left to pay, and we can’t place an order of $0.00.',
    ])
    expect([await uses(), await orders()]).toEqual([0, []])
  })

  onBoth.each(['A', '🎒🎒🎒', 'X'.repeat(300)])(
    '%o is refused as no code, and nothing is asked of the gateway',
    async (text) => {
      const answer = await place({ discountCode: text })
      expect([answer.statusCode, answer.json().details[0].field]).toEqual([400, 'discountCode'])
      expect(await db().selectFrom('placements').select('reference').execute()).toEqual([])
    },
  )

  onBoth('one of two orders at once with its last use is placed, and the other is told', async () => {
    await enterOn({ max_uses: 1 })
    const answers = await Promise.all([place(), place(), place()])
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409, 409])
    const refused = answers.find(({ statusCode }) => statusCode === 409)
    expect(refused?.json().message).toBe('The code SUMMER has reached its usage limit.')
    expect([await uses(), (await orders()).length, await stock()]).toEqual([1, 1, 8])
  })

  test('a declined card gives the use back with the stock', async () => {
    await enterOn({ max_uses: 1 })
    const declined = await place({ nonce: 'fake-processor-declined-visa-nonce' })
    expect(declined.statusCode).toBe(402)
    expect([await uses(), await stock()]).toEqual([0, 10])
    expect((await place()).statusCode).toBe(200)
    expect(await uses()).toBe(1)
  })

  test('a payment that is being checked holds the use, and gives it back once when it fails', async () => {
    await enterOn({ max_uses: 1, once_each: true })
    await gateway.fail({ match: SALE, answer: 'cut' })
    expect((await place()).statusCode).toBe(202)
    expect(await uses()).toBe(1)
    const [placement] = await db().selectFrom('placements').selectAll().execute()
    expect(placement).toMatchObject({ state: 'checking', discount_code: 'SUMMER' })
    const ending = { state: 'abandoned', reason: 'test' } as const
    await closePlacement(shop.worker, placement?.reference ?? '', ending)
    await closePlacement(shop.worker, placement?.reference ?? '', ending)
    expect([await uses(), await stock()]).toEqual([0, 10])
  })

  test('an order whose answer was lost is placed by the worker with its discount', async () => {
    await enterOn({ max_uses: 1 })
    await gateway.fail({ match: SALE, answer: 'cut' })
    expect((await place()).statusCode).toBe(202)
    await settleDueOperations(shop.worker)
    expect(await orders()).toMatchObject([{ discount_code: 'SUMMER', total_cents: 14_220 }])
    expect(await uses()).toBe(1)
  })

  test('one for each email address once is refused while the first payment is being checked, and after it', async () => {
    await enterOn({ once_each: true })
    await gateway.fail({ match: SALE, answer: 'cut' })
    const { customer } = await body()
    expect((await place({ customer: { ...customer, email: customer.email.toUpperCase() } })).statusCode).toBe(202)
    const again = await place()
    const message = 'The code SUMMER has already been used with this email address.'
    expect([again.statusCode, again.json().message]).toEqual([409, `${message} ${RELEASED}`])
    const byHand = { ...BY_HAND, email: customer.email.toUpperCase() }
    const preview = { now: shop.clock(), shop: await getShopSettings(db()) }
    await expect(previewTakenOrder(db(), byHand, preview)).rejects.toThrow(message)
    await expect(takeOrder(owner(), byHand)).rejects.toThrow(message)
    await settleDueOperations(shop.worker)
    expect((await place()).json().message).toBe(`${message} ${RELEASED}`)
    expect([await uses(), (await orders()).length]).toEqual([1, 1])
  })

  test('a shopper who has used a code is told so by the worker that finds the lost answer', async () => {
    await enterOn({ once_each: true })
    expect((await place()).statusCode).toBe(200)
    await gateway.fail({ match: SALE, answer: 'cut' })
    const second = await body()
    expect((await shop.place(second)).statusCode).toBe(202)
    await settleDueOperations(shop.worker)
    await settleDueOperations(shop.worker)
    const looked = await shop.app.inject(`/api/placeOrder/${second.key}`)
    expect(looked.json().message).toBe(`The code SUMMER has already been used with this email address. ${RELEASED}`)
  })

  test.each(['made up', 'declined'])(
    'who has used a code once for each is not told to a card that is %s',
    async (card) => {
      await enterOn({ once_each: true })
      expect((await place()).statusCode).toBe(200)
      // An amount that the gateway declines.
      await db().updateTable('products').set({ price_cents: 150_000 }).where('product_id', '=', '101').execute()
      const { customer } = await body()
      const ask = async (email: string) => {
        const items = [{ product_id: '101', quantity: 2, price: 1500 }]
        const nonce = card === 'declined' ? await gateway.nonce() : 'made-up'
        const answer = await place({ items, total: 2700, nonce, customer: { ...customer, email } })
        return [answer.statusCode, answer.json()]
      }
      const asked = await ask(customer.email)
      expect(asked).toMatchObject([402, { error: 'payment_declined' }])
      expect(asked).toEqual(await ask('new@shop.example'))
    },
  )

  test('a shopper who has used it is told after the authorization, which is released with all that the order held', async () => {
    await enterOn({ once_each: true, max_uses: 5 })
    expect((await place()).statusCode).toBe(200)
    const second = await body()
    const asked = await shop.place(second)
    const message = `The code SUMMER has already been used with this email address. ${RELEASED}`
    const answer = { error: 'conflict', message, details: [{ field: 'key' }, { field: 'discountCode', message }] }
    expect([asked.statusCode, asked.json()]).toMatchObject([409, answer])
    expect((await shop.app.inject(`/api/placeOrder/${second.key}`)).json()).toMatchObject(answer)
    await settleDueOperations(shop.worker)
    const placements = await db()
      .selectFrom('placements')
      .select(['reference', 'state'])
      .orderBy('created_at')
      .execute()
    expect(placements.map(({ state }) => state)).toEqual(['placed', 'abandoned'])
    expect(await gateway.transactions([placements[1]?.reference ?? ''])).toMatchObject([{ status: 'voided' }])
    expect([await uses(), await stock(), (await orders()).length]).toEqual([1, 8, 1])
    const mails = await db().selectFrom('outbox').select('kind').execute()
    expect(mails.map(({ kind }) => kind)).not.toContain('payment-alert')
  })

  test('an order with other mistakes does not tell who has used a code', async () => {
    await enterOn({ once_each: true })
    expect((await place()).statusCode).toBe(200)
    const { customer } = await body()
    const asked = await place({ total: 1 })
    const other = await place({ total: 1, customer: { ...customer, email: 'new@shop.example' } })
    expect([asked.statusCode, asked.json()]).toEqual([409, other.json()])
  })

  test('asking about many people with a card is stopped like trying many cards', async () => {
    await enterOn({ once_each: true })
    const people = Array.from({ length: 4 }, (_, index) => `person${index}@mail.example`)
    for (const email of people) await takeOrder(owner(), { ...BY_HAND, email })
    const { customer } = await body()
    const codes: number[] = []
    for (const email of people) codes.push((await place({ customer: { ...customer, email } })).statusCode)
    expect(codes).toEqual([409, 409, 409, 429])
  })

  test.each([
    ['ada.byron@gmail.com', 'a.dabyron+second@googlemail.com'],
    ['Ada@shop.example', 'ada+bags@SHOP.example'],
    ['ada@m\u00fcnchen.example', 'ada@xn--mnchen-3ya.example'],
    ['zo\u00eb@shop.example', 'zoe\u0308+x@shop.example'],
    ['\u00c4da@shop.example', '\u00e4da@shop.example'],
  ])('one for each person once is not used by %s and again as %s', async (first, second) => {
    await enterOn({ once_each: true })
    await takeOrder(owner(), { ...BY_HAND, email: first })
    const again = takeOrder(owner(), { ...BY_HAND, email: second })
    await expect(again).rejects.toThrow('The code SUMMER has already been used with this email address.')
    await takeOrder(owner(), { ...BY_HAND, email: `other.${second}` })
    expect(await uses()).toBe(2)
  })

  /** A payment whose placement ended without an order, and whose use was given back. */
  const payWithoutOrder = async () => {
    await gateway.fail({ match: SALE, answer: 'cut' })
    await place()
    const { reference } = await db().selectFrom('placements').selectAll().executeTakeFirstOrThrow()
    await closePlacement(shop.worker, reference, { state: 'abandoned', reason: 'test' })
    const now = shop.clock().toISOString()
    const payment = {
      authorized_cents: 14_220,
      captured_cents: 14_220,
      refunded_cents: 0,
      created_at: now,
      expires_at: null,
    }
    const card = { card_brand: null, card_last_four: null, gateway_id: 'sale-1', state: 'settled' } as const
    await inTransaction(db(), (trx) =>
      insertPayment(trx, { provider: 'braintree', ...payment, ...card, reference, order_id: reference }),
    )
    return reference
  }

  test('an order that is rebuilt takes a use again, and says when there is none', async () => {
    await enterOn({ max_uses: 1 })
    const reference = await payWithoutOrder()
    expect((await place()).statusCode).toBe(200)
    await expect(rebuildOrder(owner(), reference)).rejects.toThrow('The code SUMMER has reached its limit')
    await changeCode(owner(), { code: 'SUMMER', terms: { ...TERMS, max_uses: 2 }, seen: null })
    await rebuildOrder(owner(), reference)
    expect([await uses(), (await orders()).map((order) => order.discount_code)]).toEqual([2, ['SUMMER', 'SUMMER']])
  })

  onBoth('an order is rebuilt with its discount also once its code is gone', async () => {
    await enterOn()
    const reference = await payWithoutOrder()
    await inTransaction(db(), (trx) => deleteCode(trx, 'SUMMER'))
    await rebuildOrder(owner(), reference)
    expect(await orders()).toMatchObject([{ discount_code: 'SUMMER', total_cents: 14_220 }])
    expect(await uses()).toBeUndefined()
  })

  test('the checkout learns what a code takes off, and a sentence where it cannot be used', async () => {
    await enterOn({ kind: 'amount', value: 550, product_ids: ['101'], minimum_cents: 2000 })
    expect((await check(' summer ', ['101', '102'])).json()).toEqual({
      ...{ code: 'SUMMER', kind: 'amount', value: 5.5, productIds: ['101'], minimum: 20 },
    })
    await set('paused')
    const refused = await check('SUMMER')
    expect([refused.statusCode, refused.json().details]).toEqual([
      409,
      [{ field: 'discountCode', message: 'The code SUMMER can’t be used right now.' }],
    ])
    await inTransaction(db(), (trx) => updateShopSettings(trx, { orders: 'paused' }))
    expect((await check('SUMMER')).json().error).toBe('orders_paused')
  })

  onBoth(
    'an order by hand with a code is paid by its link with its discount, and what is left of it as well',
    async () => {
      await enterOn({ kind: 'amount', value: 1000 })
      const { orderId } = await takeOrder(owner(), BY_HAND)
      const token = createToken()
      const times = {
        created_at: shop.clock().toISOString(),
        expires_at: '9999',
        withdrawn_at: null,
        withdrawn_mail: null,
      }
      const link = {
        link_id: 'link',
        token_hash: hashToken(token),
        order_id: orderId,
        amount_cents: 9599,
        mail_id: null,
      }
      await inTransaction(db(), (trx) => insertPayLink(trx, { ...link, ...times }))
      const show = async () =>
        (await shop.app.inject({ method: 'POST', url: '/api/showPayLink', payload: { token } })).json().order
      expect(await show()).toMatchObject({
        goods: 90,
        discount: { code: 'SUMMER', amount: 10 },
        delivery: 5.99,
        total: 95.99,
      })
      const { key, nonce, billingZip } = await shop.buildBody()
      await inTransaction(db(), (trx) =>
        updateCancelled(trx, [`${orderId}-2`], { reason: '', details: '', now: shop.clock() }),
      )
      expect(await show()).toMatchObject({ goods: 63, discount: { code: 'SUMMER', amount: 7 }, total: 68.99 })
      const payload = { token, key, nonce, billingZip, total: 68.99 }
      expect((await shop.app.inject({ method: 'POST', url: '/api/payByLink', payload })).json()).toEqual({
        status: 'paid',
      })
      expect(await db().selectFrom('payments').select('authorized_cents').execute()).toEqual([
        { authorized_cents: 6899 },
      ])
      expect(await uses()).toBe(1)
    },
  )

  test('pages know whether there is a code that is on', async () => {
    const isThere = () => hasCodeOn(db(), '2026-11-26')
    expect(await isThere()).toBe(false)
    await enterOn({ ends_on: '2026-11-26' })
    expect([await isThere(), await hasCodeOn(db(), '2026-11-27')]).toEqual([true, false])
    await set('paused')
    expect(await isThere()).toBe(false)
  })
})
