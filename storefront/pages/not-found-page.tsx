import { ButtonLink } from '../links/shop-link.tsx'
import { PageMeta } from '../site/page-meta.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { NextSteps } from './next-steps.tsx'

export function NotFoundPage() {
  return (
    <>
      <PageMeta title="Page not found" indexed={false} />
      <EmptyState as="h1" title="We can’t find that page">
        <p>The address may have changed, or the link has a typo.</p>
        <div className="buttons justify-center">
          <ButtonLink to="/shop">See the collection</ButtonLink>
          <ButtonLink to="/orderAndReturn" variant="outline">
            Find your order
          </ButtonLink>
        </div>
        <NextSteps />
      </EmptyState>
    </>
  )
}

/** Shown when the stored order of the order confirmation is invalid (section 2). */
export function ErrorPage() {
  return (
    <>
      <PageMeta title="Something went wrong" indexed={false} />
      <EmptyState as="h1" title="We couldn’t read that order">
        <p>
          The copy of the order in this browser is damaged, but your order is safe with us. Look it up with your name,
          email and order number.
        </p>
        <div className="buttons justify-center">
          <ButtonLink to="/orderAndReturn">Find your order</ButtonLink>
          <ButtonLink to="/shop" variant="outline">
            Continue Shopping
          </ButtonLink>
        </div>
        <NextSteps />
      </EmptyState>
    </>
  )
}
