import type { Product, ProductDetails } from '@shop/contract/catalog'
import { Suspense, useRef } from 'react'
import { lazyComponent, resetFailedLoad } from '../../router/lazy-component.ts'
import { NavigationType, useNavigationType } from '../../router/router.tsx'
import { ErrorBoundary } from '../../ui/error-boundary.tsx'
import { useHydrated } from '../../ui/hydrated.tsx'
import { useInView } from '../../ui/in-view.tsx'
import { hasSilhouette } from '../product-facts.tsx'

/** The description, sanitized where it is fetched (R10), and the bag drawn to scale. */
export function ProductStory({ product }: { product: Product }) {
  const { description, details } = product
  const drawn = details !== null && hasSilhouette(product, details)
  if (description === '' && !drawn) return null
  return (
    <section aria-labelledby="about-this" className="mt-14 border-t border-line pt-10">
      <h2 id="about-this" className="font-display text-2xl font-semibold">
        About this product
      </h2>
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: the only place; the query has sanitized it by an allow-list */}
      <div className="prose-shop mt-6 wrap-anywhere" dangerouslySetInnerHTML={{ __html: description }} />
      {drawn && <Drawing product={product} details={details} />}
    </section>
  )
}

const WhatFits = lazyComponent('what fits inside', async () => (await import('./what-fits.tsx')).WhatFits)

/**
 * The drawings, loaded when they are about to be scrolled into view, or at once on Back; their height is reserved. Left
 * out when loading fails.
 */
function Drawing(props: { product: Product; details: ProductDetails }) {
  const ref = useRef<HTMLDivElement>(null)
  const isBack = useNavigationType() === NavigationType.Pop
  const near = useInView(ref, '200px', useHydrated() && isBack)
  return (
    <div
      ref={ref}
      className="later-part mt-10 grid gap-x-6 gap-y-10 [--later:65rem] md:[--later:72rem] lg:grid-cols-[3fr_2fr] lg:[--later:39.5rem]"
    >
      {near && (
        <ErrorBoundary resetKey={props.product.product_id} fallback={<div />} onError={resetFailedLoad}>
          <Suspense fallback={null}>
            <WhatFits {...props} />
          </Suspense>
        </ErrorBoundary>
      )}
    </div>
  )
}
