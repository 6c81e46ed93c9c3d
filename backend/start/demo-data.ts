import { addBusinessDays } from '@shop/contract/delivery/rules'
import { paidCents } from '@shop/contract/order-totals'
import { salesTax } from '@shop/contract/tax/sales-tax'
import { type Customer, deleteCustomer, findCustomerByEmail, insertCustomer } from '../accounts/accounts.repository.ts'
import { buildCustomer, DEMO_CUSTOMER } from '../accounts/build-customer.ts'
import { insertRefunds } from '../books/ledger/refunds.repository.ts'
import { listProducts, type StoredProduct } from '../catalog/catalog.repository.ts'
import { MODULES } from '../modules.ts'
import { buildOrder, type ItemDraft, itemOf, type OrderDraft } from '../orders/build-order.ts'
import {
  deleteOrder,
  findOrder,
  insertOrders,
  listKnownOrderIds,
  type StoredOrder,
} from '../orders/orders.repository.ts'
import { type Database, inTransaction } from '../platform/database/database.ts'
import { addDays, localDay } from '../platform/lib/days/local-day.ts'

const DEMO_GUEST = { first_name: 'Guest', last_name: 'Shopper', email: 'guest@packwright.example' }
const DEMO_ORDERS = ['100001', '100002', '100003', '100004', '100005']

/** California's combined rate, as an example. */
const TAX_RATE_MILLIONTHS = 90_300

/** Adds demo customer and orders, or removes them with DEMO off or a public shop. */
export async function syncDemoData(database: Database, demo: boolean, now: Date): Promise<void> {
  if (demo) await addDemoData(database, now)
  else await removeDemoData(database)
}

/** Changes nothing else, so a cancelled demo order stays cancelled. */
async function addDemoData(database: Database, now: Date): Promise<void> {
  const products = await listProducts(database)
  const known = await findCustomerByEmail(database, DEMO_CUSTOMER.email)
  const customer = known ?? (await buildCustomer(DEMO_CUSTOMER, now))
  await inTransaction(database, async (trx) => {
    // Another node was first and adds the orders too.
    if (known === null && !(await insertCustomer(trx, customer))) return
    const there = await listKnownOrderIds(trx, DEMO_ORDERS)
    const orders = buildDemoOrders(customer, products, now).filter(({ order_id }) => !there.has(order_id))
    await insertOrders(trx, orders)
    const refunded = orders.filter(({ order_status }) => order_status === 'refunded')
    await insertRefunds(
      trx,
      refunded.map((order) => ({
        refund_id: `${order.order_id}-R1`,
        order_id: order.order_id,
        amount_cents: paidCents(order),
        note: '',
        refunded_at: now.toISOString(),
        operation_id: null,
        return_id: null,
      })),
    )
    for (const { demoData } of MODULES) await demoData?.add(trx, now)
  })
}

/** The demo password is public, so no real shop may have the account. */
async function removeDemoData(database: Database): Promise<void> {
  const emails = [DEMO_CUSTOMER.email, DEMO_GUEST.email]
  await inTransaction(database, async (trx) => {
    for (const orderId of DEMO_ORDERS) {
      const order = await findOrder(trx, orderId)
      if (order !== null && emails.includes(order.email)) await deleteOrder(trx, orderId)
    }
    for (const { demoData } of MODULES) await demoData?.remove(trx)
    const customer = await findCustomerByEmail(trx, DEMO_CUSTOMER.email)
    if (customer !== null) await deleteCustomer(trx, customer.customer_id)
  })
}

function buildDemoOrders(customer: Customer, products: readonly StoredProduct[], now: Date): StoredOrder[] {
  const { customer_id, first_name, last_name, email } = customer
  const own = { customer_id, first_name, last_name, email }
  /** `place` is modulo the catalog's size. */
  const goods = (place: number, quantity: number): ItemDraft[] => {
    const product = products[place % products.length]
    return product === undefined ? [] : [itemOf(product, quantity, localDay(now))]
  }
  const cancelled = {
    cancellation_status: 'cancelled' as const,
    cancellation_reason: 'Changed My Mind',
    cancellation_details: 'I found one at home.',
    cancelled_at: now.toISOString(),
  }
  const refunded = { refund_status: 'refunded' as const, refunded_at: now.toISOString() }
  const all = (items: ItemDraft[], change: Partial<ItemDraft>) => items.map((item) => ({ ...item, ...change }))
  return [
    demoOrder({ ...own, order_id: '100001', items: [...goods(2, 1), ...goods(14, 2), ...goods(20, 1)] }, 2, now),
    demoOrder(
      {
        ...own,
        order_id: '100002',
        order_status: 'shipped',
        tracking_number: '1ZDEMO0000000100002',
        items: [...goods(7, 1), ...goods(17, 1)],
      },
      5,
      now,
    ),
    demoOrder({ ...own, order_id: '100003', items: [...all(goods(18, 2), cancelled), ...goods(12, 1)] }, 4, now),
    demoOrder(
      {
        ...own,
        order_id: '100004',
        order_status: 'refunded',
        items: [...all(goods(4, 1), refunded), ...all(goods(22, 2), refunded)],
      },
      30,
      now,
    ),
    demoOrder({ ...DEMO_GUEST, order_id: '100005', items: [...goods(10, 1), ...goods(16, 1)] }, 1, now),
  ]
}

/** An order placed some days ago, with sales tax and estimated delivery. */
function demoOrder(draft: Omit<OrderDraft, 'order_date'>, daysAgo: number, now: Date): StoredOrder {
  const placed = addDays(localDay(now), -daysAgo)
  const order = buildOrder({ ...draft, order_date: placed })
  return {
    ...order,
    tax_rate_millionths: TAX_RATE_MILLIONTHS,
    tax_cents: salesTax(order.total_cents, TAX_RATE_MILLIONTHS / 1_000_000),
    estimated_delivery_date: addBusinessDays(placed, 5),
  }
}
