import type { ListedProduct, Product } from '@shop/contract/catalog/calls'
import { asList } from '@shop/contract/http/coercion'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useId, useState } from 'react'
import { useApi } from '../../data/api.tsx'
import { parseJson, readStored, writeStored } from '../../data/storage.ts'
import { ButtonLink } from '../../links/shop-link.tsx'
import { useShop } from '../../site/shop-settings.tsx'
import { Heading } from '../../ui/heading.tsx'
import { productsQuery } from '../catalog.queries.ts'
import { comparePath } from '../compare/compare-ids.ts'
import { ProductCard, ProductRow } from '../product-card.tsx'
import { relatedProducts } from '../related-products.ts'

const STRIP_PRODUCTS = 4
/** The columns of a strip with no other one beside it; a single product takes all of them. */
const WIDE_CLASS = 'lg:[--columns:4]'
/** An index beyond the first screens: pictures are fetched on scrolling. */
const LATER_PICTURES = 100

/**
 * Links to related products: the other style and colors, accessories, and products viewed before in this browser. Nothing
 * is shown without the list of products, or when none is related. It renders nothing while the list is loading.
 */
export function AfterDescription({ product }: { product: Product }) {
  const { data, isError } = useQuery(productsQuery(useApi()))
  const { lines } = useShop()
  const [seen] = useState(readRecentlyViewed)
  const { product_id } = product
  useEffect(() => rememberViewed(product_id), [product_id])

  if (data === undefined) return isError ? <div /> : null
  const { variants, goesWith } = relatedProducts(product, data.products, lines)
  const listed = new Map(data.products.map((each) => [each.product_id, each]))
  const recent = seen.filter((id) => id !== product_id).flatMap((id) => listed.get(id) ?? [])
  const isPair = variants.length > 0 && goesWith.length > 0
  const columns = isPair ? '[--columns:2]' : WIDE_CLASS
  return (
    <div>
      <div className={isPair ? 'gap-x-16 lg:grid lg:grid-cols-2' : ''}>
        <Strip title="Other colors and styles" products={variants} columns={columns}>
          <ButtonLink
            to={comparePath([product, ...variants].slice(0, 3).map((each) => each.product_id))}
            variant="outline"
          >
            Compare them
          </ButtonLink>
        </Strip>
        <Strip title="Goes with it" products={goesWith} columns={columns} />
      </div>
      <Strip title="Recently viewed" products={recent} columns={WIDE_CLASS} />
    </div>
  )
}

type StripProps = { title: string; products: readonly ListedProduct[]; columns: string; children?: ReactNode }

function Strip({ title, products, columns, children }: StripProps) {
  const id = useId()
  if (products.length === 0) return null
  const alone = products.length === 1 && columns === WIDE_CLASS
  const Card = alone ? ProductRow : ProductCard
  return (
    <section aria-labelledby={id} className="mt-14 border-t border-line pt-10">
      <Heading size="2xl" id={id}>
        {title}
      </Heading>
      <ul className={alone ? 'mt-6 mb-9' : `cards mt-6 ${columns}`}>
        {products.slice(0, STRIP_PRODUCTS).map((product, index) => (
          <li key={product.product_id}>
            <Card product={product} index={LATER_PICTURES + index} heading="h3" />
          </li>
        ))}
      </ul>
      {children}
    </section>
  )
}

const STORAGE_KEY = 'recentlyViewed'

const MAX_REMEMBERED = 8

/** The ids of the products that this browser saw last, each once, newest first. Anything unreadable counts as none. */
export function parseRecentlyViewed(stored: string | null): string[] {
  const ids = asList(parseJson(stored)).filter(
    (id): id is string => typeof id === 'string' && id !== '' && id.length <= 100,
  )
  return [...new Set(ids)].slice(0, MAX_REMEMBERED)
}

export function readRecentlyViewed(): string[] {
  return parseRecentlyViewed(readStored(STORAGE_KEY))
}

/** Puts a product first; a browser that refuses to store it remembers nothing. */
export function rememberViewed(productId: string): void {
  const ids = [productId, ...readRecentlyViewed().filter((id) => id !== productId)].slice(0, MAX_REMEMBERED)
  writeStored(STORAGE_KEY, JSON.stringify(ids))
}
