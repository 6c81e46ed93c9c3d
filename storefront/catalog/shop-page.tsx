import type { ListedProduct } from '@shop/contract/catalog'
import { useQuery } from '@tanstack/react-query'
import { memo, type ReactNode, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react'
import { useApi } from '../data/api.tsx'
import { EmptyState } from '../layout/empty-state.tsx'
import { PageMeta } from '../layout/page-meta.tsx'
import { ShopLink } from '../layout/shop-link.tsx'
import { TryAgain } from '../layout/try-again.tsx'
import { NOTIFICATION_TIMER_MS, showPopup } from '../popups/popup-store.ts'
import { buttonClass } from '../ui/button.tsx'
import { SlowNote } from '../ui/slow-note.tsx'
import { productsQuery, type ShopProducts } from './catalog.queries.ts'
import { FilterBar } from './filter-bar.tsx'
import { FIRST_SCREENS } from './filter-products.ts'
import { ProductCard, ProductRow } from './product-card.tsx'
import type { ProductFilter } from './product-filter.ts'
import { selectProducts } from './select-products.ts'
import { useProductFilter } from './use-product-filter.ts'

const FAILED = 'Failed to fetch products'

/** The product list (section 2). */
export function ShopPage() {
  const [filter, changeFilter] = useProductFilter()
  const { data, isError, isFetching, refetch, errorUpdatedAt } = useQuery(productsQuery(useApi()))
  const deferred = useDeferredValue(filter)
  const products = useMemo(
    () => (data === undefined ? undefined : selectProducts(data.products, deferred)),
    [data, deferred],
  )
  const matching = data === undefined || products === undefined ? null : countMatching(data, products)

  // A failure of an earlier visit to this page was told then.
  const reported = useRef(errorUpdatedAt)
  useEffect(() => {
    if (errorUpdatedAt === reported.current) return
    reported.current = errorUpdatedAt
    showPopup({ kind: 'error', text: FAILED, timer: NOTIFICATION_TIMER_MS, button: 'Close', place: 'corner' })
  }, [errorUpdatedAt])

  return (
    <>
      <PageMeta
        title="Shop"
        description="Campus, Hybrid and Nomad backpacks in two styles and two colors, and the bags and pouches that go with them."
        breadcrumbs={[{ name: 'Shop', path: '/shop' }]}
      />
      <div className="shell pt-8 sm:pt-12">
        <div className="mb-6 flex items-baseline justify-between gap-4">
          <h1 className="font-display text-3xl font-semibold">Shop</h1>
          <p role="status" className="text-ink-soft tabular-nums">
            {matching === null ? '' : `${matching} ${matching === 1 ? 'product' : 'products'}`}
            {matching !== null && deferred.q !== '' && <span className="wrap-anywhere"> for “{deferred.q}”</span>}
          </p>
        </div>
        <FilterBar filter={filter} onChange={changeFilter} />
        {isError && <FailedArea busy={isFetching} onRetry={() => void refetch()} />}
        {products === undefined && !isError && <LoadingArea />}
        {products?.length === 0 && <NothingFound />}
        {products !== undefined && products.length > 0 && (
          <ProductList key={listKey(deferred)} products={products} view={deferred.view} />
        )}
      </div>
    </>
  )
}

/** What came with the page is a part, selected for the address it was asked with; all that match may be more (R5). */
function countMatching(data: ShopProducts, products: readonly ListedProduct[]): number {
  return data.complete || products.length < data.products.length ? products.length : data.matching
}

type ProductListProps = { products: ListedProduct[]; view: ProductFilter['view'] }

/** A new selection starts at its first screens again. */
function listKey({ q, min_cents, max_cents, sold_out, sort }: ProductFilter): string {
  return [q, min_cents, max_cents, sold_out, sort].join('|')
}

/**
 * The first screens at once, more as the visitor scrolls, so that thousands of products cost what a few cost. It is
 * drawn anew only for another selection: a control that is pressed answers before that.
 */
const ProductList = memo(function ProductList({ products, view }: ProductListProps) {
  const [count, setCount] = useState(FIRST_SCREENS)
  const end = useRef<HTMLDivElement>(null)
  const more = count < products.length

  useEffect(() => {
    if (!more || end.current === null) return
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (entry?.isIntersecting) setCount((shownNow) => shownNow + FIRST_SCREENS)
      },
      { rootMargin: '1200px' },
    )
    observer.observe(end.current)
    return () => observer.disconnect()
  })

  const Card = view === 'list' ? ProductRow : ProductCard
  return (
    <>
      <ul
        className={
          view === 'list'
            ? 'mt-2'
            : 'mt-8 grid grid-cols-2 gap-x-4 gap-y-9 md:grid-cols-3 md:gap-x-6 md:gap-y-12 lg:grid-cols-4 lg:gap-x-8'
        }
      >
        {products.slice(0, count).map((product, index) => (
          <li key={product.product_id} className={view === 'list' ? 'border-b border-line' : undefined}>
            <Card product={product} index={index} />
          </li>
        ))}
      </ul>
      {more && <div ref={end} className="h-px" />}
    </>
  )
})

function FailedArea({ busy, onRetry }: { busy: boolean; onRetry: () => void }) {
  return (
    <div
      role="alert"
      className="mt-6 flex flex-wrap items-center justify-between gap-4 rounded-md bg-brick-light p-4 text-brick"
    >
      <p className="font-medium">{FAILED}</p>
      <TryAgain variant="outline" busy={busy} onRetry={onRetry} />
    </div>
  )
}

function LoadingArea(): ReactNode {
  return (
    <div className="pt-8">
      <p role="status" className="text-ink-soft">
        Loading products...
      </p>
      <SlowNote waiting>This takes longer than usual. We are still loading them.</SlowNote>
      <div aria-hidden className="mt-6 grid grid-cols-2 gap-x-4 gap-y-9 md:grid-cols-3 lg:grid-cols-4 lg:gap-x-8">
        {['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].map((key) => (
          <div key={key}>
            <div className="aspect-square rounded-md bg-ground" />
            <div className="mt-3 h-5 w-3/4 rounded-md bg-ground" />
          </div>
        ))}
      </div>
    </div>
  )
}

function NothingFound() {
  return (
    <EmptyState title="No products found">
      <p>Try fewer words or a wider price range.</p>
      <ShopLink to="/shop" className={buttonClass()}>
        Clear filters
      </ShopLink>
    </EmptyState>
  )
}
