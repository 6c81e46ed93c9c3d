import type { Product } from '@shop/contract/catalog'
import { writeDollars } from '@shop/contract/money'
import { pictureUrl } from '@shop/contract/pictures'
import { organizationId, type Statement } from '../../site/site-data.ts'
import { photosOf, productPath } from '../product.ts'

type Place = {
  origin: string
  baseUrl: string
  maker: string
}

/** A product for search engines, with an offer when it has a price. */
export function productData(product: Product, { origin, baseUrl, maker }: Place): Statement {
  const url = `${origin}${productPath(product.product_id)}`
  return withoutNothing({
    '@type': 'Product',
    '@id': `${url}#product`,
    name: product.product_name,
    description: product.short_description ?? plainText(product.description),
    image: photosOf(product.pictures).map(({ src }) => new URL(pictureUrl(baseUrl, src), origin).href),
    url,
    sku: product.product_id,
    category: product.line,
    color: product.color,
    size: product.size,
    material: product.details?.materials ?? null,
    brand: { '@type': 'Brand', name: maker },
    manufacturer: { '@id': organizationId(origin), '@type': 'Organization', name: maker },
    offers: offerData(product, url),
  })
}

/**
 * The displayed price. Orders are paused, so no product is available, which search engines call out of stock
 * (docs/decisions/0008-no-offer-that-cannot-be-bought.md).
 */
function offerData({ price_cents }: Product, url: string): Statement | null {
  if (price_cents === null) return null
  return {
    '@type': 'Offer',
    url,
    priceCurrency: 'USD',
    price: writeDollars(price_cents),
    itemCondition: 'https://schema.org/NewCondition',
    availability: 'https://schema.org/OutOfStock',
  }
}

/** Omits unknown fields: empty ones are errors for search engines. */
function withoutNothing(statement: Statement): Statement {
  const { '@type': type, ...claims } = statement
  const known = Object.entries(claims).filter(
    ([, value]) => value !== null && value !== '' && !(Array.isArray(value) && value.length === 0),
  )
  return { '@type': type, ...Object.fromEntries(known) }
}

/** The text of a description, which was sanitized when it was fetched (R10). */
function plainText(html: string): string {
  return html
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, 500)
}
