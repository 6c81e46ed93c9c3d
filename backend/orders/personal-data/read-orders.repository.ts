import { paidCents } from '@shop/contract/order-totals'
import type { Database } from '../../platform/database/database.ts'
import { chunksOf, isOneOf } from '../../platform/database/queries.ts'

export async function readOrders(database: Database, addresses: readonly string[]) {
  const orders = await database
    .selectFrom('orders')
    .selectAll()
    .where(isOneOf('email', addresses))
    .orderBy('order_date')
    .orderBy('order_id')
    .execute()
  const whole = []
  for (const chunk of chunksOf(orders)) {
    const ids = chunk.map(({ order_id }) => order_id)
    const items = await database
      .selectFrom('order_items')
      .selectAll()
      .where('order_id', 'in', ids)
      .orderBy('order_id')
      .orderBy('position')
      .execute()
    const refunds = await database
      .selectFrom('order_refunds')
      .select(['order_id', 'amount_cents', 'note', 'refunded_at'])
      .where('order_id', 'in', ids)
      .orderBy('refund_id')
      .execute()
    const returns = await database
      .selectFrom('order_returns')
      .select(['order_id', 'return_id', 'reason', 'details', 'answer', 'asked_at', 'return_state'])
      .where('order_id', 'in', ids)
      .orderBy('return_id')
      .execute()
    const returned = await database
      .selectFrom('order_return_items')
      .innerJoin('order_returns', 'order_returns.return_id', 'order_return_items.return_id')
      .select(['order_return_items.return_id', 'order_item_id', 'quantity'])
      .where('order_id', 'in', ids)
      .orderBy('order_item_id')
      .execute()
    const delays = await database
      .selectFrom('order_delays')
      .select(['order_id', 'noticed_at', 'ship_by', 'answer_by', 'agreed_at'])
      .where('order_id', 'in', ids)
      .orderBy('number')
      .execute()
    const notes = await database
      .selectFrom('order_notes')
      .select(['order_id', 'note', 'noted_at'])
      .where('order_id', 'in', ids)
      .orderBy('noted_at')
      .orderBy('note_id')
      .execute()
    const payments = await database
      .selectFrom('payments')
      .select(['order_id', 'state', 'captured_cents', 'refunded_cents', 'card_brand', 'card_last_four', 'created_at'])
      .where('order_id', 'in', ids)
      .orderBy('reference')
      .execute()
    for (const { version: _, ...order } of chunk) {
      const isOfOrder = ({ order_id }: { order_id: string | null }) => order_id === order.order_id
      whole.push({
        ...order,
        total_with_delivery_and_tax_cents: paidCents(order),
        items: items.filter(isOfOrder),
        refunds: refunds.filter(isOfOrder),
        returns: returns.filter(isOfOrder).map((one) => ({
          ...one,
          items: returned.flatMap(({ return_id, ...item }) => (return_id === one.return_id ? [item] : [])),
        })),
        delays: delays.filter(isOfOrder),
        notes: notes.filter(isOfOrder),
        card_payments: payments.filter(isOfOrder),
      })
    }
  }
  return whole
}
