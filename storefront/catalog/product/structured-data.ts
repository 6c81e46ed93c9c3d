import type { Product } from '@shop/contract/catalog/calls'
import { plainText } from '@shop/contract/catalog/description'
import { pictureUrl } from '@shop/contract/catalog/pictures'
import { FREE_DELIVERY_FROM_CENTS } from '@shop/contract/delivery/rules'
import { formatDollars } from '@shop/contract/money'
import { organizationId, type Statement } from '../../site/site-data.ts'
import { photosOf, productPath } from '../product.ts'

type Place = {
  origin: string
  baseUrl: string
  maker: string
  /** Whether orders can be placed. */
  isOpen: boolean
}

/** A product for search engines, with an offer when it has a price. */
export function productData(product: Product, { origin, baseUrl, maker, isOpen }: Place): Statement {
  const url = `${origin}${productPath(product.product_id)}`
  return withoutNothing({
    '@type': 'Product',
    '@id': `${url}#product`,
    name: product.product_name,
    description: product.short_description ?? onOneLine(product.description),
    image: photosOf(product.pictures).map(({ src }) => new URL(pictureUrl(baseUrl, src), origin).href),
    url,
    sku: product.product_id,
    category: product.line,
    color: product.color,
    size: product.size,
    material: product.details?.materials ?? null,
    brand: { '@type': 'Brand', name: maker },
    manufacturer: { '@id': organizationId(origin), '@type': 'Organization', name: maker },
    offers: offerData(product, { url, isOpen }),
  })
}

/**
 * The displayed price. While orders are paused no product is available, which search engines call out of stock
 * (docs/decisions/README.md, 8). The terms of delivery are known where it is free.
 */
function offerData(
  { price_cents, stock_quantity }: Product,
  { url, isOpen }: { url: string; isOpen: boolean },
): Statement | null {
  if (price_cents === null) return null
  const isFree = isOpen && price_cents >= FREE_DELIVERY_FROM_CENTS
  return {
    '@type': 'Offer',
    url,
    priceCurrency: 'USD',
    price: formatDollars(price_cents),
    itemCondition: 'https://schema.org/NewCondition',
    availability: `https://schema.org/${isOpen && stock_quantity > 0 ? 'InStock' : 'OutOfStock'}`,
    ...(isFree ? { shippingDetails: FREE_DELIVERY } : {}),
  }
}

const FREE_DELIVERY: Statement = {
  '@type': 'OfferShippingDetails',
  shippingRate: { '@type': 'MonetaryAmount', value: 0, currency: 'USD' },
  shippingDestination: { '@type': 'DefinedRegion', addressCountry: 'US' },
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
function onOneLine(html: string): string {
  return plainText(html).replace(/\s+/g, ' ').slice(0, 500)
}
