import type { Product, ProductDetails } from '@shop/contract/catalog'

/** A 15-inch laptop is about 14 by 9.75 inches. */
const LAPTOP = { width: 14, height: 9.75 }

/** The bag to scale beside a 15-inch laptop; only for backpacks, whose outline the drawing has. */
export function BagDrawing({ product, details }: { product: Product; details: ProductDetails }) {
  const { height_inches: height, width_inches: width } = details
  if (product.line === 'Accessories' || height === null || width === null || height < 10) return null
  const floor = 22
  const top = floor - height
  const laptopLeft = width + 5
  return (
    <figure className="mt-8">
      <svg
        viewBox={`-1 0 ${laptopLeft + LAPTOP.width + 2} 24`}
        role="img"
        aria-label={`The bag is ${height} inches high and ${width} wide, drawn beside a 15-inch laptop`}
        className="w-full max-w-md text-ink-soft"
        fill="none"
        stroke="currentColor"
        strokeWidth="0.16"
        strokeLinejoin="round"
        strokeLinecap="round"
      >
        <path d={`M-1 ${floor} H${laptopLeft + LAPTOP.width + 1}`} className="text-line-strong" stroke="currentColor" />
        <path
          d={`M1 ${floor} Q0 ${floor} 0 ${floor - 1} V${top + 5} Q0 ${top} ${width / 2} ${top} Q${width} ${top} ${width} ${top + 5} V${floor - 1} Q${width} ${floor} ${width - 1} ${floor} Z`}
        />
        <path d={`M${width / 2 - 1.4} ${top} q0 -1.600 1.400 -1.600 t1.400 1.600`} />
        <path d={`M1.500 ${floor - 1.2} v-6 h${width - 3} v6 z M1.500 ${floor - 6} h${width - 3}`} />
        <rect
          x={laptopLeft}
          y={floor - LAPTOP.height - 0.4}
          width={LAPTOP.width}
          height={LAPTOP.height}
          rx="0.5"
          className="text-clay"
          stroke="currentColor"
        />
        <path
          d={`M${laptopLeft - 0.6} ${floor - 0.2} h${LAPTOP.width + 1.2}`}
          className="text-clay"
          stroke="currentColor"
          strokeWidth="0.35"
        />
      </svg>
      <figcaption className="mt-2 text-sm text-ink-soft">To scale, beside a 15-inch laptop.</figcaption>
    </figure>
  )
}
