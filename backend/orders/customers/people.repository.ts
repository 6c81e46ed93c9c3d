import type { Cents } from '@shop/contract/money'
import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../../database/database.ts'
import { containsText } from '../../database/queries.ts'
import { endOfTerm, termsOf } from '../orders.repository.ts'
import { isBroad, MAX_SORTED } from '../orders-page.repository.ts'

/** Rows that name a person by e-mail address, as `s`, with the condition under which they count. */
type Source = { rows: RawBuilder<unknown>; condition: RawBuilder<unknown> }

/** `matched`: a query of addresses, which the only source reads. */
type Found = { sources: readonly Source[]; matched: RawBuilder<unknown> | null }

const ALL = sql`1 = 1`

/** Besides orders; `named` is what of them is searched. */
const OTHERS: readonly (Source & { named: RawBuilder<unknown> })[] = [
  { rows: sql`customers s`, condition: ALL, named: sql`s.first_name || ' ' || s.last_name || ' ' || s.email` },
  {
    rows: sql`contact_messages s`,
    // Not by the index of that, whose order is another one.
    condition: sql`s.probable_spam + 0 = 0`,
    named: sql`s.first_name || ' ' || s.last_name || ' ' || s.email`,
  },
  { rows: sql`waitlist s`, condition: sql`s.confirmed_at is not null`, named: sql`s.email` },
  { rows: sql`customer_notes s`, condition: ALL, named: sql`s.email` },
]

/**
 * The main addresses of people in the order of the alphabet, at most `limit` of those after `after`: everybody with an order,
 * an account, an inquiry that is no spam or a confirmed wish to be told, and whom a link or a note names. With `q` those of
 * whom one row holds all its words.
 */
export async function listPeople(
  database: Database,
  { q, after, limit, maxSorted = MAX_SORTED }: { q: string; after: string; limit: number; maxSorted?: number },
): Promise<string[]> {
  const words = q.split(/\s+/u).filter((word) => word !== '')
  const everybody: Found = { sources: [{ rows: sql`orders s`, condition: ALL }, ...OTHERS], matched: null }
  const { sources, matched } = words.length === 0 ? everybody : await search(database, { q, words, maxSorted })
  const page = (emails: RawBuilder<unknown>) => sql`select * from (${emails} order by 1 limit ${limit}) page`
  const own = sources.map(({ rows, condition }) =>
    page(sql`select distinct lower(s.email) as email from ${rows}
      where lower(s.email) > ${after} and ${condition}
        and not exists (select 1 from customer_links l where l.email = lower(s.email))`),
  )
  const linked = sources.map(({ rows, condition }) =>
    // SQLite takes the tables in this order, and the index of addresses only for an expression.
    page(sql`select distinct l.person_email as email from customer_links l cross join ${rows}
      where l.person_email > ${after} and lower(s.email) = lower(l.email) and ${condition}`),
  )
  // Also with nothing left of either address.
  const main = page(sql`select distinct person_email as email from customer_links where person_email > ${after}`)
  const parts = sql.join(words.length === 0 ? [...own, main] : [...own, ...linked], sql` union `)
  const { rows } = await sql<{
    email: string
  }>`${matched === null ? sql`` : sql`with matched as materialized (${matched})`}
    select email from (${parts}) people order by email limit ${limit}`.execute(database)
  return rows.map(({ email }) => email)
}

type Search = { q: string; words: readonly string[]; maxSorted: number }

/**
 * Where those are who are searched: addresses that are matched once; or, if many orders have each word, all sources in the
 * order of their addresses, of which some soon come up.
 */
async function search(database: Database, { q, words, maxSorted }: Search): Promise<Found> {
  const others = OTHERS.map(({ rows, condition, named }) => {
    const conditions = [condition, ...words.map((word) => containsText(named, word))]
    return { rows, condition: sql.join(conditions, sql` and `) }
  })
  const terms = await Promise.all(
    termsOf(q).map(async (term) => ({ term, broad: await isBroad(database, term, maxSorted) })),
  )
  // A search without letters and digits finds no order.
  const conditions = terms.length === 0 ? [sql`1 = 0`] : terms.map(({ term, broad }) => hasTerm(term, broad))
  const orders = { rows: sql`orders s`, condition: sql.join(conditions, sql` and `) }
  if (terms.length > 0 && terms.every(({ broad }) => broad)) return { sources: [orders, ...others], matched: null }
  const matched = [orders, ...others].map(
    ({ rows, condition }) => sql`select lower(s.email) as email from ${rows} where s.email <> '' and ${condition}`,
  )
  return { sources: [{ rows: sql`matched s`, condition: ALL }], matched: sql.join(matched, sql` union all `) }
}

function hasTerm(term: string, broad: boolean): RawBuilder<unknown> {
  const isTerm = sql`term >= ${term} and term < ${endOfTerm(term)}`
  return broad
    ? sql`exists (select 1 from order_terms t where t.order_id = s.order_id and ${isTerm})`
    : sql`s.order_id in (select order_id from order_terms where ${isTerm})`
}

/** The main address of whoever an address is of, in any letter case; `null` when nothing is known of it. */
export async function findPerson(database: Database, typed: string): Promise<string | null> {
  const wanted = sql`lower(${typed.trim()})`
  const link = sql`select person_email as email from customer_links where email = ${wanted}`
  const tables = ['orders', 'customers', 'contact_messages', 'waitlist', 'customer_notes'] as const
  const main = sql`select person_email as email from customer_links where person_email = ${wanted}`
  const sources = tables.map((table) => {
    return sql`select lower(email) as email from ${sql.table(table)} where lower(email) = ${wanted} and email <> ''`
  })
  for (const source of [link, main, ...sources]) {
    const { rows } = await sql<{ email: string }>`${source} limit 1`.execute(database)
    if (rows[0] !== undefined) return rows[0].email
  }
  return null
}

export type PersonFacts = {
  email: string
  name: string
  has_account: boolean
  orders: number
  /** What the orders came to that were not cancelled as a whole. */
  ordered_cents: Cents
  last_ordered_on: string | null
}

type OrderFacts = { email: string; name: string; orders: number | string; ordered: number | string; last: string }

/** What lists say of people, by their main addresses. */
export async function listPersonFacts(database: Database, people: readonly string[]): Promise<PersonFacts[]> {
  if (people.length === 0) return []
  const links = await listLinksOf(database, people)
  const personOf = new Map(links.map(({ email, person_email }) => [email, person_email]))
  const addresses = [...people, ...personOf.keys()]
  const among = sql`(${sql.join(addresses)})`
  const name = sql`first_name || ' ' || last_name`
  const { rows: orders } = await sql<OrderFacts>`select email, name, orders, ordered, last from (
      select lower(email) as email, ${name} as name, order_date as last,
        count(*) over (partition by lower(email)) as orders,
        sum(case when order_status = 'cancelled' then 0 else total_cents + delivery_cents + tax_cents end)
          over (partition by lower(email)) as ordered,
        row_number() over (partition by lower(email) order by order_date desc, order_id desc) as place
      from orders where lower(email) in ${among}) o where place = 1`.execute(database)
  type Named = { email: string; name: string }
  const { rows: accounts } = await sql<Named>`select lower(email) as email, ${name} as name from customers
    where lower(email) in ${among}`.execute(database)
  const { rows: senders } = await sql<Named>`select email, name from (
      select lower(email) as email, ${name} as name,
        row_number() over (partition by lower(email) order by received_at desc, message_id desc) as place
      from contact_messages where lower(email) in ${among}) m where place = 1`.execute(database)
  const ofPerson = <Row extends { email: string }>(rows: readonly Row[], person: string): Row[] =>
    // The main address first.
    [...rows]
      .filter(({ email }) => (personOf.get(email) ?? email) === person)
      .toSorted((one, other) => Number(other.email === person) - Number(one.email === person))
  return people.map((email) => {
    const own = ofPerson(orders, email)
    const account = ofPerson(accounts, email)
    const [first = { name: '' }] = [...account, ...own, ...ofPerson(senders, email)]
    return {
      email,
      name: first.name.trim(),
      has_account: account.length > 0,
      orders: own.reduce((sum, row) => sum + Number(row.orders), 0),
      ordered_cents: own.reduce((sum, row) => sum + Number(row.ordered), 0),
      last_ordered_on:
        own
          .map(({ last }) => last)
          .toSorted()
          .at(-1) ?? null,
    }
  })
}

export type CustomerLink = { email: string; person_email: string; linked_at: string }

/** The other addresses of these people, by their main addresses. */
export function listLinksOf(database: Database, people: readonly string[]): Promise<CustomerLink[]> {
  return database
    .selectFrom('customer_links')
    .selectAll()
    .where('person_email', 'in', people)
    .orderBy('linked_at')
    .orderBy('email')
    .execute()
}

type CustomersTables = { customer_links: CustomerLinksTable; customer_notes: CustomerNotesTable }

declare module '../../database/tables.ts' {
  interface Tables extends CustomersTables {}
}

/**
 * Addresses of people who have another one as their main address, as the database's `lower` writes them. No main address has
 * one itself, so that a link is taken back exactly.
 */
type CustomerLinksTable = CustomerLink

/** For the owner and helpers alone. */
type CustomerNotesTable = { note_id: string; email: string; author: string; note: string; noted_at: string }
