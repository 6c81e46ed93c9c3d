import { type Kysely, sql } from 'kysely'

export async function up(database: Kysely<unknown>): Promise<void> {
  await database.schema
    .createTable('rate_limits')
    .addColumn('key_hash', 'text', (column) => column.primaryKey())
    .addColumn('counted', 'integer', (column) => column.notNull())
    .addColumn('expires_at', 'text', (column) => column.notNull())
    .addCheckConstraint('rate_limits_counted', sql`counted > 0`)
    .execute()
  await database.schema.createIndex('rate_limits_expiry').on('rate_limits').column('expires_at').execute()

  await database.schema
    .createTable('known_addresses')
    .addColumn('customer_id', 'text', (column) =>
      column.notNull().references('customers.customer_id').onDelete('cascade'),
    )
    .addColumn('address_hash', 'text', (column) => column.notNull())
    .addColumn('expires_at', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('known_addresses_key', ['customer_id', 'address_hash'])
    .execute()
  await database.schema.createIndex('known_addresses_expiry').on('known_addresses').column('expires_at').execute()

  await normalizeEmails(database as Kysely<Customers>)
}

type Customers = { customers: { customer_id: string; email: string; email_folded: string } }

/**
 * Until now addresses were lower-cased with all of Unicode, which made a Kelvin sign a k. From here on only ASCII
 * letters are. No two accounts collide: what differed before still differs.
 */
async function normalizeEmails(database: Kysely<Customers>): Promise<void> {
  const customers = await database.selectFrom('customers').select(['customer_id', 'email', 'email_folded']).execute()
  for (const { customer_id, email, email_folded } of customers) {
    const folded = email
      .trim()
      .replace(/[\p{L}\p{N}]\p{M}+/gu, (letter) => letter.normalize('NFC'))
      .replace(/[A-Z]/g, (letter) => letter.toLowerCase())
    if (folded === email_folded) continue
    await database
      .updateTable('customers')
      .set({ email_folded: folded })
      .where('customer_id', '=', customer_id)
      .execute()
  }
}
