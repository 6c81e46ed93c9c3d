import { EDITED_COLUMNS, EDITED_FIELDS, type EditedProduct, editedShape } from '@shop/contract/catalog/admin'
import type { SalePrices } from '@shop/contract/catalog/calls'
import { keepBoundaries, SANITIZER_OPTIONS } from '@shop/contract/catalog/description'
import { pickFields } from '@shop/contract/http/fields'
import { inputShape } from '@shop/contract/http/fields-schemas'
import sanitizeHtml from 'sanitize-html'
import * as z from 'zod/mini'
import type { ErrorDetail } from '../platform/http/errors/app-error.ts'
import type { ProductDraft } from './catalog.repository.ts'

type EditedColumns = Omit<ProductDraft, 'product_id' | 'stock_quantity' | 'position'>

export function toEdited(product: EditedColumns): EditedProduct {
  return {
    ...pickFields(EDITED_FIELDS, product),
    details: product.details,
    images: product.pictures.map(({ file, alt }) => ({ file, alt })),
  }
}

export function toColumns(edited: EditedProduct): EditedColumns {
  return columnsOf({ ...edited, description: sanitizeDescription(edited.description) })
}

/** The stored form; its description is sanitized already. */
export function columnsOf({ details, images, ...fields }: EditedProduct): EditedColumns {
  return {
    ...fields,
    // Without a sale price, days mean nothing.
    ...(fields.sale_price_cents === null ? { sale_from: null, sale_until: null } : {}),
    details,
    pictures: images.map(({ file, alt }) => ({ file, alt, hash: null })),
  }
}

/** Removes disallowed tags and attributes; the text of tags stays (R10). */
export function sanitizeDescription(html: string): string {
  // Again for tags that the sanitizer closed, so it is idempotent.
  return keepBoundaries(sanitizeHtml(keepBoundaries(html), SANITIZER_OPTIONS)).trim()
}

export function hasText(html: string): boolean {
  return /[^\s]/.test(html.replace(/<[^<>]*>/g, '').replace(/&nbsp;/g, ' '))
}

export function saleProblems({ price_cents, sale_price_cents, sale_from, sale_until }: SalePrices): ErrorDetail[] {
  const problems: ErrorDetail[] = []
  if (sale_price_cents !== null && sale_price_cents >= price_cents) {
    problems.push({ field: 'sale_price_cents', message: 'must be lower than the price' })
  }
  if (sale_from !== null && sale_until !== null && sale_until < sale_from) {
    problems.push({ field: 'sale_until', message: 'must not be before the first day' })
  }
  return problems
}

/** `images[0].file` for ['images', 0, 'file']. */
export function fieldOf(path: readonly PropertyKey[]): string {
  return path.reduce<string>((text, key) => {
    if (typeof key === 'number') return `${text}[${key}]`
    return text === '' ? String(key) : `${text}.${String(key)}`
  }, '')
}

const FIELD_WORDS: Readonly<Record<string, string>> = {
  sale_from: 'first day of the sale',
  sale_until: 'last day of the sale',
  images: 'pictures',
  'images.file': 'file of a picture',
  'images.alt': 'text of a picture',
  laptop: 'laptop size',
}

export function fieldWords(field: string): string {
  const name = field.replace(/^details\./, '').replace(/\[\d+\]/, '')
  const bare = name.replace(/_(cents|litres|inches|ounces)$/, '')
  return FIELD_WORDS[bare] ?? bare.replaceAll('_', ' ')
}

const completeProduct = z.strictObject({ ...inputShape(EDITED_COLUMNS), ...editedShape })

/** Missing fields of a public product. `priceToo`: a price of 0 is unset, as in a draft. */
export function missingParts(
  product: Omit<ProductDraft, 'product_id' | 'position'>,
  { priceToo }: { priceToo: boolean },
): ErrorDetail[] {
  const parsed = completeProduct.safeParse(toEdited(product))
  const details = (parsed.error?.issues ?? []).map(({ path, message }) => ({ field: fieldOf(path), message }))
  if (product.description !== '' && !hasText(product.description)) {
    details.push({ field: 'description', message: 'has no text that can be shown' })
  }
  if (product.price_cents === 0 && priceToo) details.push({ field: 'price_cents', message: 'is missing' })
  return details
}
