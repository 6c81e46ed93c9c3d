import { takenOrder } from '@shop/contract/admin/taken-orders'
import { expect, test } from 'vitest'
import { addItem, parseDraft, toTakenOrder, totalOf } from './taken-draft.ts'

const BAG = { product_id: '101', product_name: 'Campus', image_url: null, price_today: 7900, stock: 4 }
const DRAFT = {
  ...parseDraft(''),
  first_name: 'Ada',
  last_name: 'Lovelace',
  email: 'ada@shop.example',
  items: addItem(addItem([], BAG), BAG),
}

test('a product that is added again is one more of it', () => {
  expect(DRAFT.items).toEqual([{ ...BAG, quantity: '2', price: '' }])
})

test('the sum counts agreed prices, delivery and tax, and is unknown while something cannot be read', () => {
  expect(totalOf(DRAFT)).toBe(15_800)
  const [item] = DRAFT.items
  const agreed = item === undefined ? [] : [{ ...item, price: '70' }]
  expect(totalOf({ ...DRAFT, items: agreed, delivery: '5.99', tax: '$1' })).toBe(14_699)
  expect(totalOf({ ...DRAFT, tax: '1,50' })).toBeNull()
})

test.each(['7,50', '-3', 'free', '1e3', '99999999'])(
  '%s as a price, delivery or tax is refused beside its field',
  (text) => {
    const [item] = DRAFT.items
    if (item === undefined) throw new Error('no item')
    const order = toTakenOrder({ ...DRAFT, items: [{ ...item, price: text }], delivery: text, tax: text })
    const issues = takenOrder.safeParse(order).error?.issues ?? []
    expect(issues.map(({ path }) => path.join('.'))).toEqual(['items.0.price_cents', 'delivery_cents', 'tax_cents'])
  },
)

test.each(['', '0', '-1', '1.5', 'two', '99999'])(
  '"%s" as a number of products is refused beside its field',
  (quantity) => {
    const [item] = DRAFT.items
    if (item === undefined) throw new Error('no item')
    const issues = takenOrder.safeParse(toTakenOrder({ ...DRAFT, items: [{ ...item, quantity }] })).error?.issues ?? []
    expect(issues.map(({ path }) => path.join('.'))).toEqual(['items.0.quantity'])
  },
)

test('what is taken along has no delivery address', () => {
  const draft = { ...DRAFT, address: '12 Main St' }
  expect(toTakenOrder({ ...draft, handed_over: false }).delivery_address).toBe('12 Main St')
  expect(toTakenOrder({ ...draft, handed_over: true }).delivery_address).toBe('')
})

test('a stored draft comes back; one that cannot be read is empty', () => {
  expect(parseDraft(JSON.stringify(DRAFT))).toEqual(DRAFT)
  for (const text of ['', '{', 'null', '{"items":3}']) expect(parseDraft(text).items).toEqual([])
})
