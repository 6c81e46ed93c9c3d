import { isVideo, type wireListedProduct, type wireProduct } from '@shop/contract/catalog'
import { dollars } from '@shop/contract/money'
import type * as z from 'zod/mini'
import type { PhotoShelf } from '../images/photo-shelf.ts'
import type { StoredProduct } from './catalog.repository.ts'
import { sanitizeDescription } from './description.ts'

type WirePicture = { image_url: string; alt: string }

/** A product as the list sends it. */
export async function listedProductAnswer(
  product: StoredProduct,
  photos: PhotoShelf,
): Promise<z.input<typeof wireListedProduct>> {
  return listedFields(product, await picturesOf(product, photos))
}

/** A product as its page needs it; the description is sanitised once more on its way out (R10). */
export async function productAnswer(
  product: StoredProduct,
  siblings: { product_id: string; color: string }[],
  photos: PhotoShelf,
): Promise<z.input<typeof wireProduct>> {
  const pictures = await picturesOf(product, photos)
  const [, second, ...rest] = pictures
  return {
    ...listedFields(product, pictures),
    description: sanitizeDescription(product.description),
    multi_image_url: second?.image_url ?? null,
    variants: [{ color: product.color, size: product.size, images: rest }],
    details: {
      ...product.details,
      materials: product.details.materials ?? '',
      care: product.details.care ?? '',
    },
    siblings,
  }
}

function listedFields(product: StoredProduct, pictures: WirePicture[]): z.input<typeof wireListedProduct> {
  return {
    product_id: product.product_id,
    product_name: product.product_name,
    slug: product.slug,
    price: dollars(product.price_cents),
    stock_quantity: product.stock_quantity,
    image_url: pictures[0]?.image_url ?? null,
    images: pictures.filter(({ image_url }) => !isVideo(image_url)).slice(0, 2),
    color: product.color,
    size: product.size,
    line: product.line,
    short_description: product.short_description,
  }
}

/** The product's pictures in their order, but a still one first: it stands for the product everywhere. */
async function picturesOf({ pictures }: StoredProduct, photos: PhotoShelf): Promise<WirePicture[]> {
  const firstStill = pictures.find(({ file }) => !isVideo(file))
  const ordered = firstStill ? [firstStill, ...pictures.filter((picture) => picture !== firstStill)] : pictures
  return Promise.all(ordered.map(async ({ file, alt }) => ({ image_url: await photos.addressOf(file), alt })))
}
