import type { SalesPeriod } from '@shop/contract/books/sales-views'
import { sql } from 'kysely'
import type { Database, Trx } from '../../platform/database/database.ts'
import { noteChangedDays } from './changed-days.ts'
import { between, figuresOfOrders, REFUND_DAY } from './figures.ts'
import { type Received, taxInRefund } from './tax-in-refund.ts'

const WITHOUT_TAX = sql`select p.order_id, m.day from payment_movements m join payments p on p.reference = m.reference
    where m.tax_cents is null and m.kind = 'refund'
  union all select order_id, ${REFUND_DAY} from order_refunds where tax_cents is null and operation_id is null`

/** Orders with refunds of which the tax is not known yet: those that a process of a version before wrote. */
export async function listOrdersWithoutTax(database: Database, limit: number): Promise<string[]> {
  const { rows } = await sql<{ order_id: string }>`select distinct order_id from (${WITHOUT_TAX}) refunds
    order by order_id limit ${limit}`.execute(database)
  return rows.map(({ order_id }) => order_id)
}

/**
 * On how many days of a period something was paid back of which the tax is not filled in yet. The period is no `where`, so
 * that the indexes of the refunds without tax are read, and not those of all days.
 */
export async function countDaysWithoutTax(database: Database, period: SalesPeriod): Promise<number> {
  const { rows } = await sql<{ days: number | string }>`
    select count(distinct case when ${between(period)(sql`day`)} then day end) as days
    from (${WITHOUT_TAX}) refunds`.execute(database)
  return Number(rows[0]?.days)
}

/**
 * Writes the tax in refunds of these orders that do not have it yet; the others keep theirs, so that what was reported of a
 * period before stays. Notes that the days of those refunds change: they may be summed already. The caller has locked the orders.
 */
export async function fillTaxInRefunds(trx: Trx, orderIds: readonly string[]): Promise<void> {
  const days: string[] = []
  const refunds = Map.groupBy(await listRefundsOf(trx, orderIds), ({ order_id }) => order_id)
  const incomplete = [...refunds].filter(([, all]) => all.some(({ tax }) => tax === null))
  if (incomplete.length === 0) return
  const received = await listReceived(
    trx,
    incomplete.map(([orderId]) => orderId),
  )
  for (const [orderId, all] of incomplete) {
    const known = all.flatMap(({ amount, tax }) => (tax === null ? [] : [{ amount, tax }]))
    for (const refund of all.filter(({ tax }) => tax === null)) {
      const tax = taxInRefund(received.get(orderId) ?? NOTHING, known, refund.amount)
      known.push({ amount: refund.amount, tax })
      days.push(refund.day)
      await writeTax(trx, refund, tax)
    }
  }
  await noteChangedDays(trx, days)
}

/** Of a payment that belongs to no order, or to none any more. */
const NOTHING: Received = { charged: 0, tax: 0, untaxed: 0 }

/** The same for the order of a payment. */
export async function fillTaxOfPayment(trx: Trx, reference: string): Promise<void> {
  const payment = await trx
    .selectFrom('payments')
    .select('order_id')
    .where('reference', '=', reference)
    .executeTakeFirst()
  if (payment !== undefined) await fillTaxInRefunds(trx, [payment.order_id])
}

/** The same for a payment that belongs to another order now. */
export async function fillTaxOfMovedPayment(trx: Trx, reference: string): Promise<void> {
  const refunds = trx.updateTable('payment_movements').set({ tax_cents: null }).where('kind', '=', 'refund')
  await refunds.where('reference', '=', reference).execute()
  await fillTaxOfPayment(trx, reference)
}

type RefundRow = {
  id: string
  source: 'gateway' | 'hand'
  order_id: string
  day: string
  amount: number
  tax: number | null
}

/** What was paid back of orders, in the order of the days. */
async function listRefundsOf(trx: Trx, orderIds: readonly string[]): Promise<RefundRow[]> {
  const ids = sql.join(orderIds)
  const { rows } = await sql<RefundRow>`
    select m.movement_id as id, 'gateway' as source, p.order_id, m.day, m.amount_cents as amount, m.tax_cents as tax
    from payment_movements m join payments p on p.reference = m.reference
    where m.kind = 'refund' and p.order_id in (${ids})
    union all
    select refund_id, 'hand', order_id, ${REFUND_DAY}, amount_cents, tax_cents from order_refunds
    where operation_id is null and order_id in (${ids})
    order by 4, 1`.execute(trx)
  return rows
}

/** What was received for orders, as Sales count it. */
async function listReceived(trx: Trx, orderIds: readonly string[]): Promise<Map<string, Received>> {
  type Row = { order_id: string } & { [K in keyof Received]: number | string }
  const { rows } = await sql<Row>`select f.order_id, f.tax, f.untaxed, f.charged
      + coalesce((select sum(p.captured_cents) from payments p where p.order_id = f.order_id), 0) as charged
    from (${figuresOfOrders(sql`o.order_id in (${sql.join(orderIds)})`)}) f`.execute(trx)
  return new Map(
    rows.map(({ order_id, charged, tax, untaxed }) => [
      order_id,
      { charged: Number(charged), tax: Number(tax), untaxed: Number(untaxed) },
    ]),
  )
}

async function writeTax(trx: Trx, { id, source }: RefundRow, tax_cents: number): Promise<void> {
  if (source === 'hand') await trx.updateTable('order_refunds').set({ tax_cents }).where('refund_id', '=', id).execute()
  else await trx.updateTable('payment_movements').set({ tax_cents }).where('movement_id', '=', id).execute()
}
