import fc from 'fast-check'
import { expect, it } from 'vitest'
import { CANCELLATION_REASONS, normalizeOrderNumber, parseOrder, parseOrderList } from './calls.ts'
import { cancellation } from './schemas.ts'

const ROW = {
  order_id: 17,
  orderDate: '2026-11-21',
  order_status: 'Processing',
  total_amount: '118.00',
  tax_amount: 9.74,
  delivery_cost: '5.99',
  customer_id: null,
  combined_tax_rate: 0.0825,
  tracking_number: null,
  estimated_delivery_date: '2026-11-30',
  order_item_id: 1,
  product_id: 3,
  product_name: 'Campus Slim, Blue',
  price: '59.00',
  stock_quantity: '2',
  image_url: 'campus-slim-blue.jpg',
  cancellation_status: null,
  refund_status: null,
  cancellation_reason: null,
}

it('a found order: subtotal = total_amount + delivery_cost, total = subtotal + tax_amount (R23)', () => {
  expect(parseOrder([ROW])).toMatchObject({ subtotal_cents: 12_399, tax_cents: 974, total_cents: 13_373 })
})

it('a found order keeps these sums for any amounts, read once from the first row', () => {
  const amount = fc.integer({ min: 0, max: 10_000_000 })
  fc.assert(
    fc.property(amount, amount, amount, fc.integer({ min: 1, max: 5 }), (goods, delivery, tax, count) => {
      const amounts = { total_amount: goods / 100, delivery_cost: delivery / 100, tax_amount: tax / 100 }
      const rows = Array.from({ length: count }, (_, index) => ({ ...ROW, ...amounts, order_item_id: index }))
      const order = parseOrder(rows)
      expect(order).toMatchObject({
        subtotal_cents: goods + delivery,
        tax_cents: tax,
        total_cents: goods + delivery + tax,
      })
      expect(order?.items).toHaveLength(count)
    }),
  )
})

it('a found order has stock_quantity as the line quantity (section 3)', () => {
  expect(parseOrder([ROW])?.items).toMatchObject([{ order_item_id: '1', quantity: 2, price_cents: 5900 }])
})

it('a found order is null when nothing was found', () => {
  for (const body of [[], null, undefined, {}, 'x', [null], [{ order_item_id: 1 }]]) expect(parseOrder(body)).toBeNull()
})

it('a found order is parsed without throwing, whatever arrives, with valid sums and quantities', () => {
  const row = fc.record(
    Object.fromEntries(Object.keys(ROW).map((field) => [field, fc.oneof(fc.jsonValue(), fc.double())])),
    { requiredKeys: [] },
  )
  const near = row.map((fields) => ({ ...fields, order_id: 17, order_item_id: 1 }))
  fc.assert(
    fc.property(fc.oneof(fc.jsonValue(), fc.array(fc.oneof(row, near))), (body) => {
      const order = parseOrder(body)
      if (order === null) return
      const { subtotal_cents: subtotal, tax_cents: tax } = order
      const sum = subtotal === null || tax === null ? null : subtotal + tax
      expect(order.total_cents).toBe(sum !== null && Number.isSafeInteger(sum) ? sum : null)
      for (const item of order.items) {
        for (const number of [item.quantity, item.price_cents])
          expect(number === null || (Number.isSafeInteger(number) && number >= 0)).toBe(true)
        expect(item.product_name).not.toBe('')
      }
    }),
    { numRuns: 300 },
  )
})

it.each([
  ['total_amount', { subtotal_cents: null, tax_cents: 974, total_cents: null }],
  ['delivery_cost', { subtotal_cents: null, tax_cents: 974, total_cents: null }],
  ['tax_amount', { subtotal_cents: 12_399, tax_cents: null, total_cents: null }],
])('a found order: an unknown %s makes every sum with it unknown (R46)', (field, sums) => {
  for (const unknown of [undefined, null, '', 'free', -1, {}])
    expect(parseOrder([{ ...ROW, [field]: unknown }])).toMatchObject(sums)
})

it('a found order: an unknown price or quantity of an item stays unknown (R46)', () => {
  expect(parseOrder([{ ...ROW, price: null, stock_quantity: 'some' }])?.items).toMatchObject([
    { price_cents: null, quantity: null },
  ])
  expect(parseOrder([{ ...ROW, price: 0, stock_quantity: 0 }])?.items).toMatchObject([{ price_cents: 0, quantity: 0 }])
})

it('a found order is one object for the cancellation call, with order-level fields once and rows under items (R26)', () => {
  const { order_item_id, product_id, product_name, price, stock_quantity, image_url, ...rest } = ROW
  const { cancellation_status, refund_status, cancellation_reason, ...order } = rest
  const item = { order_item_id, product_id, product_name, price, stock_quantity, image_url }
  const statuses = { cancellation_status, refund_status, cancellation_reason }
  const second = { order_item_id: 'b-2', note: 'a gift' }
  expect(parseOrder([ROW, { ...ROW, ...second }])?.details).toEqual({
    ...order,
    items: [
      { ...item, ...statuses },
      { ...item, ...statuses, ...second },
    ],
  })
})

it('a found order keeps ids in their original type for the cancellation call (R26)', () => {
  const order = parseOrder([ROW, { ...ROW, order_item_id: 'b-2' }])
  expect(order?.wire_id).toBe(17)
  expect(order?.items.map((item) => item.wire_id)).toEqual([1, 'b-2'])
  expect(order?.items.map((item) => item.order_item_id)).toEqual(['1', 'b-2'])
})

it.each([null, undefined, '', 'none', 'None', false, 'false', 0, '0', 'null', 'N/A', 'no'])(
  'a found order treats the tracking number %j as none',
  (tracking_number) => {
    expect(parseOrder([{ ...ROW, tracking_number }])?.tracking_number).toBeNull()
  },
)

it('the list of orders skips malformed entries, and throws only for a body that is not a list', () => {
  expect(parseOrderList([{ order_id: 17, order_date: '2026-11-21' }, {}, null, { order_id: '18' }])).toEqual([
    { order_id: '17', order_date: '2026-11-21' },
    { order_id: '18', order_date: null },
  ])
  fc.assert(
    fc.property(fc.jsonValue(), (body) => {
      if (Array.isArray(body)) expect(() => parseOrderList(body)).not.toThrow()
      else expect(() => parseOrderList(body)).toThrow(TypeError)
    }),
  )
})

it.each(['17', '#17', ' # 17 ', '1 7', '\t17\n'])(
  'order numbers: a leading # and blanks are accepted (R24) %o is order 17',
  (text) => {
    expect(normalizeOrderNumber(text)).toBe('17')
  },
)

it('order numbers: a leading # and blanks are accepted (R24); normalizing removes only one leading #, and other texts stay wrong', () => {
  expect(normalizeOrderNumber('1#7')).toBe('1#7')
  expect(normalizeOrderNumber('##17')).toBe('#17')
})

it('order numbers: a leading # and blanks are accepted (R24) normalizing a number is idempotent', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^ *#? *[A-Za-z0-9-]* *$/), (text) => {
      const once = normalizeOrderNumber(text)
      expect(normalizeOrderNumber(once)).toBe(once)
    }),
  )
})

it('the cancellation call offers the five reasons of the specification', () => {
  expect(CANCELLATION_REASONS).toEqual([
    'Changed My Mind',
    'Ordered Incorrect Item',
    'Defective/Damaged',
    'Wrong Item Received',
    'Shipping Issues',
  ])
})

it('the cancellation call accepts ids as numbers or strings, and requires items, a reason and details', () => {
  const body = {
    firstName: 'Ana',
    lastName: 'Ruiz',
    email: 'ana@shopper.example',
    orderId: 17,
    orderDetails: parseOrder([ROW])?.details,
    cancellationReason: 'Shipping Issues',
    cancellationJustification: 'Too late for us.',
    itemsToCancel: [1, '2'],
  }
  const accepts = (change: object) => cancellation.safeParse({ ...body, ...change }).success
  expect(accepts({})).toBe(true)
  expect(accepts({ orderDetails: [ROW] })).toBe(true)
  expect(accepts({ itemsToCancel: [] })).toBe(false)
  expect(accepts({ cancellationReason: '' })).toBe(false)
  expect(accepts({ cancellationJustification: '  ' })).toBe(false)
})
