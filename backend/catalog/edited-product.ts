import { EDITED_FIELDS, type EditedProduct } from '@shop/contract/admin/catalog'
import { fromWire, toWire } from '@shop/contract/fields'
import type { ProductDraft } from './catalog.repository.ts'
import { sanitizeDescription } from './description.ts'

type EditedColumns = Omit<ProductDraft, 'product_id' | 'stock_quantity' | 'position'>

/** A product as an owner edits it, in the admin and in the catalog file. */
export function toEdited(product: EditedColumns): EditedProduct {
  return {
    ...toWire(EDITED_FIELDS, product),
    details: product.details,
    images: product.pictures.map(({ file, alt }) => ({ file, alt })),
  }
}

/** The same as it is stored, its description without tags that are not allowed. */
export function toColumns({ details, images, ...fields }: EditedProduct): EditedColumns {
  const columns = fromWire(EDITED_FIELDS, fields)
  return {
    ...columns,
    // Days without a sale price say nothing.
    ...(columns.sale_price_cents === null ? { sale_from: null, sale_until: null } : {}),
    description: sanitizeDescription(fields.description),
    details,
    pictures: images.map(({ file, alt }) => ({ file, alt, hash: null })),
  }
}
