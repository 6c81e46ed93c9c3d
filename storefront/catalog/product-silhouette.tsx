import type { Product, ProductDetails } from '@shop/contract/catalog'
import type { ReactNode } from 'react'
import { styleOf } from './product-style.ts'
import { type BagSize, CampusShape, HybridShape, NomadShape } from './silhouette-shapes.tsx'

/** A shape per line of backpacks; accessories have none. */
const SHAPES: Readonly<Record<string, (size: BagSize) => ReactNode>> = {
  Campus: CampusShape,
  Hybrid: HybridShape,
  Nomad: NomadShape,
}

/** Minimum width of the drawing in inches, so that drawings of different bags can be compared. */
const WIDTH = 34

/** Space for the handle above the bag, and between bag and laptop, in inches. */
const ABOVE = 1.8
const BETWEEN = 3.5

/** The bag to scale beside a laptop that fits it, from the product's measures; nothing if one is missing. */
export function ProductSilhouette({ product, details }: { product: Product; details: ProductDetails }) {
  const { height_inches: height, width_inches: width, laptop_inches: inches } = details
  const Shape = SHAPES[product.line ?? '']
  if (Shape === undefined || !isDrawable(height) || !isDrawable(width) || !isDrawable(inches)) return null
  const laptop = laptopSize(inches)
  const total = Math.max(WIDTH, width + BETWEEN + laptop.width + 2)
  const full = styleOf(product) === 'Full'
  return (
    <figure className="mt-8">
      <svg
        viewBox={`-0.5 ${-ABOVE} ${total} ${height + ABOVE + 0.6}`}
        role="img"
        aria-label={`The bag is ${height} inches high and ${width} wide. Beside it stands the ${inches}-inch laptop that fits it upright.`}
        className="w-full max-w-md text-ink-soft"
        fill="none"
        stroke="currentColor"
        strokeWidth="0.16"
        strokeLinejoin="round"
        strokeLinecap="round"
      >
        <path d={`M-0.500 ${height}h${total}`} className="text-line-strong" stroke="currentColor" />
        <Shape width={width} height={height} full={full} />
        <g className="text-clay" stroke="currentColor">
          <rect
            x={(width - laptop.depth) / 2}
            y={height - laptop.width - 0.7}
            width={laptop.depth}
            height={laptop.width}
            rx="0.4"
            strokeDasharray="0.6 0.5"
          />
          <g transform={`translate(${width + BETWEEN} ${height - 0.25})`}>
            <rect y={-laptop.depth} width={laptop.width} height={laptop.depth} rx="0.5" />
            <path d={`M-0.600 0h${laptop.width + 1.2}`} strokeWidth="0.4" />
          </g>
        </g>
      </svg>
      <figcaption className="mt-2 text-sm text-ink-soft">
        To scale, with the {inches}-inch laptop that fits; the dashed line shows it inside.
      </figcaption>
    </figure>
  )
}

/** Values of other backends may be nonsense. */
function isDrawable(inches: number | null): inches is number {
  return inches !== null && inches >= 8 && inches <= 40
}

/** Laptops are named by their screen's diagonal; this is the usual size around a 16:10 screen. */
function laptopSize(diagonal: number): { width: number; depth: number } {
  return { width: diagonal * 0.9, depth: diagonal * 0.62 }
}
