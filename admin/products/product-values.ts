import {
  type AdminProduct,
  type EditedProduct,
  PRODUCT_STATUSES,
  type ProductStatus,
  STORED_FIELDS,
} from '@shop/contract/admin/products'
import { DETAIL_FIELDS, PRODUCT_FIELDS } from '@shop/contract/catalog'
import { capitalize } from '../ui/capitalize.ts'

type DetailName = keyof typeof DETAIL_FIELDS
export type PictureValue = { file: string; alt: string; image_url: string }

/** A product in the fields of the form: numbers as they are typed, what is missing as an empty text. */
export type ProductValues = Record<Exclude<keyof typeof STORED_FIELDS, 'line'>, string> & {
  line: EditedProduct['line']
  description: string
  price: string
  sale_price: string
  status: ProductStatus
  details: Record<DetailName, string>
  images: PictureValue[]
}

/** What each field is called on the screen, in messages and where two versions stand side by side. */
export const LABELS: Readonly<Record<keyof ProductValues, string>> = {
  product_name: 'Name',
  slug: 'Address',
  line: 'Line',
  style: 'Style',
  color: 'Color',
  size: 'Size',
  short_description: 'In one sentence',
  description: 'Description',
  price: 'Price',
  sale_price: 'Sale price',
  status: 'Status',
  details: 'Facts and care',
  images: 'Pictures',
}

/** `laptop_inches` → `Laptop inches`. */
export function detailLabel(name: string): string {
  const words = name.replaceAll('_', ' ')
  return capitalize(words)
}

export const STATUS_LABELS: Readonly<Record<ProductStatus, string>> = {
  published: 'In the shop',
  draft: 'Draft',
  hidden: 'Hidden',
}

export const LINES = PRODUCT_FIELDS.line.values
export const DETAIL_NAMES = Object.keys(DETAIL_FIELDS) as DetailName[]

export function isNumberDetail(name: DetailName): boolean {
  return DETAIL_FIELDS[name].type === 'optionalNumber'
}

/** The fields of a product, or of a new one. */
export function valuesOf(product: AdminProduct | null): ProductValues {
  const { details = null } = product ?? {}
  return {
    product_name: product?.product_name ?? '',
    slug: product?.slug ?? '',
    line: LINES.find((line) => line === product?.line) ?? 'Accessories',
    style: product?.style ?? '',
    color: product?.color ?? '',
    size: product?.size ?? '',
    short_description: product?.short_description ?? '',
    description: product?.description ?? '',
    price: product === null ? '' : formatDollars(product.price),
    sale_price: product?.sale_price == null ? '' : formatDollars(product.sale_price),
    status: product?.status ?? 'draft',
    details: Object.fromEntries(
      DETAIL_NAMES.map((name) => [name, String(details?.[name] ?? '')]),
    ) as ProductValues['details'],
    images: product?.images ?? [],
  }
}

function formatDollars(dollars: number): string {
  return dollars.toFixed(2)
}

/** Dollars as people type them: 79, 79.5 or $79.50; `null` for anything else. */
function parseDollars(text: string): number | null {
  const plain = text.trim().replace(/^\$\s*/, '')
  return /^\d{1,6}(\.\d{1,2})?$/.test(plain) ? Number(plain) : null
}

const PRICE_HINT = 'Please write dollars such as 79 or 79.50'
const NUMBER_HINT = 'Please write a number such as 16 or 16.5'
const MISSING = 'Please fill this in'

/** What is wrong, by field as the server names it; empty when all is well. */
export function findErrors(values: ProductValues): Record<string, string> {
  const errors: Record<string, string> = {}
  for (const name of ['product_name', 'color', 'size', 'style', 'short_description'] as const) {
    if (values[name].trim() === '') errors[name] = MISSING
  }
  if (!/[^\s]/.test(values.description.replace(/<[^>]*>/g, ''))) errors.description = MISSING
  if (!/^[a-z0-9]+(-[a-z0-9]+)*$/.test(values.slug)) errors.slug = 'Please use small letters and digits, joined by -'
  const [price, sale] = [parseDollars(values.price), parseDollars(values.sale_price)]
  if (price === null) errors.price = PRICE_HINT
  if (values.sale_price.trim() !== '' && sale === null) errors.sale_price = PRICE_HINT
  if (price !== null && sale !== null && sale >= price) errors.sale_price = 'Please choose less than the price'
  for (const name of DETAIL_NAMES.filter(isNumberDetail)) {
    const text = values.details[name].trim()
    if (text !== '' && !(Number(text) > 0)) errors[`details.${name}`] = NUMBER_HINT
  }
  for (const [index, { alt }] of values.images.entries()) {
    if (alt.trim() === '') errors[`images.${index}.alt`] = 'Please say what the picture shows'
  }
  return errors
}

/** What the form says of the product, for the call. Only of values without errors. */
export function toEdited(values: ProductValues): EditedProduct {
  const { details, images, price, sale_price, ...texts } = values
  const detail = (name: DetailName) => {
    const text = details[name].trim()
    if (text === '') return null
    return isNumberDetail(name) ? Number(text) : text
  }
  return {
    ...texts,
    price: parseDollars(price) ?? 0,
    sale_price: parseDollars(sale_price),
    // One entry per fact, of its own type.
    details: Object.fromEntries(DETAIL_NAMES.map((name) => [name, detail(name)])) as EditedProduct['details'],
    images: images.map(({ file, alt }) => ({ file, alt: alt.trim() })),
  }
}

/** The fields of which the form says something else than a product does. */
export function changesOf(values: ProductValues, product: AdminProduct): Partial<EditedProduct> {
  const [wanted, present] = [toEdited(values), toEdited(valuesOf(product))]
  const names = Object.keys(wanted) as (keyof EditedProduct)[]
  const changed = names.filter((name) => JSON.stringify(wanted[name]) !== JSON.stringify(present[name]))
  return Object.fromEntries(changed.map((name) => [name, wanted[name]]))
}

/** Whether what shoppers pay changes by more than half, which is more often a slip than meant. */
export function isLargePriceChange(edited: Partial<EditedProduct>, product: AdminProduct): boolean {
  const { price = product.price, sale_price = product.sale_price } = edited
  const isLarge = (before: number, after: number) => Math.abs(after - before) * 2 > before
  return isLarge(product.price, price) || isLarge(product.sale_price ?? product.price, sale_price ?? price)
}

export function statusOf(text: string | null): ProductStatus | null {
  return PRODUCT_STATUSES.find((status) => status === text) ?? null
}

/** `Campus Slim, Blue` → `campus-slim-blue`. */
export function slugOf(name: string): string {
  return name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 100)
    .replace(/^-+|-+$/g, '')
}

/** The longest text of a plain field. */
export function lengthOf(name: keyof typeof STORED_FIELDS): number {
  return STORED_FIELDS[name].max
}

/** A value as the other of two versions shows it. */
export function describe(name: keyof EditedProduct, edited: Partial<EditedProduct>): string {
  const value = edited[name]
  if (value === undefined || value === null || value === '') return 'None'
  if (name === 'images' && edited.images)
    return `${edited.images.length}: ${edited.images.map(({ alt }) => alt).join('; ')}`
  if (name === 'details') {
    const facts = Object.entries(edited.details ?? {}).filter(([, fact]) => fact !== null)
    return facts.map(([fact, amount]) => `${detailLabel(fact)}: ${amount}`).join('; ')
  }
  if (typeof value === 'number') return `$${value.toFixed(2)}`
  return String(value).replace(/<[^>]*>/g, ' ')
}
