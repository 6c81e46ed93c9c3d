import { useLocation } from 'react-router'
import { shop } from '../../shop.config.ts'
import { useShopOrigin } from '../lib/shop-origin.tsx'

type PageMetaProps = {
  title: string
  description?: string
  /** Pages that belong to one visitor, or to nobody, stay out of search engines. */
  indexed?: boolean
}

/** A page's title and what search engines read of it. */
export function PageMeta({ title, description = shop.description, indexed = true }: PageMetaProps) {
  const origin = useShopOrigin()
  const { pathname } = useLocation()
  return (
    <>
      <title>{`${title} · ${shop.name}`}</title>
      <meta name="description" content={description} />
      {!indexed && <meta name="robots" content="noindex" />}
      {indexed && origin !== '' && <link rel="canonical" href={`${origin}${pathname}`} />}
    </>
  )
}
