import { type Kysely, sql } from 'kysely'

/** The gateway that sent a webhook, where its payment is looked up: all until now are Braintree's. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`alter table gateway_events add column provider text not null default 'braintree'`.execute(database)
}
