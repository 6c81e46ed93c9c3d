import { type Kysely, sql } from 'kysely'

/** The gateway of each card payment, and of what is asked about it: all until now are Braintree's. */
export async function up(database: Kysely<unknown>): Promise<void> {
  for (const table of ['payments', 'payment_operations']) {
    await sql`alter table ${sql.table(table)} add column provider text not null default 'braintree'`.execute(database)
  }
}
