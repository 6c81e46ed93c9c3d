import type { ListedProduct } from '@shop/contract/catalog/calls'
import { plural } from '@shop/contract/text/plural'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { memo, useCallback, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react'
import { useApi } from '../../data/api.tsx'
import { ButtonLink } from '../../links/shop-link.tsx'
import { NOTIFICATION_TIMER_MS, showPopup } from '../../popups/popup-store.ts'
import { GROWS_ATTRIBUTE } from '../../router/places.ts'
import { useLocation, useNavigate } from '../../router/router.tsx'
import { PageMeta } from '../../site/page-meta.tsx'
import { useShop } from '../../site/shop-settings.tsx'
import { Alert } from '../../ui/alert.tsx'
import { useOnChange } from '../../ui/effects.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Heading } from '../../ui/heading.tsx'
import { SlowNote } from '../../ui/slow-note.tsx'
import { TryAgain } from '../../ui/try-again.tsx'
import { countDemand } from '../../visits/count-demand.ts'
import { productsQuery, type ShopProducts } from '../catalog.queries.ts'
import { ProductCard, ProductRow } from '../product-card.tsx'
import { findSiblings } from '../product-groups.ts'
import { FACETS_KEY, type Facet, findFacets } from './facets.ts'
import { FilterBar } from './filter-bar.tsx'
import { LineHeader, LineTiles } from './line-tiles.tsx'
import {
  countActiveFilters,
  formatProductFilter,
  type ProductFilter,
  parseProductFilter,
  SEARCH_LENGTH,
} from './product-filter.ts'
import { FIRST_SCREENS, selectProducts } from './select-products.ts'
import { useSearch } from './use-search.ts'

const FAILED_MESSAGE = 'Failed to fetch products'

export function ShopPage() {
  const [filter, changeFilter] = useProductFilter()
  const { data: list, isError, isFetching, refetch, errorUpdatedAt } = useQuery(productsQuery(useApi()))
  const deferred = useDeferredValue(filter)
  const shop = useShop()
  const { data, found } = useSearch(list, deferred.q)
  const lines = data?.lines ?? []
  const products = useMemo(
    () => (found === null ? undefined : selectProducts(found.products, deferred)),
    [found, deferred],
  )
  const sentFacets = useQueryClient().getQueryData<Facet[]>(FACETS_KEY)
  const facets = useMemo(() => {
    if (data?.complete === false && sentFacets !== undefined) return sentFacets
    return found === null ? [] : findFacets(found.products, deferred)
  }, [data, sentFacets, found, deferred])
  const isNearest = found?.isNearest === true
  // Only of the selected products: a card leads to none that a filter hides (R8).
  const siblings = useMemo(() => findSiblings([...(products ?? []), ...(data?.more ?? [])]), [data, products])
  const matching = data === undefined || products === undefined ? null : isNearest ? 0 : countMatching(data, products)

  // A failure of an earlier visit to this page was reported then.
  useOnChange(errorUpdatedAt, () => {
    showPopup({ kind: 'error', text: FAILED_MESSAGE, timer: NOTIFICATION_TIMER_MS, button: 'Close', place: 'corner' })
  })

  return (
    <>
      <PageMeta
        title="Shop"
        description={[`All products from ${shop.name}`, ...lines].join(' · ')}
        breadcrumbs={[{ name: 'Shop', path: '/shop' }]}
      />
      <div className="shell pt-2 md:pt-4">
        <FilterBar
          facets={facets}
          filter={filter}
          count={matching}
          onChange={changeFilter}
          heading={
            <div
              className={`flex min-w-0 flex-1 flex-wrap items-baseline gap-x-3 ${deferred.q === '' ? 'xl-plus:flex-none' : 'xl-plus:basis-full'}`}
            >
              <h1 className="font-display text-xl font-semibold md:text-3xl md:leading-11">Shop</h1>
              <p role="status" className="text-sm text-ink-soft tabular-nums md:text-base">
                {matching === null ? '' : `${matching} ${plural(matching, 'product')}`}
                {matching !== null && deferred.q !== '' && <span className="wrap-anywhere"> for “{deferred.q}”</span>}
              </p>
            </div>
          }
        />
        {isError && products !== undefined && (
          <Alert
            role="alert"
            className="mt-6"
            action={<TryAgain variant="outline" busy={isFetching} onRetry={() => void refetch()} />}
          >
            {FAILED_MESSAGE}
          </Alert>
        )}
        {isError && products === undefined && (
          <div role="alert">
            <EmptyState title={FAILED_MESSAGE}>
              <TryAgain busy={isFetching} onRetry={() => void refetch()} />
            </EmptyState>
          </div>
        )}
        {products === undefined && !isError && <LoadingArea />}
        {products !== undefined && (products.length === 0 || isNearest) && (
          <NothingFound
            words={deferred.q.trim()}
            filtered={countActiveFilters(deferred) > 0}
            hasNearest={products.length > 0}
            lines={lines}
          />
        )}
        {countActiveFilters(deferred) === 0 && deferred.view === 'grid' && (
          <LineTiles lines={lines} className="mt-2 lg:hidden" />
        )}
        {deferred.line !== null && products !== undefined && <LineHeader line={deferred.line} />}
        {products !== undefined && products.length > 0 && (
          <ProductList products={products} selection={selectionOf(deferred)} view={deferred.view} siblings={siblings} />
        )}
      </div>
    </>
  )
}

/** The page's own data may be the first part of all matching products (R5). */
function countMatching(data: ShopProducts, products: readonly ListedProduct[]): number {
  return data.complete || products.length < data.products.length ? products.length : data.matching
}

type ProductListProps = {
  products: ListedProduct[]
  /** The filter that selected the products. */
  selection: string
  view: ProductFilter['view']
  siblings: ReadonlyMap<string, readonly ListedProduct[]>
}

function selectionOf({ view: _, ...selection }: ProductFilter): string {
  return JSON.stringify(selection)
}

/**
 * The first screens of a selection at once, more on scrolling, so thousands of products are as fast as a few. Memoized, so a
 * control shows its new state before the list of the new selection is rendered. Cards of both selections stay as they are.
 */
const ProductList = memo(function ProductList({ products, selection, view, siblings }: ProductListProps) {
  const [scrolled, setScrolled] = useState({ selection, count: FIRST_SCREENS })
  // Also one that comes back begins with its first screens.
  if (scrolled.selection !== selection) setScrolled({ selection, count: FIRST_SCREENS })
  const { count } = scrolled
  const more = count < products.length
  const list = useRef<HTMLUListElement>(null)
  useOnChange(selection, () => appear(list.current))
  const shown = products.slice(0, count)

  /** Watches the end of the list anew after each rendering, since it may still be near. */
  function watchEnd(end: HTMLDivElement) {
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (entry?.isIntersecting) setScrolled({ selection, count: count + FIRST_SCREENS })
      },
      { rootMargin: '1200px' },
    )
    observer.observe(end)
    return () => observer.disconnect()
  }

  return (
    <>
      {view === 'list' ? (
        <ul ref={list} className="mt-2">
          {shown.map((product, index) => (
            <li key={product.product_id} className="border-b border-line py-4 lg:py-2.5">
              <ProductRow product={product} index={index} siblings={siblings.get(product.product_id)} heading="h2" />
            </li>
          ))}
        </ul>
      ) : (
        <ul ref={list} className="cards mt-4">
          {shown.map((product, index) => (
            <li key={product.product_id}>
              <ProductCard product={product} index={index} siblings={siblings.get(product.product_id)} heading="h2" />
            </li>
          ))}
        </ul>
      )}
      {more && <div ref={watchEnd} {...GROWS_ATTRIBUTE} className="h-px" />}
    </>
  )
})

/** Lets a list of another selection be felt. */
function appear(list: HTMLElement | null): void {
  if (window.matchMedia('(prefers-reduced-motion: reduce)').matches) return
  list?.animate([{ opacity: 0.2, transform: 'translateY(8px)' }, {}], { duration: 200, easing: 'ease-out' })
}

function LoadingArea() {
  return (
    <div className="pt-8">
      <p role="status" className="text-ink-soft">
        Loading products...
      </p>
      <SlowNote waiting>This is taking longer than usual. We’re still loading them.</SlowNote>
      <div aria-hidden className="cards mt-6">
        {['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].map((key) => (
          <div key={key}>
            <div className="col-span-full aspect-square rounded-md bg-ground xl:aspect-[7/5]" />
            <div className="col-span-full mt-3 h-5 w-3/4 rounded-md bg-ground" />
            <div className="col-span-full mt-2 h-4 w-1/3 rounded-md bg-ground" />
          </div>
        ))}
      </div>
    </div>
  )
}

/** Milliseconds after which a search is counted; a shorter one is still being typed. */
const SEARCH_SETTLED_MS = 1500

type NothingFoundProps = { words: string; filtered: boolean; hasNearest: boolean; lines: readonly string[] }

/** Advice about filters is left out where none is set: the shop has no products then. */
function NothingFound({ words, filtered, hasNearest, lines }: NothingFoundProps) {
  useEffect(() => {
    if (words === '') return
    const timer = setTimeout(() => countDemand('search', words.slice(0, SEARCH_LENGTH)), SEARCH_SETTLED_MS)
    return () => clearTimeout(timer)
  }, [words])
  if (hasNearest) {
    return (
      <div className="pt-6">
        <Heading size="2xl">No products found</Heading>
        <p className="mt-1 text-ink-soft">These are the closest matches:</p>
      </div>
    )
  }
  return (
    <>
      <EmptyState title="No products found">
        {filtered && (
          <>
            <p>Try fewer words or a wider price range.</p>
            <ButtonLink to="/shop">Clear filters</ButtonLink>
          </>
        )}
      </EmptyState>
      <LineTiles lines={lines} className="border-t border-line pt-8" />
    </>
  )
}

/**
 * The filter in the URL, and a function that changes it (R8). Changes replace the history entry, so Back leaves
 * the list.
 */
export function useProductFilter(): [ProductFilter, (change: Partial<ProductFilter>) => void] {
  const { search, state } = useLocation()
  const navigate = useNavigate()
  const filter = useMemo(() => parseProductFilter(new URLSearchParams(search)), [search])
  const change = useCallback(
    (part: Partial<ProductFilter>) => {
      // From the current URL rather than the last render: two changes may follow each other closely.
      const current = parseProductFilter(new URLSearchParams(window.location.search))
      const next = `${formatProductFilter({ ...current, ...part })}`
      const search = next === '' ? '' : `?${next}`
      navigate({ pathname: '/shop', search }, { replace: true, state, preventScrollReset: true })
    },
    [navigate, state],
  )
  return [filter, change]
}
