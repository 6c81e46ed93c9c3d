import { EDITED_FIELDS, editedShape } from '@shop/contract/admin/catalog'
import { inputShape } from '@shop/contract/field-schemas'
import * as z from 'zod/mini'
import type { ErrorDetail } from '../http/errors/app-error.ts'
import type { ProductDraft } from './catalog.repository.ts'
import { fieldOf } from './catalog-file.ts'
import { hasText, toEdited } from './edited-product.ts'

const completeProduct = z.strictObject({ ...inputShape(EDITED_FIELDS), ...editedShape })

/**
 * What a product lacks that shoppers may see. `priceToo`: a price of 0 is one that nobody has set, as in a draft.
 */
export function missingParts(
  product: Omit<ProductDraft, 'product_id' | 'position'>,
  { priceToo }: { priceToo: boolean },
): ErrorDetail[] {
  const parsed = completeProduct.safeParse(toEdited(product))
  const details = (parsed.error?.issues ?? []).map(({ path, message }) => ({ field: fieldOf(path), message }))
  if (product.description !== '' && !hasText(product.description)) {
    details.push({ field: 'description', message: 'holds no text that may be shown' })
  }
  if (product.price_cents === 0 && priceToo) details.push({ field: 'price', message: 'is missing' })
  return details
}
