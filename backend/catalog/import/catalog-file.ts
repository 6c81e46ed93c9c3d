import { draftTexts, EDITED_FIELDS, editedShape, productId, slug, stockCount } from '@shop/contract/catalog/admin'
import { fromWire, toWire } from '@shop/contract/http/fields'
import { fileShape } from '@shop/contract/http/fields-schemas'
import * as z from 'zod/mini'
import type { ProductDraft } from '../catalog.repository.ts'
import { columnsOf, fieldOf, hasText, saleProblems, sanitizeDescription, toEdited } from '../edited-product.ts'

const EDITED_SHAPE = fileShape(EDITED_FIELDS)

/** One row of catalog/products.json. Strict, so a misspelt field is an error. */
const fileRow = z.strictObject({
  product_id: productId,
  ...EDITED_SHAPE,
  ...editedShape,
  status: z._default(EDITED_SHAPE.status, 'published'),
  stock: stockCount,
  former_slugs: z._default(z.array(slug).check(z.maxLength(100)), []),
})
/** A draft needs a name only, in a file as well. */
const draftRow = z.strictObject({ ...fileRow.shape, ...draftTexts, slug })
export type FileRow = z.infer<typeof fileRow>

/** The part of a row that names files, parsed even when the rest is invalid. */
const imagesOnly = z.object({ images: z.array(z.object({ file: z.string() })) })

/** A validation error; rows are counted from 1, and 0 is the whole file. */
export type RowError = { row: number; product_id: string | null; field: string; message: string }

/** `formerSlugs`: earlier slugs by product_id. */
export type ParsedCatalog =
  | { products: ProductDraft[]; formerSlugs: Map<string, string[]>; errors: [] }
  | { products: null; errors: RowError[] }

/** Finds problems of files by name; valid files are absent. */
export type FindProblems = (names: readonly string[]) => Promise<ReadonlyMap<string, string>>

/** Descriptions that are known to be sanitized, such as those of the shop's products: that takes most of the time. */
export type SafeDescriptions = ReadonlySet<string>

/** Parses and validates a whole catalog file; returns all products, or every error. */
export async function parseCatalogFile(
  text: string,
  findProblems: FindProblems,
  safe: SafeDescriptions = new Set(),
): Promise<ParsedCatalog> {
  const rows = parseRows(text)
  if (typeof rows !== 'string') return parseCatalogRows(rows, findProblems, safe)
  return { products: null, errors: [{ row: 0, product_id: null, field: '', message: rows }] }
}

/** Parses rows as a catalog file has them. */
async function parseCatalogRows(
  rows: readonly unknown[],
  findProblems: FindProblems,
  safe: SafeDescriptions,
): Promise<ParsedCatalog> {
  const problems = await findProblems(namedFiles(rows))
  const parsed = rows.map((value, index) => parseRow(value, index, { problems, safe }))
  const errors = [...parsed.flatMap((row) => row.errors), ...repeated(rows, 'product_id'), ...repeated(rows, 'slug')]
  if (errors.length > 0) return { products: null, errors }
  const found = parsed.flatMap(({ row }) => row ?? [])
  return {
    products: found.map(toProduct),
    formerSlugs: new Map(found.map(({ product_id, former_slugs }) => [product_id, former_slugs])),
    errors: [],
  }
}

/** Parses one row, such as a changed one of a table. */
export function parseRow(
  value: unknown,
  index: number,
  { problems, safe }: { problems: ReadonlyMap<string, string>; safe: SafeDescriptions },
): { row: FileRow | null; errors: RowError[] } {
  const errors: RowError[] = []
  const addError = (field: string, message: string) =>
    errors.push({ row: index + 1, product_id: idOf(value), field, message })
  const isDraft = fieldValue(value, 'status') === 'draft'
  const result = z.safeParse(isDraft ? draftRow : fileRow, value)
  if (!result.success) {
    for (const issue of result.error.issues) addError(fieldOf(issue.path), issue.message)
    return { row: null, errors }
  }
  const { images, description } = result.data
  for (const [place, { file }] of images.entries()) {
    const problem = problems.get(file)
    if (problem !== undefined) addError(`images[${place}].file`, problem)
  }
  const sanitized = safe.has(description) ? description : sanitizeDescription(description)
  if (!(isDraft && description === '') && !hasText(sanitized)) {
    addError('description', 'has no text that can be shown')
  }
  for (const { field, message } of saleProblems(fromWire(EDITED_FIELDS, result.data))) {
    addError(field.replace(/_cents$/, ''), message)
  }
  return { row: { ...result.data, description: sanitized }, errors }
}

/** File names used by any row, without duplicates. */
function namedFiles(rows: readonly unknown[]): string[] {
  const files = rows.flatMap((row) => {
    const result = z.safeParse(imagesOnly, row)
    return result.success ? result.data.images.map(({ file }) => file) : []
  })
  return [...new Set(files)]
}

function parseRows(text: string): unknown[] | string {
  try {
    const value: unknown = JSON.parse(text)
    if (!Array.isArray(value)) return 'the file is no list of products'
    return value.length === 0 ? 'the file holds no products' : value
  } catch (error) {
    return `the file is not valid JSON: ${error instanceof Error ? error.message : 'unreadable'}`
  }
}

/** A row of the file as a product at a place. */
export function toProduct(row: FileRow, position: number): ProductDraft {
  const { product_id, stock, details, images } = row
  return {
    ...columnsOf({ ...fromWire(EDITED_FIELDS, row), details, images }),
    product_id,
    stock_quantity: stock,
    position,
  }
}

export function toFileRow(product: ProductDraft, formerSlugs: readonly string[]): FileRow {
  const { product_id, stock_quantity: stock } = product
  const { details, images } = toEdited(product)
  return { product_id, ...toWire(EDITED_FIELDS, product), details, images, stock, former_slugs: [...formerSlugs] }
}

function repeated(rows: readonly unknown[], field: 'product_id' | 'slug'): RowError[] {
  const first = new Map<unknown, number>()
  return rows.flatMap((row, index) => {
    const value = fieldValue(row, field)
    if (value === null) return []
    const before = first.get(value)
    if (before === undefined) {
      first.set(value, index + 1)
      return []
    }
    return [{ row: index + 1, product_id: idOf(row), field, message: `"${value}" is already used in row ${before}` }]
  })
}

function idOf(row: unknown): string | null {
  return fieldValue(row, 'product_id')
}

function fieldValue(row: unknown, field: string): string | null {
  if (typeof row !== 'object' || row === null || !(field in row)) return null
  const value: unknown = Reflect.get(row, field)
  return typeof value === 'string' ? value : null
}
