import { ShopLink } from '../links/shop-link.tsx'
import { PageMeta } from '../site/page-meta.tsx'
import { buttonClass } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { NextSteps } from './next-steps.tsx'

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
