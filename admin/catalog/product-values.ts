import {
  type AdminProduct,
  EDITED_COLUMNS,
  type EditedProduct,
  isLargePriceChange,
  PRODUCT_STATUSES,
  type ProductStatus,
  slug as slugSchema,
} from '@shop/contract/catalog/admin'
import { DETAIL_FIELDS, priceFrom, type SalePrices } from '@shop/contract/catalog/calls'
import { plainText } from '@shop/contract/catalog/description'
import { asRecord, keysOf } from '@shop/contract/http/coercion'
import {
  type Field,
  type Fields,
  isCents,
  isOptional,
  isText,
  mayBeMissing,
  type WireValues,
} from '@shop/contract/http/fields'
import { type Cents, dollars, formatAdminMoney, formatDollars, parseDollars } from '@shop/contract/money'
import * as z from 'zod/mini'
import { capitalize } from '../ui/format.ts'

type DetailName = keyof typeof DETAIL_FIELDS
/** Fields whose input holds a text, numbers and amounts included. */
type TypedName = Exclude<keyof typeof EDITED_COLUMNS, 'line' | 'status'>
export type PictureValue = { file: string; alt: string; image_url: string }

/**
 * A product in the fields of the form: numbers as they are typed, amounts in dollars, what is missing as an empty text.
 * The names are those of the call, by which the shop says what is wrong.
 */
export type ProductValues = Record<TypedName, string> &
  Pick<EditedProduct, 'line' | 'status'> & {
    details: Record<DetailName, string>
    images: PictureValue[]
  }

/** Labels that differ from the names of their fields. */
const FIELD_LABELS: Readonly<Partial<Record<keyof ProductValues | DetailName, string>>> = {
  product_name: 'Name',
  slug: 'Address',
  price_cents: 'Price',
  sale_price_cents: 'Sale price',
  sale_from: 'First day of the sale',
  sale_until: 'Last day of the sale',
  wholesale_price_cents: 'Wholesale price',
  wholesale_minimum: 'Minimum order',
  low_stock_at: 'Email us when stock falls to',
  short_description: 'Short description',
  details: 'Facts and care',
  images: 'Pictures',
  capacity_litres: 'Capacity (liters)',
}

/** The name of a field in the form, and where two versions stand side by side: `short_description` is `Short description`. */
export function labelOf(name: keyof ProductValues | DetailName): string {
  return FIELD_LABELS[name] ?? capitalize(name.replace(/_(inches|ounces)$/, ' ($1)').replaceAll('_', ' '))
}

export const STATUS_LABELS: Readonly<Record<ProductStatus, string>> = {
  published: 'In the shop',
  draft: 'Draft',
  hidden: 'Hidden',
}

export const DETAIL_NAMES: readonly DetailName[] = keysOf(DETAIL_FIELDS)

/** Fields that the form shows at a place of their own, with an input of their own. */
const PLACED_FIELDS = [
  'price_cents',
  'sale_price_cents',
  'sale_from',
  'sale_until',
  'wholesale_price_cents',
  'wholesale_minimum',
  'low_stock_at',
  'status',
  'product_name',
  'slug',
  'line',
  'short_description',
  'description',
] as const satisfies readonly (keyof ProductValues)[]
type PlainName = Exclude<keyof typeof EDITED_COLUMNS, (typeof PLACED_FIELDS)[number]>
/** The others, each in a plain input. */
export const PLAIN_NAMES: readonly PlainName[] = keysOf(EDITED_COLUMNS).filter(isPlain)

function isPlain(name: keyof typeof EDITED_COLUMNS): name is PlainName {
  return PLACED_FIELDS.every((placed) => placed !== name)
}

export function valuesOf(product: AdminProduct | null): ProductValues {
  const fields = formatFields(EDITED_COLUMNS, product)
  return {
    ...fields,
    // A draft whose price no one has set.
    price_cents: product?.status === 'draft' && product.price_cents === 0 ? '' : fields.price_cents,
    line: product?.line ?? '',
    status: product?.status ?? 'draft',
    details: formatFields(DETAIL_FIELDS, product?.details ?? null),
    images: product?.images ?? [],
  }
}

/** The fields whose values are others than those that were sent. */
export function typedSince(sent: ProductValues, values: ProductValues): Partial<ProductValues> {
  const before = new Map<string, unknown>(Object.entries(sent))
  return Object.fromEntries(
    Object.entries(values).filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(before.get(name))),
  )
}

function formatFields<F extends Fields>(fields: F, row: WireValues<F> | null): Record<keyof F, string> {
  const values = asRecord(row) ?? {}
  const texts = Object.entries(fields).map(([name, field]) => [name, formatValue(field, values[name])])
  // One text per field.
  return Object.fromEntries(texts) as Record<keyof F, string>
}

function formatValue(field: Field, value: unknown): string {
  if (typeof value === 'number' && isCents(field)) return formatDollars(value)
  return String(value ?? '')
}

const PRICE_HINT = 'Please enter dollars such as 79 or 79.50'
const NUMBER_HINT = 'Enter a number such as 16 or 16.5'
const MISSING_MESSAGE = 'Please fill this in'
const NO_ALT = 'Please describe the picture'
const MISSING_PARTS: ReadonlySet<string> = new Set([MISSING_MESSAGE, NO_ALT])

/** Errors by field as the server names it; empty when all is well. */
export function findErrors(values: ProductValues): Record<string, string> {
  const errors = allErrors(values)
  if (values.status !== 'draft') return errors
  // A draft needs a name only; what is filled in has to be right nevertheless.
  return Object.fromEntries(
    Object.entries(errors).filter(([name, problem]) => name === 'product_name' || !MISSING_PARTS.has(problem)),
  )
}

function allErrors({ details, images, ...values }: ProductValues): Record<string, string> {
  return {
    ...fieldErrors(EDITED_COLUMNS, values, ''),
    ...fieldErrors(DETAIL_FIELDS, details, 'details.'),
    ...ruleErrors(values),
    ...Object.fromEntries(
      images.flatMap(({ alt }, index) => (alt.trim() === '' ? [[`images.${index}.alt`, NO_ALT]] : [])),
    ),
  }
}

function fieldErrors<F extends Fields>(
  fields: F,
  texts: Readonly<Record<keyof F, string>>,
  prefix: string,
): Record<string, string> {
  const errors: Record<string, string> = {}
  for (const [name, field] of Object.entries(fields)) {
    const problem = findProblem(field, texts[name] ?? '')
    if (problem !== null) errors[`${prefix}${name}`] = problem
  }
  return errors
}

function findProblem(field: Field, text: string): string | null {
  if (text.trim() === '' && mayBeMissing(field)) return null
  if (isText(field)) return text.trim() === '' ? MISSING_MESSAGE : null
  if (isCents(field)) return findAmountProblem(field, text)
  if (field.type === 'optionalWholeNumber') return findWholeProblem(field, text.trim())
  if (!(Number(text) > 0)) return NUMBER_HINT
  return Number(text) > field.max ? `Please enter ${field.max.toLocaleString('en-US')} at most` : null
}

function findWholeProblem({ max }: Field, text: string): string | null {
  if (!/^\d{1,9}$/.test(text)) return 'Please enter a whole number such as 6'
  return Number(text) > max ? `Please enter ${max.toLocaleString('en-US')} at most` : null
}

function findAmountProblem({ max }: Field, text: string): string | null {
  if (text.trim() === '') return MISSING_MESSAGE
  const cents = parseDollars(text)
  if (cents === null) return PRICE_HINT
  return cents > max ? `Please enter $${dollars(max).toLocaleString('en-US')} at most` : null
}

/** Rules of single fields and between fields. */
function ruleErrors({
  description,
  slug,
  price_cents,
  sale_price_cents,
  sale_from,
  sale_until,
}: Omit<ProductValues, 'details' | 'images'>) {
  const errors: Record<string, string> = {}
  if (description.replace(/<[^<>]*>/g, '').trim() === '') errors.description = MISSING_MESSAGE
  if (slug === '') errors.slug = MISSING_MESSAGE
  else if (!z.safeParse(slugSchema, slug).success) errors.slug = 'Please use lowercase letters and digits, joined by -'
  const [full, sale] = [parseDollars(price_cents), parseDollars(sale_price_cents)]
  if (sale !== null && sale_from !== '' && sale_until !== '' && sale_until < sale_from) {
    errors.sale_until = 'This is before the first day'
  }
  if (full !== null && sale !== null && sale >= full) errors.sale_price_cents = 'Please enter less than the price'
  return errors
}

/** The form's values as the call sends them. Only of values without errors. */
export function toEdited({ details, images, ...values }: ProductValues): EditedProduct {
  const edited = parseTexts(EDITED_COLUMNS, values)
  return {
    ...edited,
    // Days without a sale price say nothing.
    ...(edited.sale_price_cents === null ? { sale_from: null, sale_until: null } : {}),
    details: parseTexts(DETAIL_FIELDS, details),
    images: images.map(({ file, alt }) => ({ file, alt: alt.trim() })),
  }
}

function parseTexts<F extends Fields>(fields: F, texts: Readonly<Record<keyof F, string>>): WireValues<F> {
  const values = Object.entries(fields).map(([name, field]) => [name, parseText(field, texts[name] ?? '')])
  // One entry per field, of its own type where the form has no errors.
  return Object.fromEntries(values) as WireValues<F>
}

/** A number that cannot be parsed stays a text, so the form counts as changed. */
function parseText(field: Field, text: string): string | number | null {
  const trimmed = text.trim()
  if (trimmed === '' && isOptional(field)) return null
  if (isText(field)) return trimmed
  if (trimmed === '' && isCents(field)) return 0
  if (isCents(field)) return parseDollars(trimmed) ?? trimmed
  return Number.isNaN(Number(trimmed)) ? trimmed : Number(trimmed)
}

/** The fields whose form values differ from the product's. */
export function findChanges(values: ProductValues, product: AdminProduct): Partial<EditedProduct> {
  const [wanted, present] = [toEdited(values), toEdited(valuesOf(product))]
  const changed = keysOf(wanted).filter((name) => JSON.stringify(wanted[name]) !== JSON.stringify(present[name]))
  return Object.fromEntries(changed.map((name) => [name, wanted[name]]))
}

/** The prices before and after a change. */
function pricesOf(changes: Partial<EditedProduct>, product: AdminProduct): [SalePrices, SalePrices] {
  return [product, { ...product, ...changes }]
}

/** Whether the price, or what shoppers pay, would change by more than half. */
export function hasLargePriceChange(changes: Partial<EditedProduct>, product: AdminProduct): boolean {
  const [before, after] = pricesOf(changes, product)
  return isLargePriceChange(before, after, product.today)
}

/** From what to what a change of price leads, for the person who confirms it. */
export function describePriceChange(changes: Partial<EditedProduct>, product: AdminProduct): string {
  const [before, after] = pricesOf(changes, product)
  const fromTo = (old: Cents, now: Cents) =>
    old === now ? null : `from ${formatAdminMoney(old)} to ${formatAdminMoney(now)}`
  const price = fromTo(before.price_cents, after.price_cents)
  const paid = fromTo(priceFrom(before, product.today), priceFrom(after, product.today))
  const sentences = [
    ...(price === null ? [] : [`The price changes ${price}.`]),
    ...(paid === null || paid === price ? [] : [`What shoppers pay changes ${paid}.`]),
  ]
  return sentences.join(' ')
}

/** A status from an address; `null` for any other text. */
export function parseStatus(text: string | null): ProductStatus | null {
  return PRODUCT_STATUSES.find((status) => status === text) ?? null
}

/** A value as the other of two versions shows it. */
export function describeValue(
  name: keyof EditedProduct,
  { details, images, ...values }: Partial<EditedProduct>,
): string {
  if (name === 'images') return images ? `${images.length}: ${images.map(({ alt }) => alt).join('; ')}` : NO_VALUE
  if (name === 'details') return describeFacts(details)
  const value = values[name]
  if (value === undefined || value === null || value === '') return NO_VALUE
  if (name === 'status') return STATUS_LABELS[parseStatus(String(value)) ?? 'draft']
  if (typeof value === 'number') return isCents(EDITED_COLUMNS[name]) ? formatAdminMoney(value) : String(value)
  return name === 'description' ? plainText(value) : value
}

const NO_VALUE = 'None'

function describeFacts(details: EditedProduct['details'] | undefined): string {
  const facts = DETAIL_NAMES.flatMap((name) => {
    const fact = details?.[name] ?? null
    return fact === null ? [] : [`${labelOf(name)}: ${fact}`]
  })
  return facts.length === 0 ? NO_VALUE : facts.join('; ')
}
