import type { ListedProduct } from '@shop/contract/catalog/calls'
import { useState } from 'react'
import { ShopLink } from '../links/shop-link.tsx'
import { Photo } from '../pictures/photo.tsx'
import { ColorDot, Swatch } from './color-dots.tsx'
import { Price, StockLabel } from './price.tsx'
import { photosOf, productPath } from './product.ts'

type CardProps = {
  product: ListedProduct
  /** The card's place on the page, from 0. */
  index: number
  /** The product in its other colors, as far as the list shows them (R8). */
  siblings?: readonly ListedProduct[] | undefined
}

type ProductCardProps = CardProps & {
  /** `h3` below the heading of a group. */
  heading: 'h2' | 'h3'
}

/**
 * A product in the grid, and dots that lead to its other colors (R53). Its second view shows on hover or focus. Name, price
 * and stock are rows that the cards beside it share (`.cards`).
 */
export function ProductCard({ product, index, siblings, heading: Heading }: ProductCardProps) {
  const [hasIntent, setHasIntent] = useState(false)
  const { name, color } = splitColor(product)
  return (
    <>
      <ShopLink
        to={productPath(product.product_id)}
        onIntent={() => setHasIntent(true)}
        className="card-link group rounded-md"
      >
        <ProductPictures
          product={product}
          index={index}
          hasIntent={hasIntent}
          sizes="(min-width: 100rem) 13rem, (min-width: 80rem) 15rem, (min-width: 48rem) 30vw, 46vw"
          className="xl:aspect-[7/5]"
        />
        <Heading className="mt-3 leading-snug font-medium text-pretty wrap-anywhere group-hover:text-clay group-active:text-clay">
          {name}
          {color && (
            <>
              <span className="text-transparent forced-color-adjust-none">, </span>
              <span className="mt-0.5 block text-sm font-normal text-ink-soft">{color}</span>
            </>
          )}
        </Heading>
        <p className="card-price font-medium tabular-nums">
          <Price price={product.price_cents} regular={product.regular_price_cents} />
        </p>
        <StockLabel stock={product.stock_quantity} />
      </ShopLink>
      <ColorLinks color={product.color} siblings={siblings} className="card-colors" />
    </>
  )
}

/** The name of a product in two parts, where it ends with the color. */
function splitColor({ product_name, color }: ListedProduct): { name: string; color: string | null } {
  if (color === null || !product_name.endsWith(`, ${color}`)) return { name: product_name, color: null }
  return { name: product_name.slice(0, -color.length - 2), color }
}

/** Further colors are only counted. */
const COLOR_LINKS = 8

type ColorLinksProps = Pick<CardProps, 'siblings'> & { color: string | null; className: string }

/** The product's own color, marked, and a dot for each other one that leads to it. */
function ColorLinks({ color, siblings, className }: ColorLinksProps) {
  if (color === null || siblings === undefined || siblings.length === 0) return null
  const more = siblings.length - COLOR_LINKS
  return (
    <div className={`${className} -my-2.5 flex flex-wrap items-center`} data-colors={Math.min(siblings.length, 3)}>
      <span aria-hidden className="mx-1 rounded-full ring-2 ring-clay forced-colors:outline-2">
        <ColorDot color={color} />
      </span>
      {siblings.slice(0, COLOR_LINKS).map(({ product_id, color, stock_quantity }) => (
        <Swatch key={product_id} id={product_id} color={color ?? ''} soldOut={stock_quantity <= 0} />
      ))}
      {more > 0 && (
        <span className="text-sm text-ink-soft tabular-nums">
          +{more}
          <span className="sr-only"> more colors</span>
        </span>
      )}
    </div>
  )
}

/** A product in the list: enough beside the picture to decide. */
export function ProductRow({ product, index, siblings, heading: Heading }: ProductCardProps) {
  const [hasIntent, setHasIntent] = useState(false)
  return (
    <div className="relative">
      <ShopLink
        to={productPath(product.product_id)}
        onIntent={() => setHasIntent(true)}
        className="stacked group grid grid-cols-[min(7.5rem,37%)_minmax(0,1fr)] gap-x-4 gap-y-2 rounded-md sm:grid-cols-[9rem_1fr_auto] sm:gap-x-8 lg:grid-cols-[6rem_3fr_2fr_7rem]"
      >
        <div className="row-span-2 lg:row-span-1">
          <ProductPictures
            product={product}
            index={index}
            hasIntent={hasIntent}
            sizes="(min-width: 64rem) 6rem, (min-width: 40rem) 9rem, 7.5rem"
          />
        </div>
        <div className="min-w-0 wrap-anywhere">
          <Heading className="font-display text-xl font-semibold group-hover:text-clay group-active:text-clay lg:text-lg">
            {product.product_name}
          </Heading>
          <p className="mt-1 tabular-nums sm:hidden">
            <Price price={product.price_cents} regular={product.regular_price_cents} />
          </p>
          {product.short_description && (
            <p className="mt-2 max-w-[60ch] text-ink-soft lg:mt-1 lg:text-sm">{product.short_description}</p>
          )}
        </div>
        <p className="hidden text-right font-medium tabular-nums sm:block lg:order-last">
          <Price price={product.price_cents} regular={product.regular_price_cents} />
        </p>
        <div className="col-start-2 min-w-0 wrap-anywhere max-lg:self-end lg:col-start-auto lg:pt-1">
          <dl className="flex flex-wrap gap-x-6 gap-y-1 text-sm text-ink-soft">
            <Fact name="Line" value={product.line} />
            <Fact name="Color" value={product.color} />
            <Fact name="Size" value={product.size} />
          </dl>
          <StockLabel stock={product.stock_quantity} />
        </div>
      </ShopLink>
      <ColorLinks
        color={product.color}
        siblings={siblings}
        className="-mr-[10px] justify-end max-lg:data-[colors=1]:absolute max-lg:data-[colors=1]:right-0 max-lg:data-[colors=1]:bottom-0 lg:absolute lg:right-0 lg:bottom-2"
      />
    </div>
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

/** How many cards are on the first screen: their pictures are fetched at once, those of all others on scrolling. */
const FIRST_PICTURES = 4
/** How many of them are fetched with high priority: a phone's first row. Browsers raise it for others that are in view. */
const PRIORITY_PICTURES = 2

type ProductPicturesProps = {
  product: ListedProduct
  index: number
  /** The visitor has hovered, touched or focused the card: the second view is fetched. */
  hasIntent: boolean
  sizes: string
  className?: string
}

/** The whole photograph on its own ground, which a wider frame continues. */
const WHOLE_PHOTO_CLASS = 'whole-photo size-full object-contain'

/** A card's picture; its second view fades in on hover or focus, without a jump. */
function ProductPictures({ product, index, hasIntent, sizes, className = '' }: ProductPicturesProps) {
  const [first, second] = photosOf(product.pictures)
  return (
    <span
      data-picture-frame
      className={`relative isolate block aspect-square overflow-hidden rounded-md bg-ground ${className}`}
    >
      <Photo
        src={first?.src ?? null}
        alt={first?.alt ?? product.product_name}
        name={product.product_name}
        sizes={sizes}
        width={640}
        eager={index < FIRST_PICTURES}
        priority={index < PRIORITY_PICTURES}
        className={WHOLE_PHOTO_CLASS}
      />
      {second && hasIntent && (
        <span
          aria-hidden
          className="absolute inset-0 bg-ground opacity-0 transition-opacity duration-300 group-hover:opacity-100 group-focus-visible:opacity-100 max-sm:hidden"
        >
          <Photo src={second.src} alt="" sizes={sizes} width={640} className={WHOLE_PHOTO_CLASS} />
        </span>
      )}
    </span>
  )
}
