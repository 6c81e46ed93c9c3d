import type { Product } from '@shop/contract/catalog/calls'
import { type ReactNode, useRef } from 'react'
import { Photo } from '../../pictures/photo.tsx'
import { OptionalPart } from '../../router/error-boundary.tsx'
import { lazyComponent } from '../../router/lazy-component.ts'
import { useIsReturn } from '../../router/router.tsx'
import { useShop } from '../../site/shop-settings.tsx'
import { Heading } from '../../ui/heading.tsx'
import { useHydrated } from '../../ui/hydrated.tsx'
import { InView, useInView } from '../../ui/in-view.tsx'
import { hasSilhouette } from '../product-facts.tsx'

/** The description, sanitized where it is fetched (R10), and the bag drawn to scale. */
export function ProductStory({ product }: { product: Product }) {
  const { description, details } = product
  const drawn = details !== null && hasSilhouette(details)
  if (description === '' && !drawn) return null
  return (
    <section aria-labelledby="about-this" className="mt-14 border-t border-line pt-10">
      <Heading size="2xl" id="about-this">
        About this product
      </Heading>
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: the only place; the query has sanitized it by an allow-list */}
      <div className="prose-shop mt-6 wrap-anywhere" dangerouslySetInnerHTML={{ __html: description }} />
      {drawn && (
        <LaterPart
          product={product}
          margin="200px"
          className="mt-10 grid gap-x-6 gap-y-10 [--later:42rem] md:[--later:46rem] lg:grid-cols-[3fr_2fr] lg:[--later:30rem]"
        >
          <WhatFits details={details} />
        </LaterPart>
      )}
    </section>
  )
}

/** The photograph of the product's line, with what goes into its bags. */
export function InUse({ line }: { line: string | null }) {
  const photo = useShop().lines?.find((each) => each.line === line)?.photo ?? null
  if (photo === null) return null
  return (
    <InView initiallyInView={false} className="mt-14 aspect-[4/3] overflow-hidden rounded-md bg-ground md:aspect-[5/2]">
      <Photo
        src={photo.file}
        alt={photo.alt}
        // On phones the picture is cut to its right side.
        sizes="(min-width: 100rem) 96rem, (min-width: 48rem) 94vw, 140vw"
        width={1760}
        height={880}
        className="size-full object-cover object-[80%_50%]"
      />
    </InView>
  )
}

const WhatFits = lazyComponent('what fits inside', async () => (await import('./what-fits.tsx')).WhatFits)

type LaterPartProps = { product: Product; margin?: string; className: string; children: ReactNode }

/**
 * Code and data are fetched when it is about to be scrolled into view, or at once on Back, which returns to where one was.
 * Left out when that fails. Until then its height is reserved, so the footer does not move while it is seen.
 */
export function LaterPart({ product, margin, className, children }: LaterPartProps) {
  const ref = useRef<HTMLDivElement>(null)
  const isReturn = useIsReturn()
  const near = useInView(ref, margin, useHydrated() && isReturn)
  return (
    <div ref={ref} className={`later-part ${className}`}>
      {near && (
        <OptionalPart resetKey={product.product_id} fallback={<div />}>
          {children}
        </OptionalPart>
      )}
    </div>
  )
}
