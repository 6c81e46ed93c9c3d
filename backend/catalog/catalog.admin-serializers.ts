import { type AdminProduct, type ListedAdminProduct, STORED_FIELDS } from '@shop/contract/admin/products'
import { isVideo } from '@shop/contract/catalog'
import { pickFields } from '@shop/contract/fields'
import { dollars } from '@shop/contract/money'
import { mediaUrl } from '../media/media.ts'
import type { StoredProduct } from './catalog.repository.ts'

/** A row of the admin's list. */
export function serializeListedAdminProduct(product: StoredProduct): ListedAdminProduct {
  const picture = product.pictures.find(({ file }) => !isVideo(file))
  return {
    product_id: product.product_id,
    slug: product.slug,
    product_name: product.product_name,
    line: product.line,
    color: product.color,
    price: dollars(product.price_cents),
    sale_price: salePriceOf(product),
    stock_quantity: product.stock_quantity,
    status: product.status,
    version: product.version,
    image_url: picture === undefined ? null : mediaUrl(picture.file, picture.hash),
  }
}

/** A product as it is edited. */
export function serializeAdminProduct(
  product: StoredProduct,
  { place, products }: { place: number; products: number },
): AdminProduct {
  return {
    product_id: product.product_id,
    ...pickFields(STORED_FIELDS, product),
    price: dollars(product.price_cents),
    sale_price: salePriceOf(product),
    stock_quantity: product.stock_quantity,
    description: product.description,
    details: product.details,
    status: product.status,
    images: product.pictures.map(({ file, alt, hash }) => ({ file, alt, image_url: mediaUrl(file, hash) })),
    version: product.version,
    place,
    products,
  }
}

function salePriceOf({ sale_price_cents }: StoredProduct): number | null {
  return sale_price_cents === null ? null : dollars(sale_price_cents)
}
