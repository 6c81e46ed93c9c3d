import type { PlaceOrderRequest } from '@shop/contract/checkout/calls'
import { dollars } from '@shop/contract/money'
import type { Detail } from './outcome.ts'
import type { CodedCheckout } from './use-discount-code.ts'

export function orderRequest(
  { items, form, delivery, estimate, code }: CodedCheckout,
  { key, nonce, billingZip }: Pick<PlaceOrderRequest, 'key' | 'nonce' | 'billingZip'>,
): PlaceOrderRequest {
  const { firstName, lastName, email, phone, address1, address2, city, state, zipCode } = form.values
  return {
    key,
    items: items.map(({ product_id, quantity, price_cents }) => ({
      product_id,
      quantity,
      price: dollars(price_cents),
    })),
    delivery_type_id: delivery.selected?.key ?? '',
    customer: { firstName, lastName, email, phone },
    address: { address1, address2, city, state, zipCode },
    billingZip,
    nonce,
    ...(code !== null && { discountCode: code }),
    total: dollars(estimate.sums.total),
    estimatedDeliveryDate: estimate.arrival,
  }
}

/** Changes of the cart for the shop's answer: lines by their place in the request. */
export type LineChange = { index: number; change: 'gone' | 'stock' | 'price' }

export function lineChanges(details: readonly Detail[]): LineChange[] {
  return details.flatMap(({ field }): LineChange[] => {
    const [, index, name] = /^items\.(\d+)\.(\w+)$/.exec(field) ?? []
    if (index === undefined) return []
    const change = name === 'product_id' ? 'gone' : name === 'price' ? 'price' : 'stock'
    return [{ index: Number(index), change }]
  })
}
