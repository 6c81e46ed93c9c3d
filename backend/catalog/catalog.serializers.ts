import { type AdminProduct, type ListedAdminProduct, STORED_FIELDS } from '@shop/contract/catalog/admin'
import { isVideo, LISTED_FIELDS, PAGE_FIELDS, type ProductDetails, priceOn } from '@shop/contract/catalog/calls'
import type { wireListedProduct, wireProduct } from '@shop/contract/catalog/schemas'
import { pickFields, toWire } from '@shop/contract/http/fields'
import type * as z from 'zod/mini'
import { mediaUrl } from '../media/store/media.ts'
import type { ListedProductRow, listSiblings, StoredPicture, StoredProduct } from './catalog.repository.ts'
import { resolveWholesale } from './wholesale.ts'

type WirePicture = { image_url: string; alt: string }

export function serializeListedProduct(product: ListedProductRow, day: string): z.input<typeof wireListedProduct> {
  const stills = stillsOf(product)
  const first = stills[0] ?? product.pictures[0]
  return {
    ...toWire(LISTED_FIELDS, {
      ...product,
      ...priceOn(product, day),
    }),
    image_url: first === undefined ? null : mediaUrl(first.file, first.hash),
    images: stills.slice(0, 2).map(wirePictureOf),
    facts: factsOf(product.details),
    laptop_inches: product.details.laptop_inches,
    capacity_litres: product.details.capacity_litres,
  }
}

/** For the search, such as `for a 15-inch laptop, 22 liters, recycled polyester`. */
function factsOf({ laptop_inches, capacity_litres, materials }: ProductDetails): string {
  const facts = [
    laptop_inches !== null && `for a ${laptop_inches}-inch laptop`,
    capacity_litres !== null && `${capacity_litres} liters`,
    materials,
  ]
  return facts.filter(Boolean).join(', ')
}

/** The description was sanitized when stored, and is again where it is shown (R10). */
export function serializeProduct(
  product: StoredProduct,
  { siblings, day, isHidden }: { siblings: Awaited<ReturnType<typeof listSiblings>>; day: string; isHidden: boolean },
): z.input<typeof wireProduct> {
  const pictures = picturesOf(product)
  const [, second, ...rest] = pictures
  return {
    ...serializeListedProduct(product, day),
    ...toWire(PAGE_FIELDS, product),
    multi_image_url: second?.image_url ?? null,
    variants: [{ color: product.color, size: product.size, images: rest }],
    details: product.details,
    siblings: siblings.map(({ stock_quantity, ...sibling }) => ({ ...sibling, sold_out: stock_quantity <= 0 })),
    hidden: isHidden,
  }
}

/** With a still picture first, since it represents the product everywhere. */
function picturesOf(product: ListedProductRow): WirePicture[] {
  const [firstStill] = stillsOf(product)
  const others = product.pictures.filter((picture) => picture !== firstStill)
  return [...(firstStill ? [firstStill] : []), ...others].map(wirePictureOf)
}

function stillsOf({ pictures }: ListedProductRow): StoredPicture[] {
  return pictures.filter(({ file }) => !isVideo(file))
}

function wirePictureOf({ file, alt, hash }: StoredPicture): WirePicture {
  return { image_url: mediaUrl(file, hash), alt }
}

/** The response's schema drops what the list doesn't show. */
export function serializeListedAdminProduct(
  product: StoredProduct,
  { today, wholesalePercent }: { today: string; wholesalePercent: number },
): ListedAdminProduct {
  const picture = product.pictures.find(({ file }) => !isVideo(file))
  return {
    ...pickFields(STORED_FIELDS, product),
    price_today_cents: priceOn(product, today).price_cents,
    ...resolveWholesale(product, wholesalePercent),
    image_url: picture === undefined ? null : mediaUrl(picture.file, picture.hash),
  }
}

export function serializeAdminProduct(
  product: StoredProduct,
  { place, products, today }: { place: number; products: number; today: string },
): AdminProduct {
  return {
    ...pickFields(STORED_FIELDS, product),
    price_today_cents: priceOn(product, today).price_cents,
    today,
    details: product.details,
    images: product.pictures.map(({ file, alt, hash }) => ({ file, alt, image_url: mediaUrl(file, hash) })),
    version: product.version,
    place,
    products,
  }
}
