import * as z from 'zod/mini'
import { asCount, asList, asRecord, asText } from './coercion.ts'
import { defineEndpoint } from './endpoint.ts'
import { hasError } from './errors.ts'
import { wireShape } from './field-schemas.ts'
import {
  amount,
  type Fields,
  type FieldValues,
  optionalAmount,
  optionalNumber,
  optionalText,
  type ParsedFields,
  parseFields,
  text,
  wholeNumber,
} from './fields.ts'
import { parseCents } from './money.ts'
import { listedPictures, type Picture, productPictures } from './pictures.ts'

/** Shown for a product without a name. */
export const UNKNOWN_PRODUCT = 'Unknown Product'

/** Allowed tags of a description (R10); others are removed, their text is kept. */
export const DESCRIPTION_TAGS = ['p', 'h3', 'ul', 'ol', 'li', 'strong', 'em', 'br'] as const

/** The highest price, in dollars. */
export const MAX_PRICE = 100_000

/**
 * The plain fields of a product that an owner writes, one line each: its types, the calls, the catalog file, the table
 * `products` and the admin's form are derived from these. A new one is an optional field, since products from before
 * have none; it also needs a migration for its column, and a place where it is shown.
 */
export const PRODUCT_FIELDS = {
  slug: text(100),
  product_name: text(200),
  color: text(50),
  size: text(50),
  line: text(50),
  short_description: text(500),
} satisfies Fields

/** The same for those that only a product's page shows. */
export const PAGE_FIELDS = {
  /** HTML that must still be sanitized (R10). */
  description: text(20_000),
} satisfies Fields

/** The plain fields of a product as the list shows it. */
export const LISTED_FIELDS = {
  product_id: text(40),
  ...PRODUCT_FIELDS,
  /** What it costs today. `null`: shown as 'N/A', cannot be added to the cart (R3). */
  price: amount(MAX_PRICE),
  /** The regular price, above the current one; `null` without a sale. */
  regular_price: optionalAmount(MAX_PRICE),
  /** A missing one counts as 0 (section 3). */
  stock_quantity: wholeNumber(),
} satisfies Fields

/**
 * Facts of a bag for its silhouette and for search engines, one line each; only our own backend sends them. They share
 * a JSON column, so that a new one needs no migration.
 */
export const DETAIL_FIELDS = {
  capacity_litres: optionalNumber(10_000),
  height_inches: optionalNumber(10_000),
  width_inches: optionalNumber(10_000),
  depth_inches: optionalNumber(10_000),
  weight_ounces: optionalNumber(10_000),
  laptop_inches: optionalNumber(10_000),
  materials: optionalText(500),
  care: optionalText(500),
} satisfies Fields

/** A product as the list shows it. */
export type ListedProduct = ParsedFields<typeof LISTED_FIELDS, 'product_id' | 'product_name' | 'stock_quantity'> & {
  /** Set when the response had no stock: a cart then keeps the value it has (R14). */
  stock_unknown?: true
  /** The first one is the card's picture, the second shows on hover; may be empty. */
  pictures: Picture[]
}

export type ProductDetails = FieldValues<typeof DETAIL_FIELDS>

/** The same bag in another color. */
type Sibling = z.infer<typeof wireSibling>

/** A product with everything that its page shows. */
export type Product = ListedProduct &
  ParsedFields<typeof PAGE_FIELDS, 'description'> & {
    details: ProductDetails | null
    siblings: Sibling[]
    /** Not in lists, and `noindex` for search engines. */
    hidden: boolean
  }

// Responses of our backend ------------------------------------------------------------------------

export const wirePicture = z.object({ image_url: z.string(), alt: z.string() })

const wireSibling = z.object({ product_id: z.string(), color: z.string(), sold_out: z.optional(z.boolean()) })

export const wireListedProduct = z.object({
  ...wireShape(LISTED_FIELDS),
  image_url: z.nullable(z.string()),
  images: z.array(wirePicture),
})

export const wireProduct = z.extend(wireListedProduct, {
  ...wireShape(PAGE_FIELDS),
  multi_image_url: z.nullable(z.string()),
  variants: z.array(z.object({ color: z.string(), size: z.string(), images: z.array(wirePicture) })),
  details: z.object(wireShape(DETAIL_FIELDS)),
  siblings: z.array(wireSibling),
  hidden: z.boolean(),
})

export const listProductsEndpoint = defineEndpoint({
  method: 'GET',
  path: '/api/products',
  summary: 'Lists all products',
  tag: 'catalog',
  description:
    'All products of the shop in its own order, each with its pictures, price and stock. Stock is as it is now: browsers ask each time whether the response has changed.',
  response: z.array(wireListedProduct),
  errors: [],
  parse: parseProductList,
})

export const getProductEndpoint = defineEndpoint({
  method: 'GET',
  path: '/api/products/:product_id',
  summary: 'Returns one product with its details',
  tag: 'catalog',
  description:
    'A product with its description (HTML with a few tags), all its pictures, measures, and the same product in other colors.',
  params: z.object({
    product_id: z.string().check(z.minLength(1), z.maxLength(100), z.describe('Id of the product')),
  }),
  response: wireProduct,
  errors: ['not_found'],
  parse: parseProduct,
})

export const findProductBySlugEndpoint = defineEndpoint({
  method: 'GET',
  path: '/api/productsBySlug',
  summary: 'Finds a product by its slug',
  tag: 'catalog',
  description: 'The product whose readable name in addresses is `slug`.',
  query: z.object({
    slug: z.string().check(z.minLength(1), z.maxLength(100), z.describe('Readable name of the product in addresses')),
  }),
  response: wireListedProduct,
  redirect: 'The slug is an earlier one of the product; `Location` has the current one.',
  errors: ['not_found'],
  parse: parseProductBySlug,
})

// Parsing the responses of any backend (R3) -----------------------------------------------------

/** Why a product's response cannot be shown, with the specification's text (R6). */
export class InvalidProductError extends Error {
  readonly reason: 'missing' | 'format' | 'structure'
  constructor(reason: InvalidProductError['reason']) {
    super(
      {
        missing: 'Product not found',
        format: 'Invalid product data format',
        structure: 'Invalid product data structure',
      }[reason],
    )
    this.name = 'InvalidProductError'
    this.reason = reason
  }
}

export type ProductList = {
  products: ListedProduct[]
  /** How many rows could not be read and were left out. */
  skipped: number
}

/** Parses the list; malformed products are skipped and counted, a body that is not a list throws. */
export function parseProductList(body: unknown, baseUrl = ''): ProductList {
  if (!Array.isArray(body)) throw new TypeError('the product list is not a list')
  const products = body.map((row) => parseListedProduct(row, baseUrl)).filter((product) => product !== null)
  return { products, skipped: body.length - products.length }
}

/** Parses one product of a list; `null` when it has no id or no name. */
export function parseListedProduct(value: unknown, baseUrl = ''): ListedProduct | null {
  const row = asRecord(value)
  const id = asText(row?.product_id)
  const name = asText(row?.product_name)
  if (row === null || id === null || name === null) return null
  return { ...commonFields(row, id, name), pictures: listedPictures(row, baseUrl) }
}

/** Parses a product; throws an `InvalidProductError` (R6). */
export function parseProduct(body: unknown, baseUrl = ''): Product {
  if (body === null || body === '') throw new InvalidProductError('missing')
  const row = asRecord(body)
  if (row === null) throw new InvalidProductError(Array.isArray(body) && body.length === 0 ? 'missing' : 'format')
  if (Object.keys(row).length === 0) throw new InvalidProductError('missing')
  const id = asText(row.product_id)
  if (hasError(row) || id === null) throw new InvalidProductError('structure')
  return {
    ...commonFields(row, id, asText(row.product_name) ?? ''),
    ...parseFields(PAGE_FIELDS, row),
    description: asText(row.description) ?? '',
    pictures: productPictures(row, baseUrl),
    details: parseDetails(row.details),
    siblings: asList(row.siblings).flatMap(parseSibling),
    hidden: row.hidden === true,
  }
}

/** Parses an object or a list of one; `null` when nothing was found. */
export function parseProductBySlug(body: unknown, baseUrl = ''): ListedProduct | null {
  return parseListedProduct(Array.isArray(body) ? body[0] : body, baseUrl)
}

function commonFields(row: Record<string, unknown>, id: string, name: string): Omit<ListedProduct, 'pictures'> {
  const stock = asCount(row.stock_quantity)
  const [price, regular] = [parseCents(row.price), parseCents(row.regular_price)]
  return {
    ...parseFields(PRODUCT_FIELDS, row),
    product_id: id,
    product_name: name,
    price_cents: price,
    regular_price_cents: price !== null && regular !== null && regular > price ? regular : null,
    stock_quantity: stock ?? 0,
    ...(stock === null ? { stock_unknown: true } : {}),
  }
}

function parseDetails(value: unknown): ProductDetails | null {
  const row = asRecord(value)
  return row && parseFields(DETAIL_FIELDS, row)
}

function parseSibling(value: unknown): Sibling[] {
  const row = asRecord(value)
  const product_id = asText(row?.product_id)
  const color = asText(row?.color)
  return product_id === null || color === null ? [] : [{ product_id, color, sold_out: row?.sold_out === true }]
}

// Rules ------------------------------------------------------------------------------------------

/** Whether a file is a video: it ends in .mp4, ignoring case and query. */
export function isVideo(src: string): boolean {
  return /^[^?#]*\.mp4(?:[?#]|$)/i.test(src)
}

/** 'In Stock' above 0, otherwise 'Sold Out'. */
export function stockLabel(stock: number): 'In Stock' | 'Sold Out' {
  return stock > 0 ? 'In Stock' : 'Sold Out'
}
