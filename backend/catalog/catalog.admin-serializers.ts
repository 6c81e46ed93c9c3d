import { type AdminProduct, type ListedAdminProduct, STORED_FIELDS } from '@shop/contract/admin/catalog'
import { isVideo } from '@shop/contract/catalog'
import { toWire } from '@shop/contract/fields'
import { dollars } from '@shop/contract/money'
import { priceOn } from '@shop/contract/sale'
import { mediaUrl } from '../media/media.ts'
import type { StoredProduct } from './catalog.repository.ts'

/** A row of the admin's list; the schema of the response leaves out what the list does not show. */
export function serializeListedAdminProduct(product: StoredProduct, day: string): ListedAdminProduct {
  const picture = product.pictures.find(({ file }) => !isVideo(file))
  return {
    ...toWire(STORED_FIELDS, product),
    price_today: dollars(priceOn(product, day).price_cents),
    image_url: picture === undefined ? null : mediaUrl(picture.file, picture.hash),
  }
}

/** A product as it is edited. */
export function serializeAdminProduct(
  product: StoredProduct,
  { place, products, today }: { place: number; products: number; today: string },
): AdminProduct {
  return {
    ...toWire(STORED_FIELDS, product),
    price_today: dollars(priceOn(product, today).price_cents),
    today,
    details: product.details,
    images: product.pictures.map(({ file, alt, hash }) => ({ file, alt, image_url: mediaUrl(file, hash) })),
    version: product.version,
    place,
    products,
  }
}
