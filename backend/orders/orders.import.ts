import { listKnownCustomerIds } from '../accounts/accounts.repository.ts'
import { type ChangeContext, writeAudit } from '../audit/write-audit.ts'
import { listProducts } from '../catalog/catalog.repository.ts'
import { inTransaction, type Trx } from '../database/database.ts'
import { insertImport } from './order-imports.repository.ts'
import { insertOrders, listKnownOrderIds, type StoredOrder } from './orders.repository.ts'
import { type OrderFileError, parseOrdersFile } from './orders-file.ts'

/** `auditId` is `null` when nothing was imported. */
export type OrdersImport = { imported: string[]; errors: OrderFileError[]; auditId: number | null }

/**
 * Imports the orders of a CSV file in one transaction, as one change in the audit log. Stock is not changed: it was
 * counted after these sales.
 */
export async function importOrders(
  { database, clock, actor }: ChangeContext,
  bytes: Uint8Array,
): Promise<OrdersImport> {
  const { orders, errors, firstRow } = parseOrdersFile(bytes)
  if (errors.length > 0) return { imported: [], errors, auditId: null }
  return inTransaction(database, async (trx) => {
    const conflicts = await findConflicts(trx, orders, firstRow)
    if (conflicts.length > 0) return { imported: [], errors: conflicts, auditId: null }
    await insertOrders(trx, await withPictures(trx, orders))
    const imported = orders.map(({ order_id }) => order_id)
    const [first, last] = [imported[0], imported.at(-1)]
    if (first === undefined || last === undefined) return { imported, errors: [], auditId: null }
    const subject = { kind: 'orders', id: await insertImport(trx, imported) }
    const after = { orders: imported.length, first, last }
    const entry = { at: clock(), actor, action: 'orders.imported', subject, before: null, after }
    return { imported, errors: [], auditId: await writeAudit(trx, entry) }
  })
}

async function findConflicts(
  trx: Trx,
  orders: readonly StoredOrder[],
  firstRow: ReadonlyMap<string, number>,
): Promise<OrderFileError[]> {
  const there = await listKnownOrderIds(
    trx,
    orders.map(({ order_id }) => order_id),
  )
  const customers = await listKnownCustomerIds(
    trx,
    orders.flatMap(({ customer_id }) => (customer_id === null ? [] : [customer_id])),
  )
  return orders.flatMap(({ order_id, customer_id }) => {
    const row = firstRow.get(order_id) ?? 1
    return [
      ...(there.has(order_id) ? [{ row, field: 'order_id', message: 'is already in the shop' }] : []),
      ...(customer_id === null || customers.has(customer_id)
        ? []
        : [{ row, field: 'customer_id', message: 'is no customer of the shop' }]),
    ]
  })
}

/** Items without a picture get their product's first one, if the shop has the product. */
async function withPictures(trx: Trx, orders: readonly StoredOrder[]): Promise<StoredOrder[]> {
  const pictures = new Map((await listProducts(trx)).map((product) => [product.product_id, product.pictures[0]?.file]))
  return orders.map((order) => ({
    ...order,
    items: order.items.map((item) => ({
      ...item,
      image_file: item.image_file ?? pictures.get(item.product_id) ?? null,
    })),
  }))
}
