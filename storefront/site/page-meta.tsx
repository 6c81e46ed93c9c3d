import type { KnownShop } from '@shop/contract/pages/shop'
import { createContext, type ReactNode, useContext } from 'react'
import { usePagePath } from '../router/router.tsx'
import { useShop } from './shop-settings.tsx'
import { type Breadcrumb, breadcrumbData, organizationData, type Statement, websiteData } from './site-data.ts'

/** A picture of 1200 x 630 pixels for link previews. `url` is absolute, or a path of this shop. */
export type SharePicture = { url: string; alt: string }

type PageMetaProps = {
  title: string
  description?: string
  /** Personal pages and errors are `noindex`. */
  indexed?: boolean
  picture?: SharePicture
  breadcrumbs?: readonly Breadcrumb[]
}

const NO_BREADCRUMBS: readonly Breadcrumb[] = []

/** The picture of Home, where the family has chosen one. */
function shopPicture({ name, photos }: KnownShop): SharePicture {
  const hero = photos?.hero
  if (hero === undefined) return { url: '/share.jpg', alt: name }
  return { url: `/images/${encodeURIComponent(hero.src)}?f=share`, alt: hero.alt }
}

/**
 * A page's title and metadata for search engines and link previews. Filters and dialogs have the page's canonical URL.
 */
export function PageMeta({
  title,
  description: given,
  indexed = true,
  picture: chosen,
  breadcrumbs = NO_BREADCRUMBS,
}: PageMetaProps) {
  const shop = useShop()
  const description = given ?? shop.description
  const picture = chosen ?? shopPicture(shop)
  const origin = useShopOrigin()
  const path = usePagePath()
  const address = `${origin}${path}`
  const known = indexed && origin !== ''
  return (
    <>
      <title>{`${title} · ${shop.name}`}</title>
      <meta name="description" content={description} />
      {!indexed && <meta name="robots" content="noindex" />}
      {known && (
        <>
          <link rel="canonical" href={address} />
          <meta property="og:url" content={address} />
          <meta property="og:image" content={new URL(picture.url, origin).href} />
          <meta property="og:image:width" content="1200" />
          <meta property="og:image:height" content="630" />
          <meta property="og:image:alt" content={picture.alt} />
          <meta name="twitter:card" content="summary_large_image" />
        </>
      )}
      <meta property="og:type" content="website" />
      <meta property="og:site_name" content={shop.name} />
      <meta property="og:title" content={title} />
      <meta property="og:description" content={description} />
      {known && breadcrumbs.length > 0 && (
        <StructuredData data={import.meta.env.SSR ? breadcrumbData(origin, breadcrumbs) : null} />
      )}
      {known && path === '/' && (
        <>
          <StructuredData data={import.meta.env.SSR ? organizationData(origin, shop) : null} />
          <StructuredData data={import.meta.env.SSR ? websiteData(origin, shop) : null} />
        </>
      )}
    </>
  )
}

/**
 * Structured data (JSON-LD) for search engines. Only the server renders it: callers pass `null` in the browser, whose
 * build then omits the code that makes it.
 */
export function StructuredData({ data }: { data: Statement | null }) {
  return (
    <script
      type="application/ld+json"
      suppressHydrationWarning
      // biome-ignore lint/security/noDangerouslySetInnerHtml: JSON without `<` cannot end its element
      dangerouslySetInnerHTML={{ __html: data === null ? '' : toScript(data) }}
    />
  )
}

/** JSON that is safe within a script element, whatever names and descriptions contain. */
export function toScript(data: Statement): string {
  return JSON.stringify({ '@context': 'https://schema.org', ...data }).replace(/</g, '\\u003c')
}

const OriginContext = createContext('')

/** Provides the shop's origin, without a trailing slash, for canonical links; empty when unknown. */
export function ShopOriginProvider({ origin, children }: { origin: string; children: ReactNode }) {
  return <OriginContext value={origin}>{children}</OriginContext>
}

export function useShopOrigin(): string {
  return useContext(OriginContext)
}
