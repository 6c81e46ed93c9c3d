import { cleanEmail } from '@shop/contract/text/plain-signs'
import { type QueryExecutorProvider, sql } from 'kysely'
import { termsWithPhone } from '../search/search-terms.ts'

/**
 * What orders are found by, and the email by which an account is found, with plain apostrophes and hyphens, without unseen
 * characters, and with telephone numbers by their digits.
 */
export async function up(database: QueryExecutorProvider): Promise<void> {
  await foldTerms(database)
  await foldEmails(database)
}

const BATCH = 500

type Order = { order_id: string; first_name: string; last_name: string; email: string; phone: string | null }

async function foldTerms(database: QueryExecutorProvider): Promise<void> {
  for (let last = ''; ; ) {
    const { rows } = await sql<Order>`select order_id, first_name, last_name, email, phone from orders
      where order_id > ${last} order by order_id limit ${BATCH}`.execute(database)
    await replaceTerms(database, rows.filter(isChanged))
    if (rows.length < BATCH) return
    last = rows.at(-1)?.order_id ?? last
  }
}

/** Whether the terms of before may be others: of a telephone number, or of signs beyond ASCII. */
function isChanged({ first_name, last_name, email, phone }: Order): boolean {
  return phone !== null || /[^ -~]/.test(first_name + last_name + email)
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

/** An address that another account has by now stays as it is. */
async function foldEmails(database: QueryExecutorProvider): Promise<void> {
  const { rows } = await sql<{ customer_id: string; email: string; email_folded: string }>`
    select customer_id, email, email_folded from customers`.execute(database)
  const taken = new Set(rows.map(({ email_folded }) => email_folded))
  for (const { customer_id, email, email_folded } of rows) {
    const folded = foldEmail(email)
    if (folded === email_folded || taken.has(folded)) continue
    taken.add(folded)
    await sql`update customers set email_folded = ${folded} where customer_id = ${customer_id}`.execute(database)
  }
}

/** What `normalizeEmail` in `backend/accounts/normalize.ts` makes of an address. */
function foldEmail(email: string): string {
  return cleanEmail(email)
    .replace(/[\p{L}\p{N}]\p{M}+/gu, (letter) => letter.normalize('NFC'))
    .replace(/[A-Z]/g, (letter) => letter.toLowerCase())
}
