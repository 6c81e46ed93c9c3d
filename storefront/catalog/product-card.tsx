import type { ListedProduct } from '@shop/contract/catalog'
import { useState } from 'react'
import { ShopLink } from '../links/shop-link.tsx'
import { Photo, SmallPhoto } from '../pictures/photo.tsx'
import { InView } from '../ui/in-view.tsx'
import { ColorDot, Swatch } from './color-dots.tsx'
import { Price, StockLabel } from './price.tsx'
import { firstPhoto, photosOf, productPath } from './product.ts'
import type { ColorGroup } from './product-groups.ts'

type Heading = 'h2' | 'h3'

type CardProps = {
  colors: ColorGroup
  /** The card's place on the page, from 0. */
  index: number
}

type ProductCardProps = CardProps & {
  /** Further colors that the list does not show. */
  siblings?: readonly ListedProduct[]
  /** `h3` below the heading of a group. */
  heading: Heading
}

/** A product in the grid: a link for each color; the second view of the first one shows on hover or focus. */
export function ProductCard({ colors, index, siblings, heading: Heading }: ProductCardProps) {
  const [product, ...others] = colors
  const [hasIntent, setHasIntent] = useState(false)
  return (
    <>
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
            sizes="(min-width: 100rem) 21rem, (min-width: 64rem) 19rem, (min-width: 48rem) 30vw, 46vw"
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
        {product.color !== null && siblings !== undefined && siblings.length > 0 && (
          <Swatches color={product.color} siblings={siblings} />
        )}
      </div>
      {others.map((other) => (
        <OtherColor key={other.product_id} product={other} index={index} heading={Heading} />
      ))}
    </>
  )
}

/** Another color on a product's card: a line with a small picture. What its name shares with the card's is not repeated. */
function OtherColor({ product, index, heading: Heading }: { product: ListedProduct; index: number; heading: Heading }) {
  const { product_name: name, color } = product
  const own = color !== null && name.endsWith(color) ? color : name
  const photo = firstPhoto(product.pictures)
  return (
    <div className="mt-2.5 border-t border-line pt-2.5">
      <ShopLink to={productPath(product.product_id)} className="group flex items-center gap-3 rounded-md">
        <InView initiallyInView={index < FIRST_PICTURES} className="size-14 shrink-0 rounded-md bg-ground">
          <SmallPhoto src={photo?.src ?? null} alt={photo?.alt ?? name} size={56} />
        </InView>
        <div className="min-w-0 grow text-sm">
          <div className="flex justify-between gap-x-2 font-medium max-sm:flex-col">
            <Heading className="wrap-anywhere group-hover:text-clay">
              <span className="sr-only">{name.slice(0, name.length - own.length)}</span>
              {own}
            </Heading>
            <p className="tabular-nums">
              <Price price={product.price_cents} regular={product.regular_price_cents} />
            </p>
          </div>
          <StockLabel stock={product.stock_quantity} />
        </div>
      </ShopLink>
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
      {siblings.slice(0, SWATCHES).map(({ product_id, color, stock_quantity }) => (
        <Swatch key={product_id} id={product_id} color={color ?? ''} soldOut={stock_quantity <= 0} />
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

/** A product in the list: enough beside the picture to decide, and a line for each further color. */
export function ProductRow({ colors, index }: CardProps) {
  const [product, ...others] = colors
  const [hasIntent, setHasIntent] = useState(false)
  return (
    <div className="lg:grid lg:grid-cols-[1fr_17rem] lg:gap-12">
      <ShopLink
        to={productPath(product.product_id)}
        onIntent={() => setHasIntent(true)}
        className="group grid grid-cols-[7.5rem_1fr] gap-4 rounded-md sm:grid-cols-[12rem_1fr_auto] sm:gap-8 lg:grid-cols-[12rem_3fr_2fr_auto]"
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
      <div className="ml-34 sm:ml-56 lg:ml-0">
        {others.map((other) => (
          <OtherColor key={other.product_id} product={other} index={index} heading="h2" />
        ))}
      </div>
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

/** How many cards have their picture in the server's page; those after fetch it as they come near. */
const FIRST_PICTURES = 6
/** How many of them are fetched with high priority: a phone's first row. Browsers raise it for others that are in view. */
const PRIORITY_PICTURES = 2

type ProductPicturesProps = {
  product: ListedProduct
  index: number
  /** The visitor has hovered, touched or focused the card: the second view is fetched. */
  hasIntent: boolean
  sizes: string
}

/** A card's picture on the photographs' ground; its second view fades in on hover or focus, without a jump. */
function ProductPictures({ product, index, hasIntent, sizes }: ProductPicturesProps) {
  const [first, second] = photosOf(product.pictures)
  return (
    <InView
      initiallyInView={index < FIRST_PICTURES}
      className="relative aspect-square overflow-hidden rounded-md bg-ground"
    >
      <Photo
        src={first?.src ?? null}
        alt={first?.alt ?? product.product_name}
        sizes={sizes}
        width={640}
        priority={index < PRIORITY_PICTURES}
      />
      {second && hasIntent && (
        <span
          aria-hidden
          className="absolute inset-0 opacity-0 transition-opacity duration-300 group-hover:opacity-100 group-focus-visible:opacity-100 max-sm:hidden"
        >
          <Photo src={second.src} alt="" sizes={sizes} width={640} />
        </span>
      )}
    </InView>
  )
}
