import { get } from '../http/call.ts'
import { asCount, asList, asRecord, asText, isNumericId } from '../http/coercion.ts'
import { hasError } from '../http/errors.ts'
import {
  amount,
  emptyText,
  type Fields,
  type FieldValues,
  optionalAmount,
  optionalNumber,
  optionalText,
  type ParsedFields,
  parseFields,
  text,
  wholeNumber,
} from '../http/fields.ts'
import { type Cents, parseCents } from '../money.ts'
import { listedPictures, type Picture, productPictures } from './pictures.ts'

/** The name of a product without one; it is shown and can't be added to the cart. */
export const UNKNOWN_PRODUCT = 'Unknown Product'

/** In dollars. */
export const MAX_PRICE = 100_000

/**
 * Plain fields of a product, from which types, calls, catalog file, table and form are derived. A new one is optional,
 * since earlier products have none, and needs a migration and a place where it is shown.
 */
export const PRODUCT_FIELDS = {
  slug: text(100),
  product_name: text(200),
  color: emptyText(50),
  size: emptyText(50),
  line: text(50),
  short_description: text(500),
  /** The kind within its line, such as slim or full, by which the list is filtered. */
  style: emptyText(50),
} satisfies Fields

/** Fields that only a product's page shows. */
export const PAGE_FIELDS = {
  /** HTML that must be sanitized (R10). */
  description: text(20_000),
} satisfies Fields

export const LISTED_FIELDS = {
  product_id: text(40),
  ...PRODUCT_FIELDS,
  /** Today's price. `null`: shown as 'N/A', can't be added to the cart (R3). */
  price: amount(MAX_PRICE),
  regular_price: optionalAmount(MAX_PRICE),
  /** Missing counts as 0 (section 3). */
  stock_quantity: wholeNumber(),
} satisfies Fields

/** Facts for a bag's silhouette and for search engines, from our own backend only; a JSON column without migrations. */
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

export const LISTED_DETAILS = {
  laptop_inches: DETAIL_FIELDS.laptop_inches,
  capacity_litres: DETAIL_FIELDS.capacity_litres,
} satisfies Fields

export type ListedProduct = ParsedFields<typeof LISTED_FIELDS, 'product_id' | 'product_name' | 'stock_quantity'> &
  ParsedFields<typeof LISTED_DETAILS> & {
    /** The id came as a number: it is compared as a string, but stored and sent as a number (R3). */
    numeric_id?: true
    nameless?: true
    /** Without stock in a response, a cart keeps the value it has (R14). */
    stock_unknown?: true
    /** Measures and materials in words, for the search; from our own backend only. */
    facts: string | null
    /** The first is the card's picture, the second shows on hover; may be empty. */
    pictures: Picture[]
  }

export type ProductDetails = FieldValues<typeof DETAIL_FIELDS>

type Sibling = { product_id: string; color: string; sold_out?: boolean | undefined }

export type Product = ListedProduct &
  ParsedFields<typeof PAGE_FIELDS, 'description'> & {
    details: ProductDetails | null
    siblings: Sibling[]
    /** Not in lists, and `noindex` for search engines. */
    hidden: boolean
  }

export const catalogCalls = {
  listProducts: get<ProductList>('/api/products', parseProductList),
  getProduct: get<Product, { params: { product_id: string } }>('/api/products/:product_id', parseProduct),
  findProductBySlug: get<ListedProduct | null, { query: { slug: string } }>('/api/productsBySlug', parseProductBySlug),
}

/** A product's response that can't be shown, with the specification's text (R6). */
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
  skipped: number
}

/** Parses the list; malformed products are skipped and counted, a body that is not a list throws. */
export function parseProductList(body: unknown, baseUrl = ''): ProductList {
  if (!Array.isArray(body)) throw new TypeError('the product list is not a list')
  const products = body.map((row) => parseListedProduct(row, baseUrl)).filter((product) => product !== null)
  return { products, skipped: body.length - products.length }
}

export function parseListedProduct(value: unknown, baseUrl = ''): ListedProduct | null {
  const row = asRecord(value)
  const id = asText(row?.product_id)
  if (row === null || id === null) return null
  return { ...commonFields(row, id), pictures: listedPictures(row, baseUrl) }
}

export function parseProduct(body: unknown, baseUrl = ''): Product {
  if (body === null) throw new InvalidProductError('missing')
  const row = asRecord(body)
  if (row === null) throw new InvalidProductError('format')
  const id = asText(row.product_id)
  if (hasError(row) || id === null) throw new InvalidProductError('structure')
  return {
    ...commonFields(row, id),
    ...parseFields(PAGE_FIELDS, row),
    description: asText(row.description) ?? '',
    pictures: productPictures(row, baseUrl),
    details: parseDetails(row.details),
    siblings: asList(row.siblings).flatMap(parseSibling),
    hidden: row.hidden === true,
  }
}

export function parseProductBySlug(body: unknown, baseUrl = ''): ListedProduct | null {
  return parseListedProduct(Array.isArray(body) ? body[0] : body, baseUrl)
}

function commonFields(row: Record<string, unknown>, id: string): Omit<ListedProduct, 'pictures'> {
  const name = asText(row.product_name)
  const stock = asCount(row.stock_quantity)
  const [price, regular] = [parseCents(row.price), parseCents(row.regular_price)]
  return {
    ...parseFields(PRODUCT_FIELDS, row),
    product_id: id,
    ...isNumericId(row.product_id),
    product_name: name ?? UNKNOWN_PRODUCT,
    ...(name === null ? { nameless: true } : {}),
    price_cents: price,
    regular_price_cents: price !== null && regular !== null && regular > price ? regular : null,
    stock_quantity: stock ?? 0,
    ...(stock === null ? { stock_unknown: true } : {}),
    facts: asText(row.facts),
    ...parseFields(LISTED_DETAILS, row),
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

export function isVideo(src: string): boolean {
  return /^[^?#]*\.mp4(?:[?#]|$)/i.test(src)
}

export function stockLabel(stock: number): 'In Stock' | 'Sold Out' {
  return stock > 0 ? 'In Stock' : 'Sold Out'
}

/** The key that products of the same line and size share, named alike except for the color; `null` without a color. */
export function familyKey({
  line,
  size,
  product_name,
  color,
}: Pick<ListedProduct, 'line' | 'size' | 'product_name' | 'color'>): string | null {
  if (color === null) return null
  return JSON.stringify([line, size, replaceColor(product_name, color, '').toLowerCase()])
}

/** Replaces the last occurrence of a color as a whole word, in any letter case. */
export function replaceColor(name: string, color: string, other: string): string {
  const [text, word] = [name.toLowerCase(), color.toLowerCase()]
  const isLetter = (at: number) => /[\p{L}\p{N}]/u.test(text.charAt(at))
  for (let at = text.length - word.length; at >= 0; at -= 1) {
    const end = at + word.length
    if (text.startsWith(word, at) && !isLetter(at - 1) && !isLetter(end))
      return name.slice(0, at) + other + name.slice(end)
  }
  return name
}

/** Colors that have their own dot beside a product; others have a plain one. */
export const DOT_COLORS = [
  'black',
  'blue',
  'brown',
  'green',
  'grey',
  'gray',
  'navy',
  'olive',
  'orange',
  'pink',
  'purple',
  'red',
  'tan',
  'white',
  'yellow',
] as const

/** A color's name as a CSS identifier: lower-case letters and digits, other characters as numbers. */
export function colorKey(color: string): string {
  return color.toLowerCase().replace(/[^a-z0-9]/g, (character) => `-${character.charCodeAt(0)}`)
}

export function findDotColor(color: string): string {
  return (
    color
      .toLowerCase()
      .split(/[^a-z]/)
      .at(-1) ?? ''
  )
}

/** A product's price and sale; both days are inclusive in the shop's time zone (R55), `null` is open on that side. */
export type SalePrices = {
  price_cents: Cents
  sale_price_cents: Cents | null
  sale_from: string | null
  sale_until: string | null
}

/** The price on a day, with the struck-through regular one during a sale. */
export function priceOn(prices: SalePrices, day: string): { price_cents: Cents; regular_price_cents: Cents | null } {
  const { price_cents, sale_price_cents } = prices
  if (sale_price_cents === null || saleStateOn(prices, day) !== 'on') return { price_cents, regular_price_cents: null }
  return { price_cents: sale_price_cents, regular_price_cents: price_cents }
}

/** The price from a day on: the sale price once a sale is on or scheduled. */
export function priceFrom(prices: SalePrices, day: string): Cents {
  return saleStateOn(prices, day) === 'over' ? prices.price_cents : (prices.sale_price_cents ?? prices.price_cents)
}

/** The state of a sale on a day, both ends inclusive; `null` without a sale price. */
export function saleStateOn(
  { sale_price_cents, sale_from, sale_until }: Omit<SalePrices, 'price_cents'>,
  day: string,
): 'planned' | 'on' | 'over' | null {
  if (sale_price_cents === null) return null
  if (sale_from !== null && day < sale_from) return 'planned'
  return sale_until !== null && day > sale_until ? 'over' : 'on'
}
