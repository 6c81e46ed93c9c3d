import { type Kysely, PostgresAdapter, sql } from 'kysely'

/**
 * A payment without an order may have `null` instead of its own reference, as the next version writes it. Disputes are
 * found by their payment.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  const isPostgres = database.getExecutor().adapter instanceof PostgresAdapter
  if (isPostgres) await sql`alter table payments alter column order_id drop not null`.execute(database)
  else await makeAnew(database)
  await sql`create index disputes_by_reference on disputes (reference)`.execute(database)
}

/** SQLite cannot change a column. The others stay as they were, in their order, which backups have on both engines. */
async function makeAnew(database: Kysely<unknown>): Promise<void> {
  const statements = [
    `create table payments_anew (reference text primary key, order_id text, gateway_id text not null, state text not null,
      authorized_cents integer not null, captured_cents integer not null, refunded_cents integer not null, card_brand text,
      card_last_four text, created_at text not null, expires_at text, provider text not null default 'braintree')`,
    `insert into payments_anew select reference, order_id, gateway_id, state, authorized_cents, captured_cents,
      refunded_cents, card_brand, card_last_four, created_at, expires_at, provider from payments`,
    'drop table payments',
    'alter table payments_anew rename to payments',
    'create index payments_by_order on payments (order_id)',
    'create index payments_by_state on payments (state, created_at)',
    'create index payments_without_order on payments (created_at) where order_id = reference',
  ]
  for (const statement of statements) await sql.raw(statement).execute(database)
}
