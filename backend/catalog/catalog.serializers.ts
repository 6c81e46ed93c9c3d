import { isVideo, LISTED_FIELDS, PAGE_FIELDS, type wireListedProduct, type wireProduct } from '@shop/contract/catalog'
import { toWire } from '@shop/contract/fields'
import type * as z from 'zod/mini'
import { mediaUrl } from '../media/media.ts'
import type { ListedProductRow, StoredProduct } from './catalog.repository.ts'
import { sanitizeDescription } from './description.ts'
import { priceToday, regularPrice } from './price.ts'

type WirePicture = { image_url: string; alt: string }

/** A product of the product list. */
export function serializeListedProduct(product: ListedProductRow): z.input<typeof wireListedProduct> {
  return listedFields(product, picturesOf(product))
}

/** A product with its details; the description is sanitized again on output (R10). */
export function serializeProduct(
  product: StoredProduct,
  siblings: { product_id: string; color: string }[],
): z.input<typeof wireProduct> {
  const pictures = picturesOf(product)
  const [, second, ...rest] = pictures
  return {
    ...listedFields(product, pictures),
    ...toWire(PAGE_FIELDS, product),
    description: sanitizeDescription(product.description),
    multi_image_url: second?.image_url ?? null,
    variants: [{ color: product.color, size: product.size, images: rest }],
    details: product.details,
    siblings,
    hidden: product.status === 'hidden',
  }
}

function listedFields(product: ListedProductRow, pictures: WirePicture[]): z.input<typeof wireListedProduct> {
  return {
    ...toWire(LISTED_FIELDS, {
      ...product,
      price_cents: priceToday(product),
      regular_price_cents: regularPrice(product),
    }),
    image_url: pictures[0]?.image_url ?? null,
    images: pictures.filter(({ image_url }) => !isVideo(image_url)).slice(0, 2),
  }
}

/** The pictures in order, but with a still picture first, since the first one represents the product everywhere. */
function picturesOf({ pictures }: ListedProductRow): WirePicture[] {
  const firstStill = pictures.find(({ file }) => !isVideo(file))
  const ordered = firstStill ? [firstStill, ...pictures.filter((picture) => picture !== firstStill)] : pictures
  return ordered.map(({ file, alt, hash }) => ({ image_url: mediaUrl(file, hash), alt }))
}
