import { isGuest } from '../accounts/guest.ts'
import type { Visitor } from '../accounts/session-store.ts'
import type { Cart } from '../cart/cart-store.ts'

/** What the checkout shows: `wait` is the skeleton until user and cart are restored (R16). */
export type Gate = 'wait' | 'login' | 'empty' | 'open'

/** Whether a visitor may check out: signed in, or with the guest flag. */
export function checkoutGate(visitor: Visitor, cart: Pick<Cart, 'items' | 'restored'>, navigationState: unknown): Gate {
  if (!visitor.restored || !cart.restored) return 'wait'
  if (visitor.user === null && !isGuest(navigationState)) return 'login'
  return cart.items.length === 0 ? 'empty' : 'open'
}
