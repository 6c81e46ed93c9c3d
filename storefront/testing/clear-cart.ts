import { currentCart, removeProduct } from '../cart/cart-store.ts'

export function clearCart(): void {
  for (const { product_id } of currentCart()) removeProduct(product_id)
}
