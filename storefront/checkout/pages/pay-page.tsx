import { Suspense } from 'react'
import { useMailedLink } from '../../accounts/sign-in/mailed-link.tsx'
import { lazyComponent } from '../../router/lazy-component.ts'
import { PageMeta } from '../../site/page-meta.tsx'
import { useShop } from '../../site/shop-settings.tsx'
import { CLEAR_LINK, TALL_INLINE_LINK } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { NeedsScript } from '../../ui/hydrated.tsx'
import { PayTitle } from '../pay-link/pay-title.tsx'

/** By way of the checkout's form, whose parts it shares: so they stay in the checkout's own file. */
const LinkedOrder = lazyComponent('payment', async () => (await import('./checkout-form.tsx')).loadLinkedOrder())

/**
 * Where a payment link leads. The document is the same for everyone: the token is in the fragment, which no server, cache or
 * Referer header gets.
 */
export function PayPage() {
  const shop = useShop()
  const { token, state } = useMailedLink('/pay')
  return (
    <div className="shell pt-8 sm:pt-12">
      <PageMeta title="Pay your order" indexed={false} description="Pay for an order with the link we sent you." />
      {state === 'incomplete' && (
        <EmptyState as="h1" title="This link is incomplete">
          <p>
            Part of it is missing. Open the link in the email again, or write to{' '}
            <a href={`mailto:${shop.supportEmail}`} className={`${TALL_INLINE_LINK} ${CLEAR_LINK} wrap-anywhere`}>
              {shop.supportEmail}
            </a>
            .
          </p>
        </EmptyState>
      )}
      {state === 'open' && (
        <div className="min-h-[60vh]">
          {token === null && <PayTitle />}
          <NeedsScript>
            Paying needs JavaScript. Please turn on JavaScript, or write to {shop.supportEmail} and include your order
            number.
          </NeedsScript>
          {token !== null && (
            <Suspense fallback={<PayTitle />}>
              <LinkedOrder key={token} token={token} />
            </Suspense>
          )}
        </div>
      )}
    </div>
  )
}
