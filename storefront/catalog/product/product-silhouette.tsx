import type { ProductDetails } from '@shop/contract/catalog/calls'
import type { ReactNode } from 'react'
import { isDrawable } from '../product-facts.tsx'
import { ITEM_SIZES, laptopSize, type PackedItem } from './packed-items.ts'

/** Minimum width of the drawing in inches, so drawings of different bags can be compared. */
const MIN_WIDTH_INCHES = 34

/** Space for the handle above the bag, and between bag and laptop, in inches. */
const ABOVE_INCHES = 1.8
const BETWEEN_INCHES = 3.5

type ProductSilhouetteProps = {
  details: ProductDetails
  laptop: number | null
  items: readonly PackedItem[]
}

/** The bag to scale beside a laptop, from the product's measures; nothing if one is missing. */
export function ProductSilhouette({ details, laptop: inches, items }: ProductSilhouetteProps) {
  const { height_inches: height, width_inches: width, laptop_inches: fitting } = details
  if (!isDrawable(height) || !isDrawable(width) || !isDrawable(fitting)) return null
  // Wide enough for the largest laptop, so the scale does not change with the laptop.
  const total = Math.max(MIN_WIDTH_INCHES, width + BETWEEN_INCHES + laptopSize(fitting).width + 2)
  const fits = inches !== null && inches <= fitting
  return (
    <figure>
      <svg
        viewBox={`-0.5 ${-ABOVE_INCHES} ${total} ${height + ABOVE_INCHES + 0.6}`}
        role="img"
        aria-label={`The bag is ${height} inches tall and ${width} wide.${laptopText(inches, fits)}${itemsText(items)}`}
        className="w-full rounded-lg bg-card p-4 text-ink-soft sm:p-8 lg:h-105"
        fill="none"
        stroke="currentColor"
        strokeWidth="0.16"
        strokeLinejoin="round"
        strokeLinecap="round"
      >
        <path d={`M-0.500 ${height}h${total}`} className="text-line-strong" stroke="currentColor" />
        <BagShape width={width} height={height} full={isLarge(details)} />
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
  return ` Next to it is a ${inches}-inch laptop, which ${fits ? 'fits upright' : 'won’t fit'}.`
}

function itemsText(items: readonly PackedItem[]): string {
  if (items.length === 0) return ''
  return ` Inside: ${items.map(({ name }) => ITEM_SIZES[name].label.toLowerCase()).join(', ')}.`
}

function captionText(inches: number | null, fits: boolean): string {
  if (inches === null) return 'To scale.'
  return fits
    ? `To scale, with the ${inches}-inch laptop that fits; the dashed line shows it inside.`
    : `To scale, with the ${inches}-inch laptop, which doesn’t fit.`
}

const CORNER_RADIUS_INCHES: Readonly<Record<PackedItem['name'], number>> = {
  bottle: 1.2,
  books: 0.2,
  shoes: 1.6,
  jacket: 1.6,
}

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
        rx={CORNER_RADIUS_INCHES[name]}
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
        {ITEM_SIZES[name].label}
      </text>
    </>
  )
}

/** The laptop beside the bag, and dashed inside when it fits. */
function Laptops({ bag, inches, fits }: { bag: { width: number; height: number }; inches: number; fits: boolean }) {
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
      <g transform={`translate(${bag.width + BETWEEN_INCHES} ${bag.height - 0.25})`}>
        <rect y={-laptop.depth} width={laptop.width} height={laptop.depth} rx="0.5" />
        <path d={`M-0.600 0h${laptop.width + 1.2}`} strokeWidth="0.4" />
      </g>
    </g>
  )
}

/** Liters from which a bag is drawn with a second pocket. */
const LARGE_LITERS = 22

function isLarge({ capacity_litres }: ProductDetails): boolean {
  return (capacity_litres ?? 0) >= LARGE_LITERS
}

/** Inches. `full`: with a second pocket. */
type BagSize = { width: number; height: number; full: boolean }

/**
 * A backpack from (0, 0) at the top left to (width, height) at the bottom: an arched top, a pocket with a round top, mesh pockets at
 * the sides. It is the same for every line, since the family adds and renames them.
 */
function BagShape({ width: w, height: h, full }: BagSize) {
  const left = 0.6
  const right = w - 0.6
  return (
    <>
      <path d={arch({ left, right, bottom: h, shoulder: h * 0.36, corner: 1.5 })} />
      <path d={`M${left} ${h * 0.66}H0.3L0 ${h - 1.2}Q0.2 ${h - 0.7} ${left + 0.2} ${h - 0.6}`} />
      <path d={`M${right} ${h * 0.66}H${w - 0.3}L${w} ${h - 1.2}Q${w - 0.2} ${h - 0.7} ${right - 0.2} ${h - 0.6}`} />
      <Handle center={w / 2} />
      {full ? (
        <Pocket x={w * 0.22} y={h * 0.21} width={w * 0.56} height={h * 0.2} />
      ) : (
        <path d={`M${w / 2 - 0.9} ${h * 0.3}l0.45 -0.9h0.9l0.45 0.9l-0.45 0.9h-0.9z`} />
      )}
      <path
        d={arch({ left: w * 0.17, right: w * 0.83, top: h * 0.47, bottom: h * 0.95, shoulder: h * 0.12, corner: 1 })}
      />
      <Patch x={w / 2 - 1} y={h * 0.78} />
    </>
  )
}

type Arch = { left: number; right: number; top?: number; bottom: number; shoulder: number; corner: number }

/** An outline with a round top and rounded bottom corners. `shoulder`: where the arch ends, from the top. */
function arch({ left, right, top = 0, bottom, shoulder, corner }: Arch): string {
  const middle = (left + right) / 2
  const sides = top + shoulder
  return [
    `M${left + corner} ${bottom}Q${left} ${bottom} ${left} ${bottom - corner}V${sides}`,
    `C${left} ${sides - shoulder * 0.65} ${(left + middle) / 2} ${top} ${middle} ${top}`,
    `S${right} ${sides - shoulder * 0.65} ${right} ${sides}`,
    `V${bottom - corner}Q${right} ${bottom} ${right - corner} ${bottom}z`,
  ].join('')
}

function Handle({ center }: { center: number }) {
  return <path d={`M${center - 1.4} 0.1q0 -1.3 1.400 -1.300t1.400 1.300`} />
}

function Pocket(place: { x: number; y: number; width: number; height: number }): ReactNode {
  return (
    <>
      <rect {...place} rx="1.1" />
      <path d={`M${place.x} ${place.y + 1.3}h${place.width}`} strokeDasharray="0.4 0.35" />
    </>
  )
}

function Patch({ x, y }: { x: number; y: number }) {
  return <rect x={x} y={y} width="2" height="1.4" rx="0.2" className="fill-clay-light stroke-clay" />
}
