import type { Product, ProductDetails } from '@shop/contract/catalog/calls'

export function ProductFacts({ product }: { product: Product }) {
  const facts = product.details === null ? [] : factsOf(product.details, product.description)
  if (facts.length === 0) return null
  return (
    <dl className="mt-6 grid grid-cols-[auto_1fr] gap-x-8 border-t border-line text-sm">
      {facts.map(([name, value]) => (
        <div key={name} className="col-span-2 grid grid-cols-subgrid border-b border-line py-2">
          <dt className="text-ink-soft">{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

/** A description with a heading about care makes the fact about care redundant. */
const CARE_HEADING = /<h[3-6]>\s*care\b/i

/** Names and values of a product's facts, without those that are unknown. */
export function factsOf(details: ProductDetails, description: string): [string, string][] {
  const { height_inches: height, width_inches: width, depth_inches: depth } = details
  const rows: [string, string | null][] = [
    ['Dimensions', height && width && depth ? `${height} × ${width} × ${depth} in` : null],
    ['Capacity', details.capacity_litres === null ? null : `${details.capacity_litres} liters`],
    ['Weight', details.weight_ounces === null ? null : `${details.weight_ounces} oz`],
    ['Laptop', details.laptop_inches === null ? null : `Up to ${details.laptop_inches} in`],
    ['Materials', details.materials],
    ['Care', CARE_HEADING.test(description) ? null : details.care],
  ]
  return rows.flatMap(([name, value]) => (value === null ? [] : [[name, value]]))
}

/** Whether a figure is there and plausible; values of other backends may be nonsense. */
export function isDrawable(inches: number | null): inches is number {
  return inches !== null && inches >= 8 && inches <= 40
}

/** Whether a product is a backpack with the measures that its drawing needs: one that holds liters and a laptop. */
export function hasSilhouette({
  capacity_litres,
  height_inches,
  width_inches,
  laptop_inches,
}: ProductDetails): boolean {
  return capacity_litres !== null && [height_inches, width_inches, laptop_inches].every(isDrawable)
}
