import type { Product, ProductDetails } from '@shop/contract/catalog'
import { Suspense, useRef } from 'react'
import { lazyComponent, resetFailedLoad } from '../router/lazy-component.ts'
import { ErrorBoundary } from '../ui/error-boundary.tsx'
import { useInView } from '../ui/use-in-view.ts'
import { hasSilhouette } from './silhouette-figures.ts'

/** The description, sanitized where it is fetched (R10), and the facts beside it. */
export function ProductFacts({ product }: { product: Product }) {
  const facts = product.details === null ? [] : factsOf(product.details, product.description)
  if (product.description === '' && facts.length === 0) return null
  return (
    <section aria-labelledby="about-this" className="mt-14 border-t border-line pt-10">
      <h2 id="about-this" className="font-display text-2xl font-semibold">
        About this product
      </h2>
      <div className="mt-6 grid gap-10 wrap-anywhere lg:grid-cols-2 lg:gap-16">
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: the only place; the query has sanitized it by an allow-list */}
        <div className="prose-shop max-w-[65ch]" dangerouslySetInnerHTML={{ __html: product.description }} />
        {facts.length > 0 && (
          <dl className="-mt-2.5 grid grid-cols-[auto_1fr] gap-x-8 self-start">
            {facts.map(([name, value]) => (
              <div key={name} className="col-span-2 grid grid-cols-subgrid border-b border-line py-2.5">
                <dt className="text-ink-soft">{name}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
        )}
        {product.details && <Drawing product={product} details={product.details} />}
      </div>
    </section>
  )
}

const WhatFits = lazyComponent('what fits inside', async () => (await import('./what-fits.tsx')).WhatFits)

/** The drawing, loaded when it is about to be scrolled into view; its height is reserved. Left out when loading fails. */
function Drawing(props: { product: Product; details: ProductDetails }) {
  const ref = useRef<HTMLDivElement>(null)
  const near = useInView(ref, '200px')
  if (!hasSilhouette(props.product, props.details)) return null
  return (
    <div ref={ref} className="what-fits min-h-80">
      {near && (
        <ErrorBoundary resetKey={props.product.product_id} fallback={null} onError={resetFailedLoad}>
          <Suspense fallback={null}>
            <WhatFits {...props} />
          </Suspense>
        </ErrorBoundary>
      )}
    </div>
  )
}

/** A description with a heading about care makes the fact about care redundant. */
const CARE_HEADING = /<h3>\s*care\b/i

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
