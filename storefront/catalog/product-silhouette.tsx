import type { Product, ProductDetails } from '@shop/contract/catalog'
import type { ReactNode } from 'react'
import { ITEMS, laptopSize, type PackedItem } from './packed-items.ts'
import { styleOf } from './product-style.ts'
import { type DRAWN_LINES, isDrawable } from './silhouette-figures.ts'
import { type BagSize, CampusShape, HybridShape, NomadShape } from './silhouette-shapes.tsx'

/** A shape per line of backpacks; accessories have none. */
export const SILHOUETTE_SHAPES: Readonly<Record<string, (size: BagSize) => ReactNode>> &
  Readonly<Record<(typeof DRAWN_LINES)[number], unknown>> = {
  Campus: CampusShape,
  Hybrid: HybridShape,
  Nomad: NomadShape,
}

/** Minimum width of the drawing in inches, so that drawings of different bags can be compared. */
const WIDTH = 34

/** Space for the handle above the bag, and between bag and laptop, in inches. */
const ABOVE = 1.8
const BETWEEN = 3.5

type ProductSilhouetteProps = {
  product: Product
  details: ProductDetails
  /** Diagonal of the laptop beside the bag in inches; `null` for none. */
  laptop: number | null
  /** What is drawn inside the bag. */
  items: readonly PackedItem[]
}

/** The bag to scale beside a laptop, from the product's measures; nothing if one is missing. */
export function ProductSilhouette({ product, details, laptop: inches, items }: ProductSilhouetteProps) {
  const { height_inches: height, width_inches: width, laptop_inches: fitting } = details
  const Shape = SILHOUETTE_SHAPES[product.line ?? '']
  if (Shape === undefined || !isDrawable(height) || !isDrawable(width) || !isDrawable(fitting)) return null
  // Wide enough for the largest laptop, so that the scale does not change with the laptop.
  const total = Math.max(WIDTH, width + BETWEEN + laptopSize(fitting).width + 2)
  const full = styleOf(product) === 'Full'
  const fits = inches !== null && inches <= fitting
  return (
    <figure>
      <svg
        viewBox={`-0.5 ${-ABOVE} ${total} ${height + ABOVE + 0.6}`}
        role="img"
        aria-label={`The bag is ${height} inches high and ${width} wide.${laptopText(inches, fits)}${itemsText(items)}`}
        className="w-full rounded-lg bg-card p-4 text-ink-soft sm:p-8 lg:h-105"
        fill="none"
        stroke="currentColor"
        strokeWidth="0.16"
        strokeLinejoin="round"
        strokeLinecap="round"
      >
        <path d={`M-0.500 ${height}h${total}`} className="text-line-strong" stroke="currentColor" />
        <Shape width={width} height={height} full={full} />
        {inches !== null && <Laptops bag={{ width, height }} inches={inches} fits={fits} />}
        {items.map((item) => (
          <Item key={item.name} item={item} />
        ))}
      </svg>
      <figcaption className="mt-2 text-sm text-ink-soft">{captionText(inches, fits)}</figcaption>
    </figure>
  )
}

function laptopText(inches: number | null, fits: boolean): string {
  if (inches === null) return ''
  return ` Beside it stands the ${inches}-inch laptop that ${fits ? 'fits it upright' : 'is too large for it'}.`
}

function itemsText(items: readonly PackedItem[]): string {
  if (items.length === 0) return ''
  return ` In it: ${items.map(({ name }) => ITEMS[name].label.toLowerCase()).join(', ')}.`
}

function captionText(inches: number | null, fits: boolean): string {
  if (inches === null) return 'To scale.'
  return fits
    ? `To scale, with the ${inches}-inch laptop that fits; the dashed line shows it inside.`
    : `To scale, with the ${inches}-inch laptop, which does not fit.`
}

/** Radius of the corners, in inches. */
const RADIUS: Readonly<Record<PackedItem['name'], number>> = { bottle: 1.2, books: 0.2, shoes: 1.6, jacket: 1.6 }

/** An outline with its name, which is turned in a narrow one. */
function Item({ item: { name, x, y, width, height } }: { item: PackedItem }) {
  const [middleX, middleY] = [x + width / 2, y + height / 2]
  return (
    <>
      <rect
        x={x}
        y={y}
        width={width}
        height={height}
        rx={RADIUS[name]}
        className="fill-clay-light stroke-clay forced-colors:fill-[Canvas]"
        fillOpacity="0.8"
      />
      <text
        x={middleX}
        y={middleY}
        fontSize="1.3"
        textAnchor="middle"
        dominantBaseline="central"
        transform={height > width ? `rotate(-90 ${middleX} ${middleY})` : undefined}
        className="text-ink"
        fill="currentColor"
        stroke="none"
      >
        {ITEMS[name].label}
      </text>
    </>
  )
}

type LaptopsProps = { bag: { width: number; height: number }; inches: number; fits: boolean }

/** The laptop beside the bag, and dashed inside when it fits. */
function Laptops({ bag, inches, fits }: LaptopsProps) {
  const laptop = laptopSize(inches)
  return (
    <g className="text-clay" stroke="currentColor">
      {fits && (
        <rect
          x={(bag.width - laptop.depth) / 2}
          y={bag.height - laptop.width - 0.7}
          width={laptop.depth}
          height={laptop.width}
          rx="0.4"
          strokeDasharray="0.6 0.5"
        />
      )}
      <g transform={`translate(${bag.width + BETWEEN} ${bag.height - 0.25})`}>
        <rect y={-laptop.depth} width={laptop.width} height={laptop.depth} rx="0.5" />
        <path d={`M-0.600 0h${laptop.width + 1.2}`} strokeWidth="0.4" />
      </g>
    </g>
  )
}
