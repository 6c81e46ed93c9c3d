import { parseAddress } from '@shop/contract/address/postal-address'
import { type QueryExecutorProvider, sql } from 'kysely'

/**
 * The shop's own address in parts. A text that cannot be read for certain stays a text until the family enters the parts.
 * `postalAddress` stays for nodes of the version before, and is read by no later one.
 */
export async function up(database: QueryExecutorProvider): Promise<void> {
  const { rows } = await sql<{ value: string }>`
    select value from shop_settings where key = 'postalAddress'`.execute(database)
  const text: unknown = JSON.parse(rows[0]?.value ?? 'null')
  if (typeof text !== 'string' || text.trim() === '') return
  const value = JSON.stringify(parseAddress(text) ?? text)
  await sql`insert into shop_settings (key, value) values ('shopAddress', ${value})`.execute(database)
}
