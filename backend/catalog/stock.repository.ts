import type { Database, Trx } from '../platform/database/database.ts'
import { byProductId, type StoredProduct } from './catalog.repository.ts'

/** Stock by product_id; unknown products and drafts are missing from the result. */
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

/** Sets a product's stock; false when there is no such product. Bump the catalog's version in the same transaction. */
export async function updateStock(trx: Trx, productId: string, stock: number): Promise<boolean> {
  const result = await trx
    .updateTable('products')
    .set({ stock_quantity: stock })
    .where('product_id', '=', productId)
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

/**
 * Adds units to a stock, or takes them from it. Returns how many there are then; `null` when there is no such product,
 * or the stock would leave its bounds.
 */
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

/** The columns that decide whether and at what price a product is sold. */
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

/** A product as it is at the moment when units of it are taken; its row stays locked until the end of the transaction. */
export type TakenProduct = Pick<StoredProduct, (typeof SOLD_COLUMNS)[number]>

/** Adds units to products' stock; unknown products are skipped. Bump the stock's version afterwards. */
export async function addStock(trx: Trx, units: readonly { product_id: string; quantity: number }[]): Promise<void> {
  for (const { product_id, quantity } of units.toSorted(byProductId)) {
    const stock = await changeStockBy(trx, product_id, quantity)
    if (stock === null) await updateStock(trx, product_id, MAX_STOCK)
  }
}

export type StockShortage = { product_id: string; available: number }

/**
 * Takes units from products' stock. Of `shortages`, which have too little, the stock is unchanged: roll the transaction back
 * then. `notForSale`: whether a product that is gone or a draft is short, or the first is skipped and the
 * second counts like any other, as for goods that were sold before. Bump the stock's version afterwards.
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

/** Well within the integer range of both engines. */
export const MAX_STOCK = 1_000_000_000
