import type { ListedProduct } from '@shop/contract/catalog'
import { useState } from 'react'
import { ShopLink } from '../links/shop-link.tsx'
import { ColorDot } from './color-dots.tsx'
import { Price } from './price.tsx'
import { productPath } from './product-path.ts'
import { ProductPictures } from './product-pictures.tsx'
import { StockLabel } from './stock-label.tsx'

type CardProps = {
  product: ListedProduct
  /** The card's place on the page, from 0. */
  index: number
}

type ProductCardProps = CardProps & {
  /** The same product in other colors. */
  siblings: readonly ListedProduct[]
  /** `h3` below the heading of a group. */
  heading: 'h2' | 'h3'
}

/** A product in the grid: one link, and swatches that lead to its siblings; the second view shows on hover or focus. */
export function ProductCard({ product, index, siblings, heading: Heading }: ProductCardProps) {
  const [hasIntent, setHasIntent] = useState(false)
  return (
    <div className="relative">
      <ShopLink
        to={productPath(product.product_id)}
        onIntent={() => setHasIntent(true)}
        className="group block rounded-md"
      >
        <ProductPictures
          product={product}
          index={index}
          hasIntent={hasIntent}
          sizes="(min-width: 100rem) 22rem, (min-width: 64rem) 19rem, 46vw"
        />
        <div className="mt-3 flex flex-wrap items-baseline gap-x-4">
          <Heading className="grow basis-30 font-medium text-pretty wrap-anywhere group-hover:text-clay">
            {product.product_name}
          </Heading>
          <p className="font-medium tabular-nums">
            <Price price={product.price_cents} regular={product.regular_price_cents} />
          </p>
        </div>
        {/* The swatches beside it are higher than its line. */}
        <div className="mt-2">
          <StockLabel stock={product.stock_quantity} />
        </div>
      </ShopLink>
      {product.color !== null && siblings.length > 0 && <Swatches color={product.color} siblings={siblings} />}
    </div>
  )
}

/** As many as fit beside the stock label on tablets; on phones two are below it. */
const SWATCHES = 2

/** Beside the stock label; touch targets extend over the card's edge. Further colors are only counted. */
function Swatches({ color, siblings }: { color: string; siblings: readonly ListedProduct[] }) {
  return (
    <div className={`absolute -right-2.5 -bottom-2.5 flex items-center ${siblings.length > 1 ? 'max-md:static' : ''}`}>
      <span aria-hidden className="rounded-full ring-2 ring-clay">
        <ColorDot color={color} />
      </span>
      {siblings.slice(0, SWATCHES).map((sibling) => (
        <ShopLink
          key={sibling.product_id}
          to={productPath(sibling.product_id)}
          aria-label={`See it in ${sibling.color?.toLowerCase()}`}
          className="grid size-11 place-items-center rounded-full"
        >
          <ColorDot color={sibling.color ?? ''} />
        </ShopLink>
      ))}
      {siblings.length > SWATCHES && (
        <span className="pr-2.5 text-sm text-ink-soft tabular-nums">
          +{siblings.length - SWATCHES}
          <span className="sr-only"> more colors</span>
        </span>
      )}
    </div>
  )
}

/** A product in the list: enough beside the picture to decide. */
export function ProductRow({ product, index }: CardProps) {
  const [hasIntent, setHasIntent] = useState(false)
  return (
    <ShopLink
      to={productPath(product.product_id)}
      onIntent={() => setHasIntent(true)}
      className="group grid grid-cols-[7.5rem_1fr] gap-4 rounded-md py-5 sm:grid-cols-[12rem_1fr_auto] sm:gap-8 lg:grid-cols-[12rem_3fr_2fr_auto]"
    >
      <div className="row-span-2 lg:row-span-1">
        <ProductPictures
          product={product}
          index={index}
          hasIntent={hasIntent}
          sizes="(min-width: 40rem) 12rem, 7.5rem"
        />
      </div>
      <div className="min-w-0 wrap-anywhere">
        <h2 className="font-display text-xl font-semibold group-hover:text-clay">{product.product_name}</h2>
        <p className="mt-1 tabular-nums sm:hidden">
          <Price price={product.price_cents} regular={product.regular_price_cents} />
        </p>
        {product.short_description && <p className="mt-2 max-w-[60ch] text-ink-soft">{product.short_description}</p>}
      </div>
      <p className="hidden text-lg font-medium tabular-nums sm:block lg:order-last">
        <Price price={product.price_cents} regular={product.regular_price_cents} />
      </p>
      <div className="col-start-2 min-w-0 wrap-anywhere lg:col-start-auto lg:pt-1">
        <dl className="flex flex-wrap gap-x-6 gap-y-1 text-sm text-ink-soft lg:grid">
          <Fact name="Line" value={product.line} />
          <Fact name="Color" value={product.color} />
          <Fact name="Size" value={product.size} />
        </dl>
        <StockLabel stock={product.stock_quantity} />
      </div>
    </ShopLink>
  )
}

function Fact({ name, value }: { name: string; value: string | null }) {
  if (value === null) return null
  return (
    <div className="flex gap-1.5">
      <dt>{name}</dt>
      <dd className="font-medium text-ink">{value}</dd>
    </div>
  )
}
