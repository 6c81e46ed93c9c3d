import { asCount, asList, asRecord, asText } from '@shop/contract/http/coercion'
import { changeQuantity, currentCart, removeProduct } from '../../cart/cart-store.ts'
import { type Attempt, currentAttempt, endAttempt } from './attempt.ts'

/**
 * Ends the attempt that has led to an order, and takes what was ordered out of the cart; what was added since remains. All
 * tabs have one cart, so only the one that ends the attempt changes it.
 */
export function endPlaced(attempt: Attempt, order: Readonly<Record<string, unknown>>): void {
  if (currentAttempt(attempt.owner)?.key !== attempt.key) return
  endAttempt()
  for (const item of asList(order.items)) {
    const row = asRecord(item)
    takeOut(asText(row?.product_id), asCount(row?.quantity))
  }
}

/** Takes units of a product out of the cart; `null`: all of them. */
function takeOut(productId: string | null, units: number | null): void {
  const line = currentCart().find(({ product_id }) => product_id === productId)
  if (line === undefined) return
  const { product_id, quantity } = line
  if (units === null || quantity <= units) removeProduct(product_id)
  else changeQuantity(product_id, quantity - units)
}
