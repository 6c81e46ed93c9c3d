import { PageMeta } from '../layout/page-meta.tsx'
import { SearchBox } from '../layout/search-box.tsx'
import { ShopLink } from '../lib/shop-link.tsx'
import { buttonClass } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'

/** An address that leads nowhere (R36). */
export function Page() {
  return (
    <>
      <PageMeta title="Page not found" indexed={false} />
      <EmptyState as="h1" title="We cannot find that page">
        <p>The address may have changed, or a letter went missing. Search for a bag, or start from the collection.</p>
        <SearchBox className="w-72 max-w-full" />
        <ShopLink to="/shop" className={buttonClass()}>
          See the backpacks
        </ShopLink>
      </EmptyState>
    </>
  )
}
