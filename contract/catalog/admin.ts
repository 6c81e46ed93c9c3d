import * as z from 'zod/mini'
import { changeResult, cursor, defineAdminCalls } from '../http/endpoint.ts'
import {
  amount,
  type Fields,
  optionalAmount,
  optionalDay,
  optionalWholeNumber,
  storedFields,
  text,
  textOf,
  wholeNumber,
} from '../http/fields.ts'
import { draftShape, fileShape, inputShape, wireShape } from '../http/fields-schemas.ts'
import type { Cents } from '../money.ts'
import { cleanText } from '../text/clean-text.ts'
import { foldLetters } from '../text/fold-letters.ts'
import {
  DETAIL_FIELDS,
  MAX_PRICE,
  PAGE_FIELDS,
  PRODUCT_FIELDS,
  priceFrom,
  replaceColor,
  type SalePrices,
} from './calls.ts'
import { LOW_STOCK, MAX_PRODUCT_STOCK, STOCK_FILTERS, stockNote } from './stock.ts'

/** A draft is not visible; a hidden product has a page and is in no list. */
export const PRODUCT_STATUSES = ['published', 'draft', 'hidden'] as const
export type ProductStatus = (typeof PRODUCT_STATUSES)[number]

/** Plain fields that an owner edits, in the admin and in the catalog file; stock has a call of its own. */
export const EDITED_FIELDS = {
  ...PRODUCT_FIELDS,
  price: amount(MAX_PRICE),
  /** Below the regular price; `null` without a sale. */
  sale_price: optionalAmount(MAX_PRICE),
  /** First and last day of the sale; `null` is open on that side. */
  sale_from: optionalDay(),
  sale_until: optionalDay(),
  /** The price for resellers, on the line sheet only; `null`: a share of the price (`wholesalePercent`). */
  wholesale_price: optionalAmount(MAX_PRICE),
  wholesale_minimum: optionalWholeNumber(10_000),
  /** Stock at which the shop gets an email; `null` for none. */
  low_stock_at: optionalWholeNumber(1_000_000),
  status: textOf(PRODUCT_STATUSES),
  ...PAGE_FIELDS,
} satisfies Fields

export const EDITED_COLUMNS = storedFields(EDITED_FIELDS)

export const STORED_FIELDS = {
  product_id: text(40),
  ...EDITED_FIELDS,
  stock_quantity: wholeNumber(),
} satisfies Fields

export const MAX_PRODUCT_PICTURES = 50
export const ALT_LENGTH = 300
/** A minute of video from a phone is smaller. */
export const MAX_UPLOAD_BYTES = 60_000_000

const filled = (max: number) => z.string().check(cleanText(), z.trim(), z.minLength(1), z.maxLength(max))

export const slug = z
  .string()
  .check(
    z.regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'must be small letters and digits joined by -'),
    z.maxLength(PRODUCT_FIELDS.slug.max),
  )
export const productId = z.string().check(z.regex(/^[A-Za-z0-9_-]{1,40}$/, 'must be letters, digits, - and _'))

/** Fields with schemas of their own that an owner edits, in the admin and in the catalog file. */
export const editedShape = {
  slug,
  details: z.strictObject(fileShape(DETAIL_FIELDS)),
  /** Pictures and videos in order; `alt` describes them for people who can't see them. */
  images: z
    .array(z.strictObject({ file: z.string(), alt: filled(ALT_LENGTH) }))
    .check(z.maxLength(MAX_PRODUCT_PICTURES)),
}

/** A draft needs only a name; other texts may be empty, and a missing price is 0. */
export const draftTexts = {
  ...draftShape(PRODUCT_FIELDS),
  ...draftShape(PAGE_FIELDS),
  product_name: filled(PRODUCT_FIELDS.product_name.max),
  images: z
    .array(z.strictObject({ file: z.string(), alt: z.string().check(cleanText(), z.trim(), z.maxLength(ALT_LENGTH)) }))
    .check(z.maxLength(MAX_PRODUCT_PICTURES)),
}

export const editedProduct = z.strictObject({
  ...inputShape(EDITED_COLUMNS),
  ...editedShape,
  ...draftTexts,
  slug: z.union([z.literal(''), slug]),
})
export type EditedProduct = z.output<typeof editedProduct>

const wireAdminProduct = z
  .object({
    ...wireShape(storedFields(STORED_FIELDS)),
    details: z.object(wireShape(DETAIL_FIELDS)),
    images: z.array(z.object({ file: z.string(), alt: z.string(), image_url: z.string() })),
    price_today_cents: z.int(),
    /** The calendar day in the shop's time zone, by which sales begin and end. */
    today: z.string(),
    /** Raised by each change except of stock; a change sends the version that was seen. */
    version: z.number(),
    place: z.number(),
    products: z.number(),
  })
  .register(z.globalRegistry, { id: 'AdminProduct', description: 'A product with everything that the admin edits.' })
export type AdminProduct = z.infer<typeof wireAdminProduct>

export const wireListedAdminProduct = z.extend(
  z.pick(wireAdminProduct, {
    product_id: true,
    product_name: true,
    line: true,
    price_cents: true,
    price_today_cents: true,
    stock_quantity: true,
    status: true,
  }),
  {
    wholesale_price_cents: z.nullable(z.int()),
    wholesale_minimum: z.nullable(z.int()),
    /** The first picture that is no video. */
    image_url: z.nullable(z.string()),
  },
)
export type ListedAdminProduct = z.infer<typeof wireListedAdminProduct>

const params = z.object({ product_id: productId.check(z.describe('Id of the product')) })
const changedProduct = z
  .extend(changeResult, { product: wireAdminProduct })
  .register(z.globalRegistry, { id: 'ChangedProduct', description: 'The change, and the product after it.' })

export const lineName = z.string().check(z.maxLength(PRODUCT_FIELDS.line.max))

export const adminCatalog = defineAdminCalls({
  listAdminProducts: {
    method: 'GET',
    path: '/api/admin/products',
    summary: 'Lists products',
    description: "In the shop's order, with drafts and hidden ones. `next` begins the next page.",
    query: z.object({
      search: z.optional(z.string().check(z.maxLength(200))).check(z.describe('Part of name, id or slug')),
      status: z.optional(z.enum(PRODUCT_STATUSES)).check(z.describe('Only products with this status')),
      line: z.optional(lineName).check(z.describe('Only products of this line')),
      stock: z._default(z.enum(STOCK_FILTERS), 'any').check(z.describe(`\`low\` is 1 to ${LOW_STOCK - 1}`)),
      after: z.optional(cursor).check(z.describe('`next` of the page before')),
    }),
    response: z.object({
      products: z.array(wireListedAdminProduct),
      lines: z.array(z.string()).check(z.describe('The lines of all products, in the order of the shop')),
      next: z.nullable(z.string()),
    }),
  },
  getAdminProduct: {
    method: 'GET',
    path: '/api/admin/products/:product_id',
    summary: 'Returns a product as it is edited',
    description: 'All fields of one product, with its version.',
    params,
    response: wireAdminProduct,
    errors: ['not_found'],
  },
  createProduct: {
    method: 'POST',
    path: '/api/admin/products/create',
    summary: 'Creates a product',
    description: 'Last in the list, without stock. A draft needs only a name, and gets a `slug` if it has none.',
    body: z.object({ product: editedProduct }),
    response: changedProduct,
  },
  updateProduct: {
    method: 'POST',
    path: '/api/admin/products/:product_id/update',
    summary: 'Edits a product',
    description: 'Only the fields you send. 409 if `version` is old. An earlier slug redirects.',
    params,
    body: z.object({
      version: z.int(),
      changes: z.partial(editedProduct),
      large_price_change: z
        ._default(z.boolean(), false)
        .check(z.describe('Whether a price may change by more than half; 409 without it')),
    }),
    response: changedProduct,
    errors: ['not_found', 'conflict'],
  },
  copyProduct: {
    method: 'POST',
    path: '/api/admin/products/:product_id/copy',
    summary: 'Copies a product',
    description: 'A draft without stock, with the same texts, prices and pictures.',
    params,
    response: changedProduct,
    errors: ['not_found'],
  },
  addColor: {
    method: 'POST',
    path: '/api/admin/products/:product_id/colors',
    summary: 'Creates another color of a product',
    description:
      "A draft without stock, with the same texts, prices, size and line. 409 if `version` is old; 400 if they can't be colors of one product.",
    params,
    body: z.object({
      version: z.int(),
      color: filled(PRODUCT_FIELDS.color.max),
      product_name: filled(PRODUCT_FIELDS.product_name.max),
      pictures: z._default(z.boolean(), false).check(z.describe('Whether the pictures are copied, too')),
    }),
    response: changedProduct,
    errors: ['not_found', 'conflict'],
  },
  deleteProduct: {
    method: 'POST',
    path: '/api/admin/products/:product_id/delete',
    summary: 'Deletes a product that was never sold',
    description: 'With its pictures; undo restores it. 409 if an order has it.',
    params,
    response: changeResult,
    errors: ['not_found', 'conflict'],
  },
  changeStock: {
    method: 'POST',
    path: '/api/admin/products/:product_id/stock',
    summary: 'Adds to stock or takes from it',
    description: '409 if it would fall below zero.',
    params,
    body: z.object({
      delta: z.int().check(
        z.minimum(-MAX_PRODUCT_STOCK),
        z.maximum(MAX_PRODUCT_STOCK),
        z.refine((delta) => delta !== 0, 'must not be 0'),
      ),
      note: stockNote,
    }),
    response: changedProduct,
    errors: ['not_found', 'conflict'],
  },
  moveProduct: {
    method: 'POST',
    path: '/api/admin/products/:product_id/move',
    summary: 'Moves a product in the list',
    description: 'Places count from 1; the products between move by one.',
    params,
    body: z.object({ place: z.int().check(z.minimum(1), z.maximum(1_000_000)) }),
    response: changedProduct,
    errors: ['not_found'],
  },
})

/** Whether a price changes by more than half, now or later, which is probably a mistake. */
export function isLargePriceChange(before: SalePrices, after: SalePrices, day: string): boolean {
  // A draft has no price yet.
  const isLarge = (old: Cents, now: Cents) => old > 0 && Math.abs(now - old) * 2 > old
  return isLarge(before.price_cents, after.price_cents) || isLarge(priceFrom(before, day), priceFrom(after, day))
}

export function toSlug(name: string): string {
  return foldLetters(name)
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, PRODUCT_FIELDS.slug.max)
    .replace(/^-|-$/g, '')
}

export function nameInColor({ product_name, color }: { product_name: string; color: string }, other: string): string {
  return color === '' ? product_name : replaceColor(product_name, color, other)
}

export function previewPath(productId: string): string {
  return `/api/admin/previews/${encodeURIComponent(productId)}`
}

export const uploadedMedia = z.object({ file: z.string(), image_url: z.string() })
/** The body is the file itself; `name` is its original name. */
export const UPLOAD_PATH = '/api/admin/media'
