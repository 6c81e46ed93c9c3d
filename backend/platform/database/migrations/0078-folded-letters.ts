import { type QueryExecutorProvider, sql } from 'kysely'
import { termsWithPhone } from '../search/search-terms.ts'

/**
 * Orders are found by letters such as ø, ł and ß as people type them who have no key for them, and people by an index of the
 * names and addresses that have letters beyond ASCII.
 */
export async function up(database: QueryExecutorProvider): Promise<void> {
  await foldTerms(database)
  for (const [table, columns] of Object.entries(NAMED)) {
    const text = sql.raw(columns.join(' || '))
    await sql`create index ${sql.ref(`${table}_beyond_ascii`)} on ${sql.table(table)} (email)
      where octet_length(${text}) > length(${text})`.execute(database)
  }
}

const NAMED = {
  customers: ['first_name', 'last_name', 'email'],
  contact_messages: ['first_name', 'last_name', 'email'],
  waitlist: ['email'],
  customer_notes: ['email'],
}

const BATCH = 500

type Order = { order_id: string; first_name: string; last_name: string; email: string; phone: string | null }

/** Only letters beyond ASCII are folded in another way. */
async function foldTerms(database: QueryExecutorProvider): Promise<void> {
  const text = sql`first_name || last_name || email`
  for (let last = ''; ; ) {
    const { rows } = await sql<Order>`select order_id, first_name, last_name, email, phone from orders
      where order_id > ${last} and octet_length(${text}) > length(${text})
      order by order_id limit ${BATCH}`.execute(database)
    await replaceTerms(database, rows)
    if (rows.length < BATCH) return
    last = rows.at(-1)?.order_id ?? last
  }
}

async function replaceTerms(database: QueryExecutorProvider, orders: readonly Order[]): Promise<void> {
  if (orders.length === 0) return
  const ids = sql.join(orders.map(({ order_id }) => order_id))
  await sql`delete from order_terms where order_id in (${ids})`.execute(database)
  const rows = orders.flatMap(({ order_id, first_name, last_name, email, phone }) => {
    const terms = termsWithPhone(`${order_id} ${first_name} ${last_name} ${email}`, phone)
    return terms.map((term) => sql`(${term}, ${order_id})`)
  })
  for (let from = 0; from < rows.length; from += BATCH) {
    const values = sql.join(rows.slice(from, from + BATCH))
    await sql`insert into order_terms (term, order_id) values ${values}`.execute(database)
  }
}
