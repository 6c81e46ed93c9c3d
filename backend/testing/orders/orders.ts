import { findProduct } from '../../catalog/catalog.repository.ts'
import { buildOrder, itemOf, type OrderDraft } from '../../orders/build-order.ts'
import { insertOrders, type StoredOrder } from '../../orders/orders.repository.ts'
import { type Database, inTransaction } from '../../platform/database/database.ts'

export const JOSE = { firstName: 'José', lastName: "O'Brien", email: 'jose@example.org' }

/** Stores José's order 100001, by default two of product 101 and one of 107. */
export async function placeOrder(database: Database, overrides: Partial<OrderDraft> = {}): Promise<StoredOrder> {
  const [campus, hybrid] = await Promise.all([findProduct(database, '101'), findProduct(database, '107')])
  if (campus === null || hybrid === null) throw new Error('the catalog lacks what the tests order')
  const order = buildOrder({
    order_id: '100001',
    order_date: '2026-11-02',
    first_name: JOSE.firstName,
    last_name: JOSE.lastName,
    email: JOSE.email,
    tax_rate_millionths: 82_500,
    tax_cents: 2327,
    delivery_cents: 599,
    estimated_delivery_date: '2026-11-09',
    items: [itemOf(campus, 2, '2026-11-02'), itemOf(hybrid, 1, '2026-11-02')],
    ...overrides,
  })
  await inTransaction(database, (trx) => insertOrders(trx, [order]))
  return order
}
