import type { Database, Trx } from '../platform/database/database.ts'
import { byProductId, type StoredProduct } from './catalog.repository.ts'

/** By product_id, without unknown products and drafts. */
export async function listStock(database: Database, productIds: readonly string[]): Promise<Map<string, number>> {
  if (productIds.length === 0) return new Map()
  const rows = await database
    .selectFrom('products')
    .select(['product_id', 'stock_quantity'])
    .where('product_id', 'in', [...productIds])
    .where('status', '!=', 'draft')
    .execute()
  return new Map(rows.map((row) => [row.product_id, row.stock_quantity]))
}

/** False for an unknown product. Bump the catalog's version, too. */
export async function updateStock(trx: Trx, productId: string, stock: number): Promise<boolean> {
  const result = await trx
    .updateTable('products')
    .set({ stock_quantity: stock })
    .where('product_id', '=', productId)
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

/** Adds or takes units. Returns the new stock; `null` for an unknown product, or one out of bounds. */
export async function changeStockBy(trx: Trx, productId: string, delta: number): Promise<number | null> {
  const row = await updateStockBy(trx, productId, delta).executeTakeFirst()
  return row?.stock_quantity ?? null
}

function updateStockBy(trx: Trx, productId: string, delta: number) {
  return trx
    .updateTable('products')
    .set((products) => ({ stock_quantity: products('stock_quantity', '+', delta) }))
    .where('product_id', '=', productId)
    .where('stock_quantity', '>=', -delta)
    .where('stock_quantity', '<=', MAX_STOCK - delta)
    .returning(SOLD_COLUMNS)
}

/** They decide whether and at what price a product is sold. */
const SOLD_COLUMNS = [
  'product_id',
  'product_name',
  'line',
  'status',
  'stock_quantity',
  'price_cents',
  'sale_price_cents',
  'sale_from',
  'sale_until',
] as const

/** Locked until the end of the transaction. */
export type TakenProduct = Pick<StoredProduct, (typeof SOLD_COLUMNS)[number]>

/** Skips unknown products. Bump the stock's version afterwards. */
export async function addStock(trx: Trx, units: readonly { product_id: string; quantity: number }[]): Promise<void> {
  for (const { product_id, quantity } of units.toSorted(byProductId)) {
    const stock = await changeStockBy(trx, product_id, quantity)
    if (stock === null) await updateStock(trx, product_id, MAX_STOCK)
  }
}

export type StockShortage = { product_id: string; available: number }

/**
 * Takes units from stock. `shortages` have too little, unchanged: then roll back. `notForSale`: missing products and
 * drafts are short, or as for goods sold before, skipped and counted normally. Bump the stock's version afterwards.
 */
export async function takeStock(
  trx: Trx,
  units: readonly { product_id: string; quantity: number }[],
  { notForSale }: { notForSale: 'short' | 'skip' },
): Promise<{ shortages: StockShortage[]; taken: TakenProduct[] }> {
  const shortages: StockShortage[] = []
  const taken: TakenProduct[] = []
  for (const { product_id, quantity } of units.toSorted(byProductId)) {
    const update = updateStockBy(trx, product_id, -quantity)
    const row = await (notForSale === 'short' ? update.where('status', '!=', 'draft') : update).executeTakeFirst()
    if (row !== undefined) {
      taken.push(row)
      continue
    }
    const product = await trx
      .selectFrom('products')
      .select(['stock_quantity', 'status'])
      .where('product_id', '=', product_id)
      .executeTakeFirst()
    if (notForSale === 'skip' && product === undefined) continue
    const isSold = product !== undefined && (notForSale === 'skip' || product.status !== 'draft')
    shortages.push({ product_id, available: isSold ? product.stock_quantity : 0 })
  }
  return { shortages, taken }
}

/** Well within the integers of both engines. */
export const MAX_STOCK = 1_000_000_000
