import { DETAIL_FIELDS } from '@shop/contract/catalog'
import { fileShape } from '@shop/contract/field-schemas'
import { roundToCents } from '@shop/contract/money'
import * as z from 'zod/mini'
import { type ImageCheck, mediaProblem } from '../images/media-problem.ts'
import type { InspectedFile, MediaFile, MediaStore } from '../images/media-store.ts'
import type { StoredProduct } from './catalog.repository.ts'
import { STORED_FIELDS } from './catalog.tables.ts'
import '../zod-locale.ts'
import { sanitizeDescription } from './description.ts'

const words = (most: number) => z.string().check(z.trim(), z.minLength(1), z.maxLength(most))
const hasWholeCents = (price: number) => Math.abs(price * 100 - Math.round(price * 100)) < 1e-6

/** One row of catalog/products.json. Strict, so that a misspelt field is an error. */
const fileRow = z.strictObject({
  product_id: z.string().check(z.regex(/^[A-Za-z0-9_-]{1,40}$/, 'must be letters, digits, - and _')),
  slug: z
    .string()
    .check(z.regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'must be small letters and digits joined by -'), z.maxLength(100)),
  product_name: words(200),
  ...fileShape(STORED_FIELDS),
  price: z.number().check(z.minimum(0), z.maximum(100_000), z.refine(hasWholeCents, 'has more than two decimals')),
  stock: z.int().check(z.minimum(0), z.maximum(1_000_000)),
  description: words(20_000),
  details: z.strictObject(fileShape(DETAIL_FIELDS)),
  images: z.array(z.strictObject({ file: z.string(), alt: words(300) })).check(z.maxLength(50)),
})
export type FileRow = z.infer<typeof fileRow>

/** The part of a row that names files, parsed even when the rest is invalid. */
const imagesOnly = z.object({ images: z.array(z.object({ file: z.string() })) })

/** A validation error; rows are counted from 1. */
export type RowError = { row: number; product_id: string | null; field: string; message: string }

/** `mediaFiles` are those that the products use. */
export type ParsedCatalog =
  | { products: StoredProduct[]; mediaFiles: MediaFile[]; errors: [] }
  | { products: null; errors: RowError[] }

/**
 * Parses and validates a whole catalog file; returns all products, or every error. `isComplete` checks each picture.
 */
export async function parseCatalogFile(
  text: string,
  media: MediaStore,
  isComplete: ImageCheck,
): Promise<ParsedCatalog> {
  const rows = parseRows(text)
  if (typeof rows === 'string')
    return { products: null, errors: [{ row: 0, product_id: null, field: '', message: rows }] }
  const errors: RowError[] = []
  const products: StoredProduct[] = []
  const inspected = await media.inspect(filesOf(rows))
  const problems = await mediaProblems(filesOf(rows), inspected, media, isComplete)
  for (const [index, value] of rows.entries()) {
    const result = z.safeParse(fileRow, value)
    const complain = (field: string, message: string) =>
      errors.push({ row: index + 1, product_id: idOf(value), field, message })
    if (!result.success) {
      for (const issue of result.error.issues) complain(fieldOf(issue.path), issue.message)
      continue
    }
    for (const [place, { file }] of result.data.images.entries()) {
      const problem = problems.get(file)
      if (problem !== undefined) complain(`images[${place}].file`, problem)
    }
    const product = toProduct(result.data, index, inspected)
    if (!/[^\s]/.test(product.description.replace(/<[^>]*>/g, ''))) {
      complain('description', 'holds no text that may be shown')
    }
    products.push(product)
  }
  errors.push(...repeated(rows, 'product_id'), ...repeated(rows, 'slug'))
  return errors.length === 0
    ? { products, mediaFiles: [...inspected.values()].map(({ file }) => file), errors: [] }
    : { products: null, errors }
}

/** File names used by any row, without duplicates. */
function filesOf(rows: readonly unknown[]): string[] {
  const files = rows.flatMap((row) => {
    const result = z.safeParse(imagesOnly, row)
    return result.success ? result.data.images.map(({ file }) => file) : []
  })
  return [...new Set(files)]
}

/** Problems by file name; valid files are absent. */
async function mediaProblems(
  files: readonly string[],
  inspected: ReadonlyMap<string, InspectedFile>,
  media: MediaStore,
  isComplete: ImageCheck,
): Promise<Map<string, string>> {
  const problems = new Map<string, string>()
  for (const file of files) {
    const problem = await mediaProblem(file, inspected.get(file), media, isComplete)
    if (problem !== null) problems.set(file, problem)
  }
  return problems
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

function toProduct(row: FileRow, position: number, inspected: ReadonlyMap<string, InspectedFile>): StoredProduct {
  const { price, stock, images, description, ...same } = row
  return {
    ...same,
    position,
    price_cents: roundToCents(price),
    stock_quantity: stock,
    description: sanitizeDescription(description),
    pictures: images.map(({ file, alt }) => ({ file, alt, hash: inspected.get(file)?.file.hash ?? null })),
  }
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

/** `images[0].file` for ['images', 0, 'file']. */
function fieldOf(path: readonly PropertyKey[]): string {
  return path.reduce<string>((text, key) => {
    if (typeof key === 'number') return `${text}[${key}]`
    return text === '' ? String(key) : `${text}.${String(key)}`
  }, '')
}
