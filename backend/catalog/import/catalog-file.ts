import { draftTexts, EDITED_FIELDS, editedShape, productId, slug } from '@shop/contract/catalog/admin'
import { stockCount } from '@shop/contract/catalog/stock'
import { fromWire, toWire } from '@shop/contract/http/fields'
import { fileShape } from '@shop/contract/http/fields-schemas'
import * as z from 'zod/mini'
import { JsonListError, readJsonList } from '../../platform/lib/json-list.ts'
import '../../platform/lib/zod-locale.ts'
import type { ProductDraft, StoredProduct } from '../catalog.repository.ts'
import { columnsOf, fieldOf, hasText, saleProblems, sanitizeDescription, toEdited } from '../edited-product.ts'

const EDITED_SHAPE = fileShape(EDITED_FIELDS)

/** A row of catalog/products.json. Strict: a misspelt field is an error. */
const fileRow = z.strictObject({
  product_id: productId,
  ...EDITED_SHAPE,
  ...editedShape,
  status: z._default(EDITED_SHAPE.status, 'published'),
  stock: stockCount,
  former_slugs: z._default(z.array(slug).check(z.maxLength(100)), []),
})
/** A draft only needs a name. */
const draftRow = z.strictObject({ ...fileRow.shape, ...draftTexts, slug })
export type FileRow = z.infer<typeof fileRow>

/** Parsed even when the rest of the row is invalid. */
const imagesOnly = z.object({ images: z.array(z.object({ file: z.string() })) })

/** Rows count from 1; 0 is the whole file. */
export type RowError = { row: number; product_id: string | null; field: string; message: string }

/** `formerSlugs` are by product_id. */
export type ParsedCatalog =
  | { products: ProductDraft[]; formerSlugs: Map<string, string[]>; errors: [] }
  | { products: null; errors: RowError[] }

/** By file name; valid files are absent. */
export type FindProblems = (names: readonly string[]) => Promise<ReadonlyMap<string, string>>

/** Descriptions known to be sanitized, which takes most of the time. */
export type SafeDescriptions = ReadonlySet<string>

export type CatalogRow = { before: StoredProduct | null; product: ProductDraft; formerSlugs: string[] }

type ReadTools = {
  findProblems: FindProblems
  /** Existing products by id. */
  findPresent: (ids: readonly string[]) => Promise<ReadonlyMap<string, StoredProduct>>
  /** Called with rows in order. After errors, what it got doesn't count. */
  take: (rows: readonly CatalogRow[]) => void
}

/** In memory. */
const ROWS_PER_PART = 200

/** Parses and validates a catalog file in parts; returns every error. */
export async function readCatalogFile(
  bytes: Uint8Array,
  { findProblems, findPresent, take }: ReadTools,
): Promise<RowError[]> {
  const errors: RowError[] = []
  const [ids, slugs] = [createRepeated('product_id'), createRepeated('slug')]
  let index = 0
  try {
    for (const values of inParts(readJsonList(bytes), ROWS_PER_PART)) {
      const problems = await findProblems(namedFiles(values))
      const present = await findPresent(values.flatMap((value) => validIdOf(value) ?? []))
      const rows: CatalogRow[] = []
      for (const value of values) {
        const before = present.get(idOf(value) ?? '') ?? null
        const safe = new Set(before === null ? [] : [before.description])
        const parsed = parseRow(value, index, { problems, safe })
        errors.push(...parsed.errors)
        for (const { add } of [ids, slugs]) add(value, index)
        if (parsed.row !== null)
          rows.push({ before, product: toProduct(parsed.row, index), formerSlugs: parsed.row.former_slugs })
        index += 1
      }
      take(rows)
    }
  } catch (error) {
    if (!(error instanceof JsonListError)) throw error
    return [
      fileError(
        error.syntax === null ? 'the file is no list of products' : `the file is not valid JSON: ${error.syntax}`,
      ),
    ]
  }
  if (index === 0) return [fileError('the file holds no products')]
  return [...errors, ...ids.errors, ...slugs.errors]
}

function fileError(message: string): RowError {
  return { row: 0, product_id: null, field: '', message }
}

function* inParts<T>(values: Iterable<T>, length: number): Generator<T[]> {
  let part: T[] = []
  for (const value of values) {
    part.push(value)
    if (part.length < length) continue
    yield part
    part = []
  }
  if (part.length > 0) yield part
}

/** Parses a catalog file without a shop to compare; returns all products, or every error. */
export async function parseCatalogFile(text: string, findProblems: FindProblems): Promise<ParsedCatalog> {
  const rows: CatalogRow[] = []
  const take = (some: readonly CatalogRow[]) => void rows.push(...some)
  const errors = await readCatalogFile(Buffer.from(text), { findProblems, findPresent: async () => new Map(), take })
  if (errors.length > 0) return { products: null, errors }
  return {
    products: rows.map(({ product }) => product),
    formerSlugs: new Map(rows.map(({ product: { product_id }, formerSlugs }) => [product_id, formerSlugs])),
    errors: [],
  }
}

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

function namedFiles(rows: readonly unknown[]): string[] {
  const files = rows.flatMap((row) => {
    const result = z.safeParse(imagesOnly, row)
    return result.success ? result.data.images.map(({ file }) => file) : []
  })
  return [...new Set(files)]
}

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

function createRepeated(field: string) {
  const first = new Map<string, number>()
  const errors: RowError[] = []
  const add = (row: unknown, index: number) => {
    const value = fieldValue(row, field)
    if (value === null) return
    const before = first.get(value)
    if (before === undefined) first.set(value, index + 1)
    else {
      const message = `"${value}" is already used in row ${before}`
      errors.push({ row: index + 1, product_id: idOf(row), field, message })
    }
  }
  return { add, errors }
}

function validIdOf(row: unknown): string | null {
  const { success, data } = z.safeParse(productId, idOf(row))
  return success ? data : null
}

function idOf(row: unknown): string | null {
  return fieldValue(row, 'product_id')
}

function fieldValue(row: unknown, field: string): string | null {
  if (typeof row !== 'object' || row === null || !(field in row)) return null
  const value: unknown = Reflect.get(row, field)
  return typeof value === 'string' ? value : null
}
