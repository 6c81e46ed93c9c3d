import { takenOrder } from '@shop/contract/orders/taken-orders'
import { expect, test } from 'vitest'
import { EMPTY_ADDRESS_DRAFT } from '../../address/address-draft.ts'
import {
  addItem,
  beyondStock,
  calculateSums,
  fixAmounts,
  isUntouched,
  nextDraft,
  type OrderTerms,
  parseDraft,
  splitItem,
  type TakenDraft,
  toTakenOrder,
} from './taken-draft.ts'

const BAG = {
  ...{ product_id: '101', product_name: 'Campus', image_url: null, price_today: 7900, stock: 4 },
  ...{ wholesale_price: 3950, wholesale_minimum: 6 },
}
const DRAFT = {
  ...parseDraft('', 'fair'),
  first_name: 'Ada',
  last_name: 'Lovelace',
  email: 'ada@shop.example',
  items: addItem(addItem([], BAG), BAG),
}

test('a product that is added again is one more of it', () => {
  expect(DRAFT.items).toEqual([{ ...BAG, quantity: '2', price: '' }])
})

const TERMS: OrderTerms = {
  discounts: [],
  used_up_codes: [],
  delivery_options: [{ id: 'std', text: 'Standard', cost_cents: 599 }],
  taxes: [
    { state: 'CA', collected: true, rate: 0.0885, delivery_taxed: false, zip_rates: [] },
    { state: 'OR', collected: false, rate: 0, delivery_taxed: false, zip_rates: [] },
    {
      state: 'TX',
      collected: true,
      rate: 0.0625,
      delivery_taxed: true,
      zip_rates: [{ from: '75001', to: '75099', rate: 0.0825 }],
    },
  ],
}
const inTexas = (zip: string) => ({ ...EMPTY_ADDRESS_DRAFT, address1: '1 Elm St', city: 'Dallas', state: 'TX', zip })
const totalOf = (draft: TakenDraft) => calculateSums(draft, TERMS)?.total ?? null

test('the sum counts agreed prices, delivery and tax, and is unknown while something cannot be read', () => {
  expect(totalOf(DRAFT)).toBe(15_800)
  const [item] = DRAFT.items
  const agreed = item === undefined ? [] : [{ ...item, price: '70' }]
  const sent = { ...DRAFT, handed_over: false, items: agreed, delivery: '5.99', tax: '$1' }
  expect(totalOf(sent)).toBe(14_699)
  expect(totalOf({ ...DRAFT, tax: '1,50' })).toBeNull()
})

test('for a shop that resells it a product costs its wholesale price, where it has one', () => {
  const wholesale = { ...DRAFT, channel: 'wholesale' } as const
  expect(totalOf(wholesale)).toBe(7900)
  expect(toTakenOrder(wholesale).items).toMatchObject([{ price_cents: 3950 }])
  expect(toTakenOrder(DRAFT).items).toMatchObject([{ price_cents: null }])
  expect(fixAmounts(wholesale, TERMS).items).toMatchObject([{ price: '39.50' }])
  const items = addItem([], { ...BAG, wholesale_price: null })
  expect(totalOf({ ...wholesale, items })).toBe(7900)
  expect(totalOf({ ...DRAFT, channel: 'phone' })).toBe(15_800)
})

test('a draft of the version before has no wholesale prices', () => {
  const { wholesale_price: _, wholesale_minimum: __, ...item } = { ...BAG, quantity: '1', price: '' }
  expect(parseDraft(JSON.stringify({ ...DRAFT, items: [item] }), 'fair').items).toMatchObject([
    { product_id: '101', wholesale_price: null, wholesale_minimum: null },
  ])
})

test('delivery and sales tax are filled in from the option and the state, as at the checkout, until others are typed', () => {
  const [item] = DRAFT.items
  const cheap = item === undefined ? [] : [{ ...item, price: '10' }]
  const draft = { ...DRAFT, handed_over: false, items: cheap, option: 'std', state: 'CA' }
  expect(calculateSums(draft, TERMS)).toEqual({
    usual: { delivery: 1198, tax: 177 },
    codeDiscount: 0,
    total: 2000 + 1198 + 177,
  })
  expect(calculateSums({ ...draft, items: DRAFT.items }, TERMS)?.usual).toEqual({ delivery: 0, tax: 1398 })
  expect(totalOf({ ...draft, delivery: '5', tax: '0' })).toBe(2500)
  expect(toTakenOrder(draft)).toMatchObject({
    delivery_type_id: 'std',
    state: 'CA',
    delivery_cents: null,
    tax_cents: null,
  })
  const byAddress = {
    ...draft,
    state: '',
    address: { ...EMPTY_ADDRESS_DRAFT, address1: '12 Main St', city: 'Oakland', state: 'CA', zip: '94601' },
  }
  expect(toTakenOrder(byAddress).state).toBe('CA')
})

test('the tax is also on an agreed delivery where the state wants it, at the rate of the ZIP code of the address', () => {
  const [item] = DRAFT.items
  const cheap = item === undefined ? [] : [{ ...item, price: '10' }]
  const draft = {
    ...DRAFT,
    handed_over: false,
    items: cheap,
    option: 'std',
    address: inTexas('75050'),
  }
  expect(calculateSums(draft, TERMS)?.usual).toEqual({ delivery: 1198, tax: 264 })
  expect(calculateSums({ ...draft, delivery: '5' }, TERMS)).toEqual({
    usual: { delivery: 1198, tax: 206 },
    codeDiscount: 0,
    total: 2706,
  })
  expect(calculateSums({ ...draft, address: inTexas('78701') }, TERMS)?.usual.tax).toBe(200)
  // Goods that are taken along are not delivered, so its ZIP code is not known.
  expect(calculateSums({ ...draft, handed_over: true, state: 'TX' }, TERMS)).toEqual({
    usual: { delivery: 0, tax: 125 },
    codeDiscount: 0,
    total: 2125,
  })
  expect(calculateSums({ ...draft, state: 'OR' }, TERMS)?.usual.tax).toBe(0)
})

test('the charged total stays when prices and rates change before the order is sent', () => {
  const fixed = fixAmounts({ ...DRAFT, handed_over: false, option: 'std', state: 'CA' }, TERMS)
  expect(toTakenOrder(fixed)).toMatchObject({
    items: [{ quantity: 2, price_cents: 7900 }],
    delivery_cents: 0,
    tax_cents: 1398,
  })
  expect(totalOf(fixed)).toBe(17_198)
})

test('one piece of several gets a price of its own', () => {
  const [first, second] = splitItem(DRAFT.items, 0)
  expect([first?.quantity, second?.quantity]).toEqual(['1', '1'])
  expect(splitItem(splitItem(DRAFT.items, 0), 0)).toHaveLength(2)
})

test.each(['7,50', '-3', 'free', '1e3', '99999999'])(
  '%s as a price, delivery or tax is refused beside its field',
  (text) => {
    const [item] = DRAFT.items
    if (item === undefined) throw new Error('no item')
    const order = toTakenOrder({
      ...DRAFT,
      handed_over: false,
      items: [{ ...item, price: text }],
      delivery: text,
      tax: text,
    })
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

test('an order that is handed over has no delivery address', () => {
  const draft = { ...DRAFT, address: { ...EMPTY_ADDRESS_DRAFT, address1: '12 Main St' } }
  expect(toTakenOrder({ ...draft, handed_over: false }).address).toMatchObject({ address1: '12 Main St', city: '' })
  expect(toTakenOrder({ ...draft, handed_over: true }).address).toBeNull()
  expect(toTakenOrder({ ...DRAFT, handed_over: false }).address).toBeNull()
})

test('a missing part of an address, and a ZIP code of another state, are refused beside their fields', () => {
  const street = { ...EMPTY_ADDRESS_DRAFT, address1: '1 Derby St' }
  const salem = { ...street, city: 'Salem', state: 'MA', zip: '01970' }
  const issuesOf = (address: TakenDraft['address']) => {
    const order = { ...toTakenOrder({ ...DRAFT, handed_over: false, address }), items: TAKEN_ITEMS }
    return (takenOrder.safeParse(order).error?.issues ?? []).map(({ path }) => path.join('.'))
  }
  expect(issuesOf(street)).toEqual(['address.city', 'address.state', 'address.zip'])
  expect(issuesOf(salem)).toEqual([])
  expect(issuesOf({ ...salem, state: 'ME' })).toEqual(['address.zip'])
  expect(issuesOf({ ...salem, state: 'ME', zip_is_right: true })).toEqual([])
})

test('an order that a page of an earlier version sends, with its address in lines, is refused', () => {
  const sent = takenOrder.safeParse({ ...toTakenOrder(DRAFT), items: TAKEN_ITEMS, delivery_address: '1 Derby St' })
  expect(sent.error?.issues[0]?.message).toContain('Reload this page')
})

const TAKEN_ITEMS = [{ product_id: '101', quantity: 1, price_cents: null }]

test('a stored draft comes back; one that cannot be read is empty', () => {
  expect(parseDraft(JSON.stringify(DRAFT), 'phone')).toEqual(DRAFT)
  for (const text of ['', '{', 'null', '{"items":3}']) expect(parseDraft(text, 'phone').items).toEqual([])
})

test('a discount code is in the total and the tax, as the shop computes it, and in what is sent', () => {
  const summer = { code: 'SUMMER', kind: 'percent', value: 10, product_ids: null, minimum_cents: 0 } as const
  const terms = { ...TERMS, discounts: [summer] }
  const draft = { ...DRAFT, state: 'CA', code: 'SUMMER' }
  expect(calculateSums(draft, terms)).toMatchObject({ codeDiscount: 1580, total: 14_220 + 1258 })
  expect(calculateSums(draft, TERMS)).toMatchObject({ codeDiscount: 0, total: 15_800 + 1398 })
  expect(toTakenOrder(draft).discount_code).toBe('SUMMER')
})

test('the next order at the same place keeps where it is, how it is paid and the state of the tax', () => {
  const sold = {
    ...DRAFT,
    channel: 'fair',
    handed_over: true,
    state: 'CA',
    payment: 'card',
    code: 'SUMMER',
    tax: '9',
  } as const
  const next = nextDraft(sold)
  expect(next).toMatchObject({ channel: 'fair', handed_over: true, state: 'CA', payment: 'card' })
  expect(next).toMatchObject({ items: [], first_name: '', last_name: '', email: '', code: '', tax: '', note: '' })
  expect([isUntouched(next), isUntouched(sold), isUntouched(parseDraft('', 'fair'))]).toEqual([true, false, true])
})

test('a cash sale that is handed over needs no name, and all others do', () => {
  const nobody = { ...DRAFT, first_name: ' ', last_name: '', email: '', payment: 'cash', handed_over: true } as const
  const missing = (changes: Partial<TakenDraft>) =>
    (takenOrder.safeParse(toTakenOrder({ ...nobody, ...changes })).error?.issues ?? []).map(({ path }) =>
      path.join('.'),
    )
  expect(missing({})).toEqual([])
  for (const changes of [{ payment: 'unpaid' }, { handed_over: false }, { email: 'ada@mail.example' }] as const) {
    expect(missing(changes)).toEqual(['first_name', 'last_name'])
  }
})

test('pieces of all lines are compared with what is known to be there', () => {
  const [item] = DRAFT.items
  if (item === undefined) throw new Error('no item')
  const lines = [
    { ...item, quantity: '2' },
    { ...item, quantity: '1' },
  ]
  expect(beyondStock(lines, () => 3)).toEqual([])
  expect(beyondStock(lines, () => 1)).toEqual([`3 of ${item.product_name}, but only 1 in stock`])
})

test('an order that is entered begins as one by phone, not paid and to be sent; at a fair it is taken along for cash', () => {
  expect(parseDraft('', 'phone')).toMatchObject({ channel: 'phone', payment: 'unpaid', handed_over: false })
  expect(parseDraft('{', 'fair')).toMatchObject({ channel: 'fair', payment: 'cash', handed_over: true })
})
