import { expect, test } from 'vitest'
import { parseDraft, storedDraft } from './placement-draft.ts'

const DRAFT = {
  customer: { firstName: 'Ada', lastName: 'Lovelace', email: 'ada@mail.example', phone: '' },
  address: { address1: '12 Main St', city: 'Portland', state: 'OR', zipCode: '97201' },
  quote: {
    items: [{ product_id: '101', product_name: 'Campus', price_cents: 7900, quantity: 2, image_file: null }],
    sums: { subtotal: 15_800, delivery: 990, discount: 990, tax: 0, total: 15_800 },
    ...{ tax_rate_millionths: 0, delivery_taxed: 0, estimated_delivery_date: '2026-12-01' },
  },
}
const read = (draft: unknown) => parseDraft({ draft: typeof draft === 'string' ? draft : JSON.stringify(draft) })

test('a draft of an earlier version, without prices before a sale, code and delivery option, still becomes an order', () => {
  const earlier = read(DRAFT)
  if (earlier === null) throw new Error('the draft was not read')
  expect(read(storedDraft(earlier))).toEqual(earlier)
  expect(JSON.parse(storedDraft(earlier)).quote.sums).toMatchObject(DRAFT.quote.sums)
  expect(earlier).toMatchObject({
    ...{ customer: DRAFT.customer, address: DRAFT.address },
    quote: {
      items: [{ regular_price_cents: null, discount_cents: 0 }],
      ...{ discount: null, delivery_name: null },
      sums: { goods: 15_800, delivery: 990, deliveryDiscount: 990, tax: 0, total: 15_800 },
    },
  })
})

test('from what was deleted or cannot be read no order is made', () => {
  expect(parseDraft({ draft: null })).toBeNull()
  const item = { ...DRAFT.quote.items[0], price_cents: 79.5 }
  for (const broken of ['{', '{}', 'null', '{"quote":{}}', { ...DRAFT, quote: { ...DRAFT.quote, items: [item] } }])
    expect(read(broken), JSON.stringify(broken)).toBeNull()
})
