import { DETAIL_FIELDS, parseProductList, priceOn } from '@shop/contract/catalog/calls'
import { DELIVERY_FIELDS, parseDeliveryOptions } from '@shop/contract/delivery/calls'
import { emptyFields, toWire } from '@shop/contract/http/fields'
import { recomputeOrder } from '@shop/contract/order-totals'
import { parseSalesTax, selectTaxTerms } from '@shop/contract/tax/zip-rates'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { serializeListedProduct } from '../backend/catalog/catalog.serializers.ts'
import { addToCart, type CartItem, withAdjustment } from '../storefront/cart/cart.ts'
import { cartFromStorage, cartToStorage } from '../storefront/cart/cart-storage.ts'
import { estimateOrder } from '../storefront/estimate/order-estimate.ts'

const CARTS = process.env.TEST_FORM === 'long' ? 20_000 : 2000
const DAY = '2026-11-27'

type Row = Parameters<typeof serializeListedProduct>[0]

/** A stored product; a sale price counts when its first day has come. */
const product = fc
  .record({
    price_cents: fc.integer({ min: 1, max: 10_000_000 }),
    sale: fc.option(fc.double({ min: 0, max: 0.99, noNaN: true })),
    sale_from: fc.constantFrom(null, '2026-11-27', '2026-11-28'),
    stock_quantity: fc.integer({ min: 1, max: 15 }),
    pressed: fc.integer({ min: 0, max: 11 }),
  })
  .map(({ sale, pressed, ...row }) => ({
    row: { ...row, sale_price_cents: sale === null ? null : Math.floor(row.price_cents * sale), sale_until: null },
    pressed,
  }))
const rate = fc.integer({ min: 0, max: 200_000 }).map((millionths) => millionths / 1_000_000)
/** A state's sales tax, with one for the ZIP codes 75001 to 75099, as the backend sends it; and the ZIP code of an order. */
const taxed = fc.record({
  answer: fc.record({
    combined_tax_rate: rate,
    collected: fc.boolean(),
    delivery_taxed: fc.boolean(),
    zip_rates: fc.array(fc.record({ from: fc.constant('75001'), to: fc.constant('75099'), combined_tax_rate: rate }), {
      maxLength: 1,
    }),
  }),
  zip: fc.constantFrom('75000', '75001', '75050', '75099', '75100'),
})
type Taxed = typeof taxed extends fc.Arbitrary<infer Value> ? Value : never

/** Tax that the backend charges; `null`: no state was chosen. */
function chargedTax(tax: Taxed | null): { taxRate: number | null; deliveryTaxed: boolean } {
  if (tax === null || !tax.answer.collected) return { taxRate: tax && 0, deliveryTaxed: false }
  const { combined_tax_rate, delivery_taxed, zip_rates } = tax.answer
  const isOwn = Number(tax.zip) >= 75_001 && Number(tax.zip) <= 75_099
  const own = isOwn ? zip_rates[0]?.combined_tax_rate : undefined
  return { taxRate: own ?? combined_tax_rate, deliveryTaxed: delivery_taxed }
}

const NO_TAX = { taxRate: null, deliveryTaxed: false }

const wanted = fc.record({
  products: fc.array(product, { maxLength: 8 }),
  cost: fc.option(fc.integer({ min: 0, max: 1_000_000 })),
  tax: fc.option(taxed),
})

type Stored = Pick<Row, 'price_cents' | 'sale_price_cents' | 'sale_from' | 'sale_until' | 'stock_quantity'>

function toRow(stored: Stored, index: number): Row {
  const texts = {
    slug: '',
    product_name: `Bag ${index}`,
    color: '',
    size: '',
    line: '',
    style: '',
    short_description: '',
  }
  return {
    product_id: String(index),
    ...texts,
    ...stored,
    status: 'published',
    details: emptyFields(DETAIL_FIELDS),
    pictures: [],
  }
}

/** Passes a value through JSON, as on its way to the browser. */
const sent = (value: unknown): unknown => JSON.parse(JSON.stringify(value))

/** The cart after so many presses on each product, and after the page was loaded again. */
function shop(rows: readonly Row[], presses: readonly number[]): CartItem[] {
  const { products } = parseProductList(sent(rows.map((row) => serializeListedProduct(row, DAY))))
  let items: readonly CartItem[] = []
  for (const [index, listed] of products.entries()) {
    for (let press = 0; press < (presses[index] ?? 0); press += 1) items = addToCart(items, listed).items
  }
  return cartFromStorage(cartToStorage(items)).items.map((item) => withAdjustment(item, null))
}

test(`the checkout shows what the backend's own records come to, to the cent, for ${CARTS} carts`, () => {
  fc.assert(
    fc.property(wanted, ({ products, cost, tax }) => {
      const rows = products.map(({ row }, index) => toRow(row, index))
      const cart = shop(
        rows,
        products.map(({ pressed }) => pressed),
      )
      const option = { provider_name: 'A', delivery_type: 'B', display_text: 'C', estimated_days: 5 }
      const options =
        cost === null ? [] : [toWire(DELIVERY_FIELDS, { ...option, delivery_type_id: '1', delivery_cost_cents: cost })]
      const page = estimateOrder(
        cart,
        parseDeliveryOptions(sent(options))[0] ?? null,
        tax === null ? NO_TAX : selectTaxTerms(parseSalesTax(sent(tax.answer)), tax.zip),
        new Date(`${DAY}T12:00:00`),
      )
      // A product may come twice.
      const lines = cart.flatMap(({ product_id, quantity }) => [
        { product_id, quantity: 1 },
        ...(quantity > 1 ? [{ product_id, quantity: quantity - 1 }] : []),
      ])
      const offered = new Map(rows.map((row) => [row.product_id, { ...row, ...priceOn(row, DAY) }]))
      const backend = recomputeOrder(lines, offered, { deliveryCost: cost ?? 0, ...chargedTax(tax) })
      expect(backend.lines.map(({ problem }) => problem)).toEqual(cart.map(() => null))
      expect(page.sums).toEqual(backend.sums)
    }),
    { numRuns: CARTS },
  )
})
