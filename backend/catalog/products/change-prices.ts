import { setImmediate as nextTurn } from 'node:timers/promises'
import { isLargePriceChange } from '@shop/contract/catalog/admin'
import { MAX_PRICE, type SalePrices } from '@shop/contract/catalog/calls'
import type { Sale } from '@shop/contract/catalog/several-products'
import { type Cents, formatAdminMoney, prorate, roundHalfUp, roundToCents } from '@shop/contract/money'
import { type ChangeContext, writeAudit } from '../../admin/audit/audit.repository.ts'
import type { Database } from '../../platform/database/database.ts'
import { chunksOf } from '../../platform/database/queries.ts'
import { AppError } from '../../platform/http/errors/app-error.ts'
import { localDay } from '../../platform/lib/days/local-day.ts'
import { isWritten, type StoredProduct } from '../catalog.repository.ts'
import { packChange } from './pack-change.ts'
import { SEVERAL_PRODUCTS } from './product-states.ts'
import { findProducts, type PricedProduct, readPrices } from './products.repository.ts'
import { untilCurrent, writeChange } from './write-change.ts'

type Repriced = { product: PricedProduct; prices: SalePrices; large: boolean }

const TOO_LARGE = 'This changes prices by more than half. Please confirm that’s what you want.'
const READ_AT_ONCE = 200
const MAX_CENTS = roundToCents(MAX_PRICE)

/** Sale prices change along. */
export async function previewPrices(
  database: Database,
  { percent, line, day }: { percent: number; line: string | null; day: string },
): Promise<Repriced[]> {
  const repriced: Repriced[] = []
  for await (const products of readPrices(database, line)) {
    const some = products.map((product) => reprice(product, percent, day))
    repriced.push(...some.filter(({ product, prices }) => prices.price_cents !== product.price_cents))
  }
  return repriced
}

function reprice(product: PricedProduct, percent: number, day: string): Repriced {
  const prices = scalePrices(product, percent)
  return { product, prices, large: isLargePriceChange(product, prices, day) }
}

function scalePrices(prices: SalePrices, percent: number): SalePrices {
  const price_cents = scale(prices.price_cents, percent)
  const sale = prices.sale_price_cents === null ? null : scale(prices.sale_price_cents, percent)
  if (sale === null || sale >= price_cents) return { price_cents, ...NO_SALE }
  const { sale_from, sale_until } = prices
  return { price_cents, sale_price_cents: sale, sale_from, sale_until }
}

const NO_SALE = { sale_price_cents: null, sale_from: null, sale_until: null } as const

/** In whole cents; tenths of a percent count. */
function scale(cents: Cents, percent: number): Cents {
  return prorate(cents, 1000 + roundHalfUp(percent * 10), 1000)
}

type PricesChange = {
  percent: number
  /** As the preview showed them. */
  products: readonly Seen[]
  large_price_changes: boolean
}

/** All or none, as one change to undo. */
export function changePrices(
  context: ChangeContext,
  { percent, products, large_price_changes }: PricesChange,
): Promise<{ audit_id: number | null }> {
  const day = localDay(context.clock())
  return changeSeen(context, 'products.repriced', products, (product) => {
    const { prices, large } = reprice(product, percent, day)
    if (prices.price_cents > MAX_CENTS) {
      const most = MAX_PRICE.toLocaleString('en-US')
      throw new AppError('conflict', `"${product.product_name}" would cost more than $${most}.`)
    }
    if (!large_price_changes && large) throw new AppError('conflict', TOO_LARGE)
    return prices
  })
}

type Seen = { product_id: string; version: number }

/** Writes new prices of previewed products in parts. `pricesOf` may throw a refusal. */
function changeSeen(
  context: ChangeContext,
  action: string,
  seen: readonly Seen[],
  pricesOf: (product: StoredProduct) => Partial<SalePrices>,
): Promise<{ audit_id: number | null }> {
  const { database, clock, actor } = context
  return untilCurrent(database, 'Please look at the list again.', async (version) => {
    const packing = packChange()
    // A product named twice counts once.
    const added = new Set<string>()
    for (const some of chunksOf(seen, READ_AT_ONCE)) {
      const ids = some.map(({ product_id }) => product_id)
      const present = await findProducts(database, ids)
      for (const one of some) {
        const product = requireVersion(present, one)
        const { version: _, ...before } = product
        const after = { ...before, ...pricesOf(product) }
        if (!added.has(one.product_id) && isWritten(before, after)) packing.add({ before, after })
        added.add(one.product_id)
      }
      // SQLite's statements run in this thread.
      await nextTurn()
    }
    const change = packing.end()
    if (change.count === 0) return { audit_id: null }
    return writeChange(context, change, version, async (trx, take) => {
      const { differences } = await take()
      const entry = { at: clock(), actor, action, subject: SEVERAL_PRODUCTS }
      return { audit_id: differences && (await writeAudit(trx, { ...entry, ...differences })) }
    })
  })
}

/** 409 when the product has changed since the preview. */
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

/** `problem`: why the product can't be on sale. */
export type SaleChange = {
  product: PricedProduct
  after: Omit<SalePrices, 'price_cents'>
  problem: string | null
  large: boolean
}
type Chosen = { line: string | null; search: string; day: string }

export async function previewSale(
  database: Database,
  sale: Sale | null,
  { line, search, day }: Chosen,
): Promise<SaleChange[]> {
  const text = search.toLowerCase()
  const changes: SaleChange[] = []
  for await (const products of readPrices(database, line)) {
    const some = products
      .filter(({ product_id, product_name }) => product_id === search || product_name.toLowerCase().includes(text))
      .map((product) => applySale(product, sale, day))
    changes.push(...some.filter(({ product, after, problem }) => problem !== null || !isSame(product, after)))
  }
  return changes
}

function isSame(before: Omit<SalePrices, 'price_cents'>, after: Omit<SalePrices, 'price_cents'>): boolean {
  const { sale_price_cents, sale_from, sale_until } = after
  return (
    before.sale_price_cents === sale_price_cents && before.sale_from === sale_from && before.sale_until === sale_until
  )
}

function applySale(product: PricedProduct, sale: Sale | null, day: string): SaleChange {
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
  products: readonly Seen[]
  large_price_changes: boolean
}

/** All or none, as one change to undo. */
export function changeSale(
  context: ChangeContext,
  { sale, products, large_price_changes }: Wanted,
): Promise<{ audit_id: number | null }> {
  const day = localDay(context.clock())
  const action = sale === null ? 'products.sale_ended' : 'products.put_on_sale'
  return changeSeen(context, action, products, (product) => {
    const { after, problem, large } = applySale(product, sale, day)
    if (problem !== null) throw new AppError('conflict', `"${product.product_name}" cannot be in the sale. ${problem}`)
    if (!large_price_changes && large) throw new AppError('conflict', TOO_LARGE)
    return after
  })
}
