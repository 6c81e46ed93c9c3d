import { Suspense, useState } from 'react'
import { ownerOf } from '../../accounts/personal-data.ts'
import { useVisitor, type Visitor } from '../../accounts/session-store.ts'
import { type Cart, useCart } from '../../cart/cart-store.ts'
import { useInquiryPrefill } from '../../links/inquiry-link.tsx'
import { ButtonLink, isGuest } from '../../links/shop-link.tsx'
import { lazyComponent } from '../../router/lazy-component.ts'
import { Navigate } from '../../router/link.tsx'
import { useLocation } from '../../router/router.tsx'
import { PageMeta } from '../../site/page-meta.tsx'
import { useShop } from '../../site/shop-settings.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { PageTitle } from '../../ui/heading.tsx'
import { NeedsScript } from '../../ui/hydrated.tsx'

/** Only loaded for visitors with access, not for those who are redirected to the sign-in. */
const CheckoutForm = lazyComponent('checkout', async () => (await import('./checkout-form.tsx')).CheckoutForm)

/** Checkout (section 2). Access is decided in the browser, after user and cart were restored (R16). */
export function CheckoutPage() {
  const shop = useShop()
  const location = useLocation()
  const visitor = useVisitor()
  useInquiryPrefill({ cart: true })
  const [isPlaced, setIsPlaced] = useState(false)
  const cart = useCart()
  const gate = isPlaced ? 'open' : checkoutGate(visitor, cart, location.state)
  if (gate === 'login') return <Navigate to="/login" state={{ from: location }} />
  return (
    <div className="shell pt-8 sm:pt-12">
      <PageMeta title="Checkout" indexed={false} />
      <PageTitle>Checkout</PageTitle>
      <NeedsScript>
        Checkout needs JavaScript. Please turn on JavaScript, or write to {shop.email} and tell us what you’d like.
      </NeedsScript>
      {gate === 'wait' && <Skeleton />}
      {gate === 'empty' && <EmptyCart />}
      {gate === 'open' && (
        <Suspense fallback={<Skeleton />}>
          <CheckoutForm key={ownerOf(visitor)} user={visitor.user} onPlaced={setIsPlaced} />
        </Suspense>
      )}
    </div>
  )
}

function EmptyCart() {
  return (
    <EmptyState title="Your cart is empty">
      <p>Add something to your cart, then come back to check out.</p>
      <ButtonLink to="/shop">Continue Shopping</ButtonLink>
    </EmptyState>
  )
}

function Skeleton() {
  return (
    <div
      aria-hidden
      className="mt-6 grid min-h-[80rem] content-start gap-x-16 gap-y-8 lg:grid-cols-[minmax(0,1fr)_26rem]"
    >
      <div className="h-31 rounded-lg bg-card lg:col-start-2 lg:row-start-1 lg:h-96" />
      <div className="h-[36rem] rounded-lg bg-ground lg:col-start-1 lg:row-start-1" />
    </div>
  )
}

/** The checkout's view: `wait` is the skeleton until user and cart are restored (R16). */
export type Gate = 'wait' | 'login' | 'empty' | 'open'

/** Whether a visitor may check out: signed in, or with the guest flag. */
export function checkoutGate(visitor: Visitor, cart: Pick<Cart, 'items' | 'restored'>, navigationState: unknown): Gate {
  if (!visitor.restored || !cart.restored) return 'wait'
  if (visitor.user === null && !isGuest(navigationState)) return 'login'
  return cart.items.length === 0 ? 'empty' : 'open'
}
