import type { Store } from '../../../backend/platform/database/database.ts'
import type { Gateway } from '../../gateway/start-gateway.ts'

/**
 * Reads the state that two shops with the same orders share in the end: all but times, counts of attempts and
 * recipients of mails.
 */
export async function readState({ database }: Store): Promise<Record<string, string[]>> {
  const tables = {
    placements: await database.selectFrom('placements').select(['reference', 'state', 'total_cents']).execute(),
    orders: await database
      .selectFrom('orders')
      .select([
        'order_id',
        'order_status',
        'total_cents',
        'discount_code',
        'discount_cents',
        'delivery_cents',
        'tax_cents',
      ])
      .execute(),
    payments: await database
      .selectFrom('payments')
      .select(['reference', 'gateway_id', 'state', 'authorized_cents', 'captured_cents', 'refunded_cents'])
      .execute(),
    operations: await database
      .selectFrom('payment_operations')
      .select(['reference', 'kind', 'amount_cents', 'state'])
      .execute(),
    disputes: await database
      .selectFrom('disputes')
      .select(['dispute_id', 'reference', 'order_id', 'amount_cents', 'state', 'reply_by'])
      .execute(),
    events: await database.selectFrom('gateway_events').select(['event_hash', 'kind', 'reference', 'state']).execute(),
    mails: await database.selectFrom('outbox').select(['kind', 'subject', 'text']).execute(),
    codes: await database.selectFrom('discount_codes').select(['code', 'uses']).execute(),
    stock: await database.selectFrom('products').select(['product_id', 'stock_quantity']).execute(),
  }
  return Object.fromEntries(
    Object.entries(tables).map(([name, rows]) => [name, rows.map((row) => JSON.stringify(row)).sort()]),
  )
}

/** In which tables two states differ, a sentence each. */
export function compareStates(
  what: string,
  one: Record<string, readonly string[]>,
  other: Record<string, readonly string[]>,
): string[] {
  return Object.entries(one).flatMap(([table, rows]) => {
    const others = other[table] ?? []
    const index = rows.findIndex((row, at) => row !== others[at])
    if (index < 0 && rows.length === others.length) return []
    return [`${table} differ ${what} (${rows.length} and ${others.length} rows): ${rows[index]} and ${others[index]}`]
  })
}

/** Where payments and disputes are not as the gateway has them, a sentence each. */
export async function compareWithGateway({ database }: Store, gateway: Gateway): Promise<string[]> {
  const payments = await database.selectFrom('payments').selectAll().execute()
  const disputes = await database.selectFrom('disputes').selectAll().execute()
  const known = new Map(disputes.map(({ dispute_id, state }) => [dispute_id, state]))
  const sales = new Map((await gateway.transactions()).map((sale) => [sale.id, sale]))
  return payments.flatMap(({ reference, gateway_id, state, captured_cents, refunded_cents }) => {
    const sale = sales.get(gateway_id)
    const lost = sale?.disputes.filter(({ status }) => status === 'lost') ?? []
    const lostCents = lost.reduce((sum, { cents }) => sum + cents, 0)
    const captured = sale?.status === 'settled' ? sale.cents : 0
    const isSame = sale?.status === state && captured === captured_cents && lostCents === refunded_cents
    const others = sale?.disputes.filter(({ id, status }) => known.get(id) !== status) ?? []
    return [
      ...(isSame ? [] : [`the payment of ${reference} is ${state} with ${captured_cents} and ${refunded_cents} cents`]),
      ...others.map(({ id, status }) => `the dispute ${id} is ${known.get(id)} and not ${status}`),
    ]
  })
}
