import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../../backend/platform/database/database.ts'

/**
 * How many rows of each kind; inquiries, changes and mails are a tenth of the orders, people a fifth. `booksOnly` fills orders
 * and payments.
 */
export type Amounts = { products: number; orders: number; booksOnly: boolean }

/** SQL that the two engines write differently. */
type Dialect = {
  /** A table `n` with the numbers 1 to `count` in its column `i`, to begin a statement with. */
  numbers: (count: number) => RawBuilder<unknown>
  hex: (text: string) => RawBuilder<unknown>
  day: (column: string) => RawBuilder<unknown>
}

const SQLITE: Dialect = {
  numbers: (count) => sql`with recursive n(i) as (select 1 union all select i + 1 from n where i < ${sql.lit(count)})`,
  hex: (text) => sql`lower(hex(${sql.raw(text)}))`,
  day: (column) => sql`date('2016-01-01', '+' || ${sql.raw(column)} || ' days')`,
}

const POSTGRES: Dialect = {
  numbers: (count) => sql`with n(i) as (select generate_series(1, ${sql.lit(count)}))`,
  hex: (text) => sql`encode(convert_to(${sql.raw(text)}, 'UTF8'), 'hex')`,
  day: (column) => sql`(date '2016-01-01' + (${sql.raw(column)})::int)::text`,
}

/** Fills a shop's lists with plain SQL: one order in fifty waits to be shipped, one inquiry in a hundred for an answer. */
export async function fillAdmin(
  database: Database,
  engine: 'sqlite' | 'postgres',
  { products, orders, booksOnly }: Amounts,
): Promise<void> {
  const dialect = engine === 'postgres' ? POSTGRES : SQLITE
  const run = async (statement: RawBuilder<unknown>) => void (await statement.execute(database))
  await fillProducts(run, dialect, products)
  await fillOrders(run, dialect, orders)
  await fillPayments(run, dialect, orders)
  if (!booksOnly) {
    await fillTerms(run, dialect, orders)
    await fillOthers(run, dialect, Math.ceil(orders / 10))
    await fillPeople(run, dialect, peopleOf(orders))
  }
  await run(sql`analyze`)
}

const number = '(1000000 + i)'

/** The orders of ten years follow each other. */
const dayOf = (count: number) => `(cast(i as bigint) * 3599 / ${count})`

const peopleOf = (orders: number) => Math.ceil(orders / 5)
const emailOf = (orders: number) => sql.raw(`'Mail' || (i % ${peopleOf(orders)}) || '@shop.example'`)

type Run = (statement: RawBuilder<unknown>) => Promise<void>

async function fillProducts(run: Run, { numbers }: Dialect, count: number): Promise<void> {
  const inserted = sql`insert into products (product_id, slug, product_name, line, style, color, size, price_cents,
    stock_quantity, short_description, description, details, position)`
  const row = sql`select 'p' || i, 'bag-' || i, 'Bag ' || i, 'Campus', 'Slim ' || (i / 4), 'Color ' || (i % 4),
    '20 L', 7900, i % 40, 'A bag', 'A bag', '{}', 1000 + i from n`
  await run(onTable(inserted, numbers(count), row))
}

async function fillOrders(run: Run, dialect: Dialect, count: number): Promise<void> {
  const { numbers, day } = dialect
  const orders = sql`insert into orders (order_id, first_name, last_name, email, order_date, order_status, total_cents,
    tax_cents, tax_rate_millionths, delivery_cents, state)`
  const states = sql`substr('AKALARAZCACOCTDEFLGAHIIAIDILINKSKYLAMAMDMEMIMNMOMSMTNCNDNENHNJNMNVNYOHOKORPARISCSDTNTXUTVAVTWAWIWVWY', 1 + 2 * ((i + i / 278) % 50), 2)`
  const order = sql`select cast(${sql.raw(number)} as text), 'First' || (i % 500), 'Last' || (i % 9000),
    ${emailOf(count)}, ${day(dayOf(count))},
    case when i % 50 = 0 then 'processing' else 'delivered' end, 15800, 1300, 82500, 599, ${states} from n`
  await run(onTable(orders, numbers(count), order))
  const items = sql`insert into order_items (order_item_id, order_id, position, product_id, product_name, price_cents,
    quantity, regular_price_cents)`
  const item = sql`select ${sql.raw(number)} || '-1', cast(${sql.raw(number)} as text), 0, 'p' || (1 + (i + i / 278) % 60), 'Bag',
    7900, 2, 8900 from n`
  await run(onTable(items, numbers(count), item))
}

async function fillTerms(run: Run, { numbers, hex }: Dialect, count: number): Promise<void> {
  // In the order of the key, which is faster.
  for (const term of [
    `cast(${number} as text)`,
    "'first' || (i % 500)",
    "'last' || (i % 9000)",
    `'mail' || (i % ${peopleOf(count)}) || 'shopexample'`,
  ]) {
    const terms = sql`select ${hex(term)} as term, cast(${sql.raw(number)} as text) as order_id from n order by 1, 2`
    await run(onTable(sql`insert into order_terms (term, order_id)`, numbers(count), terms))
  }
}

/** Three orders of four were paid by card; those of the last week are not charged yet. */
async function fillPayments(run: Run, { numbers, day }: Dialect, count: number): Promise<void> {
  const at = sql`${day(dayOf(count))} || 'T12:00:00.000Z'`
  const isNew = sql.raw(`i > ${Math.floor(count * 0.998)}`)
  const payments = sql`insert into payments (reference, order_id, gateway_id, state, authorized_cents, captured_cents,
    refunded_cents, created_at)`
  const payment = sql`select 'r' || i, cast(1000000 + i as text), 'g' || i,
    case when ${isNew} then 'authorized' else 'settled' end, 17699, case when ${isNew} then 0 else 17699 end, 0, ${at}
    from n where i % 4 > 0`
  await run(onTable(payments, numbers(count), payment))
  const movements = sql`insert into payment_movements (movement_id, reference, kind, amount_cents, day, settled)`
  const movement = sql`select 'g' || i, 'r' || i, 'charge', 17699, ${day(dayOf(count))}, 1 from n
    where i % 4 > 0 and not (${isNew})`
  await run(onTable(movements, numbers(count), movement))
  await run(sql`insert into orders_to_post (order_id) select order_id from orders`)
}

async function fillOthers(run: Run, { numbers, day }: Dialect, count: number): Promise<void> {
  const at = sql`${day('(i % 3600)')} || 'T12:00:00.000Z'`
  const messages = sql`insert into contact_messages (message_id, first_name, last_name, email, reason, reference, message,
    received_at, answered_at, probable_spam)`
  const message = sql`select 'm' || i, 'First', 'Last', 'mail' || (i * 2) || '@shop.example', 'Feedback', '', 'Message ' || i, ${at},
    case when i % 100 = 0 then null else ${at} end, case when i % 10 = 1 then 1 else 0 end from n`
  await run(onTable(messages, numbers(count), message))
  const mails = sql`insert into outbox (id, kind, recipient, subject, text, html, state, attempts, next_attempt_at,
    created_at, sent_at)`
  const mail = sql`select 'mail' || i, 'welcome', 'mail' || i || '@shop.example', 'Hello', 'Hello', 'Hello',
    case when i % 1000 = 0 then 'failed' else 'sent' end, 1, ${at}, ${at}, ${at} from n`
  await run(onTable(mails, numbers(count), mail))
  const entries = sql`insert into audit_log (id, at, actor, action, subject_kind, subject_id, before, after)`
  const entry = sql`select 1000 + i, ${at}, case when i % 3 = 0 then 'command' else 'ada@shop.example' end,
    'order.noted', 'order', cast(1000000 + i as text), 'null', 'null' from n`
  await run(onTable(entries, numbers(count), entry))
}

/** Half of the people have an account; every twentieth waits for something, and every five-hundredth has a second address. */
async function fillPeople(run: Run, { numbers }: Dialect, people: number): Promise<void> {
  const accounts = sql`insert into customers (customer_id, first_name, last_name, email, email_folded, password_hash, created_at)`
  const account = sql`select 'c' || i, 'First' || (i % 500), 'Last' || (i % 9000), 'mail' || i || '@shop.example',
    'mail' || i || '@shop.example', 'none', '2020-01-01T12:00:00.000Z' from n where i % 2 = 0`
  await run(onTable(accounts, numbers(people), account))
  const waitlist = sql`insert into waitlist (token_hash, email, product_id, confirmed_at, expires_at)`
  const waiting = sql`select 'w' || i, 'mail' || i || '@shop.example', '', '2025-01-01T12:00:00.000Z', '2099-01-01'
    from n where i % 20 = 0`
  await run(onTable(waitlist, numbers(people), waiting))
  const links = sql`insert into customer_links (email, person_email, linked_at)`
  const link = sql`select 'mail' || i || '@shop.example', 'mail' || (i - 1) || '@shop.example', '2025-01-01T12:00:00.000Z'
    from n where i % 500 = 0`
  await run(onTable(links, numbers(people), link))
}

/** PostgreSQL takes `with` only after `insert into`; SQLite takes it there too. */
function onTable(insert: RawBuilder<unknown>, numbers: RawBuilder<unknown>, rows: RawBuilder<unknown>) {
  return sql`${insert} ${numbers} ${rows}`
}
