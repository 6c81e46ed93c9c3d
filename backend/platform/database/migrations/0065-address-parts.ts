import { findRegion, type PostalAddress, parseAddress } from '@shop/contract/address/postal-address'
import { type QueryExecutorProvider, sql } from 'kysely'

/**
 * Where an order is sent, in parts alone: region and country beside those that there are. `delivery_address` becomes the text
 * of an address that cannot be read for certain; of every other one it is emptied.
 */
export async function up(database: QueryExecutorProvider): Promise<void> {
  for (const column of ['company', 'region', 'country']) {
    await sql`alter table orders add column ${sql.ref(column)} text`.execute(database)
  }
  await sql`update orders set region = state, country = 'US', delivery_address = null
    where address1 is not null and city is not null and state is not null and zip is not null`.execute(database)
  await readTexts(database)
}

const BATCH = 500

async function readTexts(database: QueryExecutorProvider): Promise<void> {
  for (let last = ''; ; ) {
    const { rows } = await sql<{ order_id: string; delivery_address: string }>`
      select order_id, delivery_address from orders
      where order_id > ${last} and delivery_address is not null order by order_id limit ${BATCH}`.execute(database)
    for (const { order_id, delivery_address: text } of rows) {
      const address = parseAddress(text)
      if (address === null) await noteRegion(database, order_id, text)
      else await storeParts(database, order_id, address)
    }
    if (rows.length < BATCH) return
    last = rows.at(-1)?.order_id ?? last
  }
}

async function storeParts(database: QueryExecutorProvider, orderId: string, address: PostalAddress): Promise<void> {
  const { company, address1, address2, city, state, zip, country } = address
  await sql`update orders set company = ${company || null}, address1 = ${address1}, address2 = ${address2 || null},
    city = ${city}, region = ${state}, zip = ${zip}, country = ${country}, delivery_address = null
    where order_id = ${orderId}`.execute(database)
}

/** State and ZIP code are all that is left of the address of a person who was forgotten. */
async function noteRegion(database: QueryExecutorProvider, orderId: string, text: string): Promise<void> {
  const region = findRegion(text)
  if (region === null) return
  const [, zip] = /^[A-Z]{2}(?: (\d{5}))?$/.exec(text) ?? []
  const isAll = /^[A-Z]{2}(?: \d{5})?$/.test(text)
  await sql`update orders set region = ${region}, zip = ${zip ?? null}, country = ${isAll ? 'US' : null},
    delivery_address = ${isAll ? null : text} where order_id = ${orderId}`.execute(database)
}
