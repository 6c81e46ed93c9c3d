import { EmptyState } from '../layout/empty-state.tsx'
import { NextSteps } from '../layout/next-steps.tsx'
import { PageMeta } from '../layout/page-meta.tsx'
import { ShopLink } from '../layout/shop-link.tsx'
import { buttonClass } from '../ui/button.tsx'

/** The page of an unknown URL (R36). */
export function NotFoundPage() {
  return (
    <>
      <PageMeta title="Page not found" indexed={false} />
      <EmptyState as="h1" title="We cannot find that page">
        <p>The address may have changed, or a letter went missing.</p>
        <div className="flex flex-wrap justify-center gap-3">
          <ShopLink to="/shop" className={buttonClass()}>
            See the backpacks
          </ShopLink>
          <ShopLink to="/orderAndReturn" className={buttonClass('outline')}>
            Find your order
          </ShopLink>
        </div>
        <NextSteps />
      </EmptyState>
    </>
  )
}
