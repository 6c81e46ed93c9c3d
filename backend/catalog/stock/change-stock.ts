import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { StockRow } from '@shop/contract/catalog/several-products'
import { MAX_PRODUCT_STOCK } from '@shop/contract/catalog/stock'
import { parseNumber } from '@shop/contract/money'
import { type ChangeContext, writeAudit } from '../../admin/audit/audit.repository.ts'
import { bumpStockVersion } from '../../platform/database/catalog-version/catalog-version.ts'
import { OvertakenError } from '../../platform/database/conflicts.ts'
import { type Database, inTransaction, type Trx } from '../../platform/database/database.ts'
import { chunksOf } from '../../platform/database/queries.ts'
import { AppError } from '../../platform/http/errors/app-error.ts'
import { inThread } from '../../platform/http/in-thread.ts'
import { findProduct, type StoredProduct } from '../catalog.repository.ts'
import { packChange } from '../products/pack-change.ts'
import { SEVERAL_PRODUCTS } from '../products/product-states.ts'
import { findProducts, listProductNames, type NamedProduct } from '../products/products.repository.ts'
import type { TakenStock } from '../products/staged-products.repository.ts'
import { untilCurrent, writeChange } from '../products/write-change.ts'
import { changeStockBy } from '../stock.repository.ts'
import { parseStockTable, type StockLine } from './stock-table.ts'

type Reason = { note: string }

/** Adds or takes units; never below zero, even with concurrent sales. */
export async function changeStock(
  { database, clock, actor }: ChangeContext,
  { product_id, delta, note }: { product_id: string; delta: number } & Reason,
): Promise<{ audit_id: number; stock: number }> {
  return inTransaction(database, async (trx) => {
    const stock = await requireStock(trx, product_id, delta)
    await bumpStockVersion(trx)
    const subject = { kind: 'product', id: product_id }
    const [before, after] = [
      { stock_quantity: stock - delta, note: '' },
      { stock_quantity: stock, note },
    ]
    const entry = { at: clock(), actor, action: 'product.stock_changed', subject, before, after }
    return { audit_id: await writeAudit(trx, entry), stock }
  })
}

async function requireStock(trx: Trx, product_id: string, delta: number): Promise<number> {
  const stock = await changeStockBy(trx, product_id, delta)
  if (stock !== null) return stock
  const product = await findProduct(trx, product_id)
  if (product === null) throw new AppError('not_found', `There is no product ${product_id}.`)
  throw stockRefusal(product, delta)
}

export function stockRefusal(
  { stock_quantity: present, product_name: name }: Pick<StoredProduct, 'stock_quantity' | 'product_name'>,
  delta: number,
): AppError {
  const message = delta < 0 ? `There are only ${present} of "${name}".` : `That would be too many of "${name}".`
  return new AppError('conflict', message, [{ field: 'delta', message }])
}

/** `stock` as counted; `seen`: the one shown, `null` to replace any. */
type CountedStock = { product_id: string; seen: number | null; stock: number }

export const READ_AT_ONCE = 200

/** All or none. No audit entry without a change. */
export function setStock(
  context: ChangeContext,
  counted: readonly CountedStock[],
  { note }: Reason,
): Promise<{ audit_id: number | null }> {
  const { database, clock, actor } = context
  return untilCurrent(database, 'Please look at the list again.', async (version) => {
    const { change, before, after } = await compareStock(database, counted)
    if (change.count === 0) return { audit_id: null }
    return writeChange(context, change, version, async (trx, take) => {
      const [other] = (await take()).overtaken
      if (other !== undefined) await refuseStale(trx, counted, other)
      const stocks = { before: { stock: before, note: '' }, after: { stock: after, note } }
      const entry = { at: clock(), actor, action: 'products.stock_set', subject: SEVERAL_PRODUCTS, ...stocks }
      return { audit_id: await writeAudit(trx, entry) }
    })
  })
}

async function compareStock(database: Database, counted: readonly CountedStock[]) {
  const packing = packChange()
  const before: Record<string, number> = {}
  const after: Record<string, number> = {}
  for (const some of chunksOf(counted, READ_AT_ONCE)) {
    const present = await findProducts(
      database,
      some.map(({ product_id }) => product_id),
    )
    for (const { product_id, seen, stock } of some) {
      const product = present.get(product_id)
      if (product === undefined) throw new AppError('not_found', `There is no product ${product_id}.`)
      const was = product.stock_quantity
      if (seen !== null && seen !== was) throw new AppError('conflict', staleMessage(product.product_name, seen, was))
      if (was === stock || Object.hasOwn(after, product_id)) continue
      const { version: _, ...columns } = product
      packing.add({ before: columns, after: { ...columns, stock_quantity: stock } })
      before[product_id] = was
      after[product_id] = stock
    }
    // SQLite's statements run in this thread.
    await nextTurn()
  }
  return { change: packing.end(), before, after }
}

/** Refuses stocks that have changed since the comparison; where any may be replaced, compares again. */
async function refuseStale(
  trx: Trx,
  counted: readonly CountedStock[],
  { product_id, stock }: TakenStock,
): Promise<never> {
  const seen = counted.find((one) => one.product_id === product_id)?.seen ?? null
  const name = (await findProducts(trx, [product_id])).get(product_id)?.product_name ?? ''
  throw seen === null ? new OvertakenError() : new AppError('conflict', staleMessage(name, seen, stock))
}

function staleMessage(name: string, seen: number, present: number): string {
  return `The stock of "${name}" was ${seen} when you looked, and is now ${present}. Please look at the list again.`
}

/** Row by row, with a problem where a row can't be used. */
export async function previewStock(database: Database, text: string): Promise<StockRow[]> {
  const { lines, problems } = await inThread(join(import.meta.dirname, 'stock-table.ts'), parseStockTable, [text])
  if (problems.length > 0) return problems.map(unreadRow)
  if (lines.length > 0) return matchStock(database, lines)
  throw new AppError('invalid_request', NO_ROWS, [{ field: 'text', message: NO_ROWS }])
}

const NO_ROWS = 'There are no rows in this table.'

function unreadRow({ row, message: problem }: { row: number; message: string }): StockRow {
  return { row, product_id: null, product_name: '', before: 0, after: 0, problem }
}

async function matchStock(database: Database, lines: readonly StockLine[]): Promise<StockRow[]> {
  const find = createFinder(await listProductNames(database))
  const used = new Map<string, number>()
  return lines.map(({ row, product: text, stock }) => {
    const [product, other] = find(text)
    const count = parseNumber(stock)
    const first = used.get(product?.product_id ?? '')
    if (product !== undefined && first === undefined) used.set(product.product_id, row)
    return {
      row,
      product_id: product?.product_id ?? null,
      product_name: product?.product_name ?? text,
      before: product?.stock_quantity ?? 0,
      after: count ?? 0,
      problem: findProblem({ text, stock, product, other, count, first }),
    }
  })
}

type Found = {
  text: string
  stock: string
  product: NamedProduct | undefined
  other: NamedProduct | undefined
  count: number | null
  first: number | undefined
}

function findProblem({ text, stock, product, other, count, first }: Found): string | null {
  if (product === undefined) return `There is no product "${text}".`
  if (other !== undefined) return `Several products are called "${text}". Please use the id.`
  if (first !== undefined) return `The same product is in row ${first}.`
  if (count === null || !Number.isInteger(count) || count > MAX_PRODUCT_STOCK) return `"${stock}" isn’t a whole number.`
  return null
}

/** By id, slug or whole name, in any letter case. */
function createFinder(products: readonly NamedProduct[]): (text: string) => NamedProduct[] {
  const keyOf = (text: string) => text.trim().toLowerCase()
  const ids = new Map(
    products.flatMap((one) => [[keyOf(one.slug), one] as const, [keyOf(one.product_id), one] as const]),
  )
  const names = Map.groupBy(products, ({ product_name }) => keyOf(product_name))
  return (text) => {
    const exact = ids.get(keyOf(text))
    return exact === undefined ? (names.get(keyOf(text)) ?? []) : [exact]
  }
}
