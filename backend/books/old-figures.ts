import { UNDECIDED_DISPUTES } from '@shop/contract/payments/disputes'
import { type RawBuilder, sql } from 'kysely'
import { prorateSql } from './old-shares.ts'

export type DayFilter = (day: RawBuilder<unknown>) => RawBuilder<unknown>

/** Day of a refund by hand or a dispute. An older version of the shop wrote only the time. */
const REFUND_DAY = sql.raw('coalesce(refunded_on, substr(refunded_at, 1, 10))')
const DISPUTE_DAY = sql.raw('coalesce(opened_on, substr(opened_at, 1, 10))')

const PAYMENT_STATE = sql.raw('(select min(p.state) from payments p where p.order_id = o.order_id)')
const SALES_WAY = sql`case when ${PAYMENT_STATE} is null then 'hand' else 'card' end`

/**
 * Items neither cancelled, nor refunded in full before capture. An import may cancel the order and not its items. Used
 * per item, never in a `where`: without statistics PostgreSQL would join the items with all orders.
 */
const IS_KEPT = sql`i.cancellation_status is null and o.order_status <> 'cancelled'
  and not (o.order_status = 'refunded' and coalesce(${PAYMENT_STATE}, '') = 'voided')`
const KEPT_UNITS = sql`case when ${IS_KEPT} then cast(i.quantity as bigint) else 0 end`
const CODE_DISCOUNT = sql`case when ${IS_KEPT} then cast(i.discount_cents as bigint) else 0 end`
const UNIT_DISCOUNT = sql.raw(
  'case when i.regular_price_cents > i.price_cents then i.regular_price_cents - i.price_cents else 0 end',
)

/** Items cancelled before the order was recorded as paid. */
const NEVER_PAID = sql.raw('i.cancelled_at <= o.paid_at')

/** Whether a card was charged, and not for an item that was cancelled before. */
const WAS_CHARGED = sql.raw(`exists (select 1 from payments p where p.order_id = o.order_id and p.captured_cents > 0
  and not exists (select 1 from payment_operations a where a.reference = p.reference and a.kind in ('authorize', 'capture')
    and a.state not in ('rejected', 'withdrawn') and a.created_at >= i.cancelled_at))`)

/** Items not cancelled, or cancelled after payment: they bear tax until they are refunded. */
const IS_TAXED = sql`case when ${IS_KEPT} then 1 when i.cancelled_at is null or coalesce(o.payment, '') = 'unpaid' then 0
  when ${WAS_CHARGED} then 1 when ${PAYMENT_STATE} is not null or ${NEVER_PAID} then 0 else 1 end`

/** Only an online charge may have no order. */
const CHANNEL_COLUMN = sql.raw(`coalesce(o.channel, 'online') as channel`)

function figuresOfOrders(condition: RawBuilder<unknown>): RawBuilder<unknown> {
  const items = sql`select o.order_id, o.order_date, o.state, o.channel, o.payment, o.total_cents, o.delivery_cents as ordered_delivery,
      o.tax_cents as ordered_tax, o.delivery_taxed, ${PAYMENT_STATE} as payment_state,
      sum(i.price_cents * ${KEPT_UNITS} - ${CODE_DISCOUNT}) as goods, sum(${UNIT_DISCOUNT} * ${KEPT_UNITS}) as discount, sum(${CODE_DISCOUNT}) as code,
      sum(case when ${IS_KEPT} then 1 else 0 end) as kept, sum(${IS_TAXED}) as taxed,
      sum((cast(i.price_cents as bigint) * i.quantity - i.discount_cents) * ${IS_TAXED}) as taxed_goods,
      sum(case when ${NEVER_PAID} then 0 when ${IS_KEPT} or i.cancelled_at is not null then 1 else 0 end) as paid,
      sum(case when ${NEVER_PAID} then cast(i.price_cents as bigint) * i.quantity - i.discount_cents else 0 end) as unpaid
    from orders o join order_items i on i.order_id = o.order_id
    where ${condition} group by o.order_id`
  const shares = sql`select t.*, case when payment_state is null then 'hand' else 'card' end as way,
      case when kept > 0 then ordered_delivery else 0 end as delivery,
      taxed_goods + case when taxed > 0 and delivery_taxed = 1 then ordered_delivery else 0 end as part,
      total_cents + case when delivery_taxed = 1 then ordered_delivery else 0 end as whole
    from (${items}) t`
  const taxOn = (part: string) => prorateSql(sql.ref('ordered_tax'), sql.raw(part), sql.ref('whole'))
  return sql`select order_id, order_date as day, way, coalesce(state, '') as state, channel,
      case when kept > 0 then 1 else 0 end as orders, goods, discount, code, delivery,
      case when taxed = 0 or whole = 0 or payment_state = 'voided' then 0 when part = whole then ordered_tax
        else ${taxOn('part')} end as tax,
      case when taxed > 0 and delivery_taxed = 0 then ordered_delivery else 0 end as untaxed,
      case when way = 'hand' and coalesce(payment, '') <> 'unpaid' and paid > 0
        then total_cents - unpaid + ordered_delivery
          + case when unpaid = 0 then ordered_tax else ${taxOn('whole - unpaid')} end
        else 0 end as charged
    from (${shares}) s`
}

/** One row per movement: charges, refunds and disputes. A dispute is no returned sale, so its tax stays. */
function moneyFigures(filter: DayFilter): RawBuilder<unknown> {
  return sql`select m.movement_id as id, m.day, 'card' as way, coalesce(o.state, '') as state, ${CHANNEL_COLUMN}, p.order_id, m.kind,
      m.settled, m.amount_cents as amount, coalesce(m.tax_cents, 0) as tax
    from payment_movements m join payments p on p.reference = m.reference
    left join orders o on o.order_id = p.order_id where ${filter(sql`m.day`)}
    union all
    select d.dispute_id, ${DISPUTE_DAY}, 'card', coalesce(o.state, ''), ${CHANNEL_COLUMN}, p.order_id, 'dispute',
      case when d.state in (${sql.join(UNDECIDED_DISPUTES)}) then 0 else 1 end, d.amount_cents, 0
    from disputes d join payments p on p.reference = d.reference left join orders o on o.order_id = p.order_id
    where ${filter(DISPUTE_DAY)} and d.state <> 'won' and coalesce(d.kind, '') <> 'retrieval'
    union all
    select r.refund_id, ${REFUND_DAY}, 'hand', coalesce(o.state, ''), o.channel, r.order_id, 'refund', 1, r.amount_cents,
      coalesce(r.tax_cents, 0)
    from order_refunds r join orders o on o.order_id = r.order_id
    where ${filter(REFUND_DAY)} and r.operation_id is null`
}

/** The figures of days, from the columns of orders, items, refunds and payments. */
export function dayFigures(filter: DayFilter): RawBuilder<unknown> {
  const amountOf = (kind: string) => sql`case when kind = ${sql.lit(kind)} then amount else 0 end`
  return sql`select day, way, state, channel, sum(orders) as orders, sum(goods) as goods_cents, sum(discount) as discount_cents,
      sum(code) as code_cents, sum(delivery) as delivery_cents, sum(tax) as tax_cents,
      sum(tax_paid_back) as tax_paid_back_cents, sum(charged) as charged_cents, sum(paid_back) as paid_back_cents, sum(disputed) as disputed_cents
    from (
      select day, way, state, channel, orders, goods, discount, code, delivery, tax, 0 as tax_paid_back, charged,
        0 as paid_back, 0 as disputed
      from (${figuresOfOrders(filter(sql`o.order_date`))}) ordered
      union all
      select day, way, state, channel, 0, 0, 0, 0, 0, 0, tax, ${amountOf('charge')}, ${amountOf('refund')}, ${amountOf('dispute')}
      from (${moneyFigures(filter)}) moved
    ) figures group by day, way, state, channel`
}

export function productFigures(filter: DayFilter): RawBuilder<unknown> {
  return sql`select day, way, product_id, max(product_name) as product_name, sum(units) as units, sum(goods) as goods_cents,
      sum(discount) as discount_cents, sum(code) as code_cents
    from (
      select o.order_date as day, i.product_id, i.product_name, ${KEPT_UNITS} as units,
        i.price_cents * ${KEPT_UNITS} - ${CODE_DISCOUNT} as goods, ${UNIT_DISCOUNT} * ${KEPT_UNITS} as discount, ${CODE_DISCOUNT} as code, ${SALES_WAY} as way
      from orders o join order_items i on i.order_id = o.order_id
      where ${filter(sql`o.order_date`)}
    ) sold group by day, way, product_id having sum(units) > 0`
}

export const listDaysOfColumns = sql`select order_date as day from orders union select day from payment_movements
  union select ${REFUND_DAY} from order_refunds union select ${DISPUTE_DAY} from disputes`
