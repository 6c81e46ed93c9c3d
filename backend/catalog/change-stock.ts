import * as z from 'zod/mini'
import type { AuditEntry } from '../admin/audit/audit.repository.ts'
import type { Json } from '../admin/audit/json.ts'
import type { UndoRule } from '../admin/audit/undo-change.ts'
import { type ChangeContext, writeAudit } from '../admin/audit/write-audit.ts'
import { bumpCatalogVersion, bumpStockVersion } from '../database/catalog-version/catalog-version.ts'
import { inTransaction, type Trx } from '../database/database.ts'
import { AppError } from '../http/errors/app-error.ts'
import { byProductId, findProduct } from './catalog.repository.ts'
import { PRODUCT_SCOPE, SEVERAL_PRODUCTS } from './product-states.ts'
import { addToStock, findProducts } from './products.repository.ts'

/** What was counted, sold at a fair or made: shown in the audit log. */
type Reason = { note: string }

/** Adds units to a stock, or takes them from it. It never falls below zero, whoever else sells at the same instant. */
export async function changeStock(
  { database, clock, actor }: ChangeContext,
  { productId, delta, note }: { productId: string; delta: number } & Reason,
): Promise<{ auditId: number; stock: number }> {
  return inTransaction(database, async (trx) => {
    const stock = await requireStock(trx, productId, delta)
    await bumpStockVersion(trx)
    const subject = { kind: 'product', id: productId }
    const [before, after] = [
      { stock_quantity: stock - delta, note: '' },
      { stock_quantity: stock, note },
    ]
    const entry = { at: clock(), actor, action: 'product.stock_changed', subject, before, after }
    return { auditId: await writeAudit(trx, entry), stock }
  })
}

async function requireStock(trx: Trx, productId: string, delta: number): Promise<number> {
  const stock = await addToStock(trx, productId, delta)
  if (stock !== null) return stock
  const product = await findProduct(trx, productId)
  if (product === null) throw new AppError('not_found', `There is no product ${productId}.`)
  const { stock_quantity: present, product_name: name } = product
  const message = delta < 0 ? `There are only ${present} of "${name}".` : `That would be too many of "${name}".`
  throw new AppError('conflict', message, [{ field: 'delta', message }])
}

/** A product with the stock that was seen, and the one that was counted. `seen` is `null` where any may be replaced. */
export type CountedStock = { product_id: string; seen: number | null; stock: number }

/** Sets stocks by a list, all of them or none. Returns no audit entry when nothing changes. */
export async function setStock(
  { database, clock, actor }: ChangeContext,
  counted: readonly CountedStock[],
  { note }: Reason,
): Promise<{ auditId: number | null }> {
  return inTransaction(database, async (trx) => {
    await bumpCatalogVersion(trx)
    const present = await findProducts(
      trx,
      counted.map(({ product_id }) => product_id),
    )
    const before: Record<string, number> = {}
    const after: Record<string, number> = {}
    for (const { product_id, seen, stock } of counted.toSorted(byProductId)) {
      const product = present.get(product_id)
      if (product === undefined) throw new AppError('not_found', `There is no product ${product_id}.`)
      const was = product.stock_quantity
      if (seen !== null && seen !== was) throw new AppError('conflict', staleMessage(product.product_name, seen, was))
      if (was === stock) continue
      await requireStock(trx, product_id, stock - was)
      before[product_id] = was
      after[product_id] = stock
    }
    if (Object.keys(after).length === 0) return { auditId: null }
    const stocks = { before: { stock: before, note: '' }, after: { stock: after, note } }
    const entry = { at: clock(), actor, action: 'products.stock_set', subject: SEVERAL_PRODUCTS, ...stocks }
    return { auditId: await writeAudit(trx, entry) }
  })
}

function staleMessage(name: string, seen: number, present: number): string {
  return `The stock of "${name}" was ${seen} when you looked, and is ${present} now. Please look at the list again.`
}

/**
 * Undoes a change of stock by its difference, so that what was sold since is not lost. The log has the same numbers the
 * other way round, even if the stock is another by now.
 */
export const undoStock: UndoRule = {
  lock: bumpCatalogVersion,
  readPresent: async (database, entry) => {
    const stocks = stocksOf(entry, entry.after)
    const present = await findProducts(database, Object.keys(stocks))
    return Object.keys(stocks).every((id) => present.has(id)) ? entry.after : null
  },
  writeBefore: async (trx, entry) => {
    const [before, after] = [stocksOf(entry, entry.before), stocksOf(entry, entry.after)]
    for (const [id, stock] of Object.entries(before).toSorted(([a], [b]) => (a < b ? -1 : 1))) {
      await requireStock(trx, id, stock - (after[id] ?? stock))
    }
  },
  scope: PRODUCT_SCOPE,
}

const one = z.object({ stock_quantity: z.int() })
const several = z.object({ stock: z.record(z.string(), z.int()) })

function stocksOf({ subject }: Pick<AuditEntry, 'subject'>, value: Json): Record<string, number> {
  if (subject.kind === 'product') return { [subject.id]: one.parse(value).stock_quantity }
  return several.parse(value).stock
}
