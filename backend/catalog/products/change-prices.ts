import { isLargePriceChange } from '@shop/contract/catalog/admin'
import { MAX_PRICE, type SalePrices } from '@shop/contract/catalog/calls'
import type { Sale } from '@shop/contract/catalog/several-products'
import { type Cents, formatAdminMoney, roundHalfUp, roundToCents, shareOf } from '@shop/contract/money'
import { type ChangeContext, changeCatalog } from '../../admin/audit/audit.repository.ts'
import type { Database } from '../../platform/database/database.ts'
import { AppError } from '../../platform/http/errors/app-error.ts'
import { localDay } from '../../platform/lib/days/local-day.ts'
import { listProducts, type StoredProduct } from '../catalog.repository.ts'
import { differencesOf, SEVERAL_PRODUCTS } from './product-states.ts'
import { findProducts, updateProductRow } from './products.repository.ts'

type Repriced = { product: StoredProduct; prices: SalePrices; large: boolean }

const TOO_LARGE = 'This changes prices by more than half. Please confirm that’s what you want.'
const MAX_CENTS = roundToCents(MAX_PRICE)

/** Prices raised or lowered by percent; sale prices follow. */
export async function previewPrices(
  database: Database,
  { percent, line, day }: { percent: number; line: string | null; day: string },
): Promise<Repriced[]> {
  const products = await listProducts(database)
  return products
    .filter((product) => line === null || product.line === line)
    .map((product) => reprice(product, percent, day))
    .filter(({ product, prices }) => prices.price_cents !== product.price_cents)
}

function reprice(product: StoredProduct, percent: number, day: string): Repriced {
  const prices = scalePrices(product, percent)
  return { product, prices, large: isLargePriceChange(product, prices, day) }
}

/** Prices by percent more or less, each rounded to whole cents. A sale that would no longer be one ends. */
function scalePrices(prices: SalePrices, percent: number): SalePrices {
  const price_cents = scale(prices.price_cents, percent)
  const sale = prices.sale_price_cents === null ? null : scale(prices.sale_price_cents, percent)
  if (sale === null || sale >= price_cents) return { price_cents, ...NO_SALE }
  const { sale_from, sale_until } = prices
  return { price_cents, sale_price_cents: sale, sale_from, sale_until }
}

const NO_SALE = { sale_price_cents: null, sale_from: null, sale_until: null } as const

/** So much percent more, or less, in whole cents: tenths of a percent count. */
function scale(cents: Cents, percent: number): Cents {
  return shareOf(cents, 1000 + roundHalfUp(percent * 10), 1000)
}

type PricesChange = {
  percent: number
  /** With the versions that the preview showed. */
  products: readonly { product_id: string; version: number }[]
  large_price_changes: boolean
}

/** Changes prices of products by percent, all of them or none, as one change that is undone at once. */
export async function changePrices(
  context: ChangeContext,
  { percent, products: wanted, large_price_changes }: PricesChange,
): Promise<{ audit_id: number | null }> {
  const ids = wanted.map(({ product_id }) => product_id)
  const audit_id = await changeCatalog(context, async (trx, now) => {
    const present = await findProducts(trx, ids)
    const day = localDay(now)
    const repriced = wanted.map((seen) => reprice(requireVersion(present, seen), percent, day))
    const tooHigh = repriced.find(({ prices }) => prices.price_cents > MAX_CENTS)
    if (tooHigh)
      throw new AppError(
        'conflict',
        `"${tooHigh.product.product_name}" would cost more than $${MAX_PRICE.toLocaleString('en-US')}.`,
      )
    if (!large_price_changes && repriced.some(({ large }) => large)) throw new AppError('conflict', TOO_LARGE)
    for (const { product, prices } of repriced) await updateProductRow(trx, product.product_id, prices)
    const difference = differencesOf(
      repriced.map(({ product }) => product),
      repriced.map(({ product, prices }) => ({ ...product, ...prices })),
    )
    return difference && { action: 'products.repriced', subject: SEVERAL_PRODUCTS, ...difference }
  })
  return { audit_id }
}

/** The product that a preview showed, or 409 when it is another by now. */
function requireVersion(
  present: ReadonlyMap<string, StoredProduct>,
  { product_id, version }: { product_id: string; version: number },
): StoredProduct {
  const product = present.get(product_id)
  if (product?.version !== version) throw new AppError('conflict', staleMessage(product, product_id))
  return product
}

function staleMessage(product: StoredProduct | undefined, id: string): string {
  if (product === undefined) return `Product ${id} is no longer in the shop. Please look at the list again.`
  return `"${product.product_name}" has changed since you opened the list. Please look at it again.`
}

/** `problem`: why the product cannot be in the sale. */
export type SaleChange = {
  product: StoredProduct
  after: Omit<SalePrices, 'price_cents'>
  problem: string | null
  large: boolean
}
/** `day` is today. */
type Chosen = { line: string | null; search: string; day: string }

/** Previews a sale, or with `null` its end; products that stay as they are are left out. */
export async function previewSale(
  database: Database,
  sale: Sale | null,
  { line, search, day }: Chosen,
): Promise<SaleChange[]> {
  const text = search.toLowerCase()
  return (await listProducts(database))
    .filter((product) => line === null || product.line === line)
    .filter(({ product_id, product_name }) => product_id === search || product_name.toLowerCase().includes(text))
    .map((product) => saleOf(product, sale, day))
    .filter(({ product, after, problem }) => problem !== null || !isSame(product, after))
}

function isSame(before: Omit<SalePrices, 'price_cents'>, after: Omit<SalePrices, 'price_cents'>): boolean {
  const { sale_price_cents, sale_from, sale_until } = after
  return (
    before.sale_price_cents === sale_price_cents && before.sale_from === sale_from && before.sale_until === sale_until
  )
}

function saleOf(product: StoredProduct, sale: Sale | null, day: string): SaleChange {
  if (sale === null) return { product, after: NO_SALE, problem: null, large: false }
  const price = reduce(product.price_cents, sale.reduction)
  if (price <= 0 || price >= product.price_cents) {
    const problem = `It costs ${formatAdminMoney(product.price_cents)}, too little for this sale.`
    return { product, after: NO_SALE, problem, large: false }
  }
  const after = { sale_price_cents: price, sale_from: sale.from, sale_until: sale.until }
  return { product, after, problem: null, large: isLargePriceChange(product, { ...product, ...after }, day) }
}

function reduce(price: Cents, reduction: Sale['reduction']): Cents {
  return reduction.by === 'percent' ? scale(price, -reduction.percent) : price - reduction.amount_cents
}

type Wanted = {
  sale: Sale | null
  /** With the versions that the preview showed. */
  products: readonly { product_id: string; version: number }[]
  large_price_changes: boolean
}

/** Puts products on sale, or ends their sale: all of them or none, as one change that is undone at once. */
export async function changeSale(
  context: ChangeContext,
  { sale, products: wanted, large_price_changes }: Wanted,
): Promise<{ audit_id: number | null }> {
  const audit_id = await changeCatalog(context, async (trx, now) => {
    const day = localDay(now)
    const present = await findProducts(
      trx,
      wanted.map(({ product_id }) => product_id),
    )
    const changes = wanted.map((seen) => saleOf(requireVersion(present, seen), sale, day))
    const rejected = changes.find(({ problem }) => problem !== null)
    if (rejected !== undefined) {
      throw new AppError('conflict', `"${rejected.product.product_name}" cannot be in the sale. ${rejected.problem}`)
    }
    if (!large_price_changes && changes.some(({ large }) => large)) throw new AppError('conflict', TOO_LARGE)
    const changed = changes.filter(({ product, after }) => !isSame(product, after))
    for (const { product, after } of changed) await updateProductRow(trx, product.product_id, after)
    const difference = differencesOf(
      changed.map(({ product }) => product),
      changed.map(({ product, after }) => ({ ...product, ...after })),
    )
    const action = sale === null ? 'products.sale_ended' : 'products.put_on_sale'
    return difference && { action, subject: SEVERAL_PRODUCTS, ...difference }
  })
  return { audit_id }
}
