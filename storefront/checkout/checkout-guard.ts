import { isGuest } from '../accounts/guest.ts'
import type { Visitor } from '../accounts/session-store.ts'
import type { Cart } from '../cart/cart-store.ts'

/** What the checkout shows: `wait` is the neutral skeleton until user and cart were restored (R16). */
export type Gate = 'wait' | 'login' | 'empty' | 'open'

/** Who may check out: a signed-in visitor, or one who arrives with the guest flag (section 2). */
export function checkoutGate(visitor: Visitor, cart: Cart, navigationState: unknown): Gate {
  if (!visitor.restored || !cart.restored) return 'wait'
  if (visitor.user === null && !isGuest(navigationState)) return 'login'
  return cart.items.length === 0 ? 'empty' : 'open'
}
