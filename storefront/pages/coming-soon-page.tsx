import { PageMeta } from '../layout/page-meta.tsx'
import { ShopLink } from '../lib/shop-link.tsx'
import { buttonClass } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'

/** Stands in for pages that are being made. */
export function Page() {
  return (
    <>
      <PageMeta title="Coming soon" indexed={false} />
      <EmptyState as="h1" title="Coming soon">
        <p>We are still making this page.</p>
        <ShopLink to="/shop" className={buttonClass()}>
          See the backpacks
        </ShopLink>
      </EmptyState>
    </>
  )
}
