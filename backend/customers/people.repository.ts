import type { Cents } from '@shop/contract/money'
import { cleanEmail } from '@shop/contract/text/plain-signs'
import { type RawBuilder, sql } from 'kysely'
import { findByTerms, MAX_SORTED } from '../orders/search/order-terms.repository.ts'
import type { Database } from '../platform/database/database.ts'
import { isBeyondAscii, matchesSearch, normalizeSearch } from '../platform/database/search/matches-search.ts'
import { earlierTermsOf, termsOf, termsOfQuery } from '../platform/database/search/search-terms.ts'

/** Rows that name a person by e-mail address, as `s`, with the condition under which they count. */
type Source = { rows: RawBuilder<unknown>; condition: RawBuilder<unknown> }

const ALL_ROWS = sql`1 = 1`

/** Other rows; `named` are their searched columns. */
type OtherSource = Source & { named: readonly string[] }

const INQUIRIES_SOURCE: OtherSource = {
  rows: sql`contact_messages s`,
  // Plus 0 keeps SQLite from the index of this column, which has another order.
  condition: sql`s.probable_spam + 0 = 0`,
  named: ['s.first_name', 's.last_name', 's.email'],
}

const OTHER_SOURCES: readonly OtherSource[] = [
  { rows: sql`customers s`, condition: ALL_ROWS, named: ['s.first_name', 's.last_name', 's.email'] },
  INQUIRIES_SOURCE,
  { rows: sql`waitlist s`, condition: sql`s.confirmed_at is not null`, named: ['s.email'] },
  { rows: sql`customer_notes s`, condition: ALL_ROWS, named: ['s.email'] },
]

type PeopleQuery = { q: string; after: string; limit: number; seesInquiries?: boolean; maxSorted?: number }

/**
 * Main addresses of people in alphabetical order, at most `limit` after `after`: from orders, accounts, inquiries that
 * are not spam, confirmed waitlist entries, links and notes. With `q`, people of whom one row has all the words. A
 * viewer who may not see inquiries does not see people who only wrote one.
 */
export async function listPeople(
  database: Database,
  { q, after, limit, seesInquiries = true, maxSorted = MAX_SORTED }: PeopleQuery,
): Promise<string[]> {
  const words = normalizeSearch(q)
    .split(/\s+/u)
    .filter((word) => word !== '')
  const others = OTHER_SOURCES.filter((source) => seesInquiries || source !== INQUIRIES_SOURCE)
  const everybody = { sources: [{ rows: sql`orders s`, condition: ALL_ROWS }, ...others], emails: [] }
  const { sources, emails } = words.length === 0 ? everybody : await search(database, { q, words, others, maxSorted })
  const parts = walk(sources, { after, limit, withMain: words.length === 0 })
  const people = sql.join(emails.length === 0 ? parts : [...parts, personsOf(emails, after)], sql` union `)
  const { rows } = await sql<{
    email: string
  }>`select email from (${people}) people order by email limit ${limit}`.execute(database)
  return rows.map(({ email }) => email)
}

/** Sources that are read in the order of their addresses, and queries with few addresses. */
type Found = { sources: readonly Source[]; emails: readonly RawBuilder<unknown>[] }

function personsOf(emails: Found['emails'], after: string): RawBuilder<unknown> {
  return sql`select distinct coalesce(l.person_email, s.email) as email from (${sql.join(emails, sql` union `)}) s
    left join customer_links l on l.email = s.email where coalesce(l.person_email, s.email) > ${after}`
}

/** A page of each source's main addresses. `withMain` adds people with no rows left. */
function walk(
  sources: readonly Source[],
  { after, limit, withMain }: { after: string; limit: number; withMain: boolean },
): RawBuilder<unknown>[] {
  const page = (emails: RawBuilder<unknown>) => sql`select * from (${emails} order by 1 limit ${limit}) page`
  const own = sources.map(({ rows, condition }) =>
    page(sql`select distinct lower(s.email) as email from ${rows}
      where lower(s.email) > ${after} and ${condition}
        and not exists (select 1 from customer_links l where l.email = lower(s.email))`),
  )
  if (withMain) {
    return [...own, page(sql`select distinct person_email as email from customer_links where person_email > ${after}`)]
  }
  const linked = sources.map(({ rows, condition }) =>
    // SQLite joins in this order, and uses the index of addresses only for an expression.
    page(sql`select distinct l.person_email as email from customer_links l cross join ${rows}
      where l.person_email > ${after} and lower(s.email) = lower(l.email) and ${condition}`),
  )
  return [...own, ...linked]
}

type Search = { q: string; words: readonly string[]; others: readonly OtherSource[]; maxSorted: number }

/**
 * Chooses how to search each source. One with many matches is read in the order of addresses, since some come early.
 * People without an order are found by the beginning of a name or address.
 */
async function search(database: Database, { q, words, others, maxSorted }: Search): Promise<Found> {
  const terms = termsOfQuery(q)
  const found = await findByTerms(database, terms, { orderId: 's.order_id', maxSorted, earlier: earlierTermsOf(q) })
  // A search without letters and digits matches no order.
  const orders = { rows: sql`orders s`, condition: terms.length === 0 ? sql`1 = 0` : found.condition }
  const isWalked = terms.length > 0 && found.areMany
  // A common beginning narrows nothing down.
  const rare = words.filter((word) => termsOf(word).some((term) => found.rare.includes(term)))
  const people: { sources: Source[]; emails: RawBuilder<unknown>[] } = isWalked
    ? { sources: [orders], emails: [] }
    : { sources: [], emails: [emailsIn(orders)] }
  for (const { rows, condition, named } of others) {
    const text = sql.join(
      named.map((column) => sql.ref(column)),
      sql` || ' ' || `,
    )
    const holds = [condition, ...words.map((word) => matchesSearch(text, word))]
    const begun = beginnings(named, rare.length === 0 ? words : rare).map((begins) =>
      emailsIn({ rows, condition: sql.join([begins, ...holds], sql` and `) }),
    )
    if (isWalked && (await areMany(database, begun, Math.min(MIN_WALKED_ROWS, maxSorted)))) {
      people.sources.push({ rows, condition: sql.join(holds, sql` and `) })
    } else people.emails.push(...begun)
  }
  return people
}

function emailsIn({ rows, condition }: Source): RawBuilder<unknown> {
  return sql`select lower(s.email) as email from ${rows} where s.email <> '' and ${condition}`
}

/** With this many matches the first ones come early in a source. */
const MIN_WALKED_ROWS = 2000

async function areMany(database: Database, found: readonly RawBuilder<unknown>[], most: number): Promise<boolean> {
  const { rows } = await sql<{ count: number | string }>`select count(*) as count from (
    select 1 from (${sql.join(found, sql` union all `)}) f limit ${most + 1}) counted`.execute(database)
  return Number(rows[0]?.count) > most
}

/** Words that are searched by beginning; the others are only compared. */
const MAX_BEGINNINGS = 3

/**
 * Conditions that a column begins with a word. Each is separate, because SQLite uses an index for each but none for
 * them together. Names with letters beyond ASCII are few, and an index lists them.
 */
function beginnings(columns: readonly string[], words: readonly string[]): RawBuilder<unknown>[] {
  // An apostrophe or hyphen may be stored as another character.
  const begun = words.slice(0, MAX_BEGINNINGS).map((word) => word.split(/['"-]/)[0] ?? '')
  if (begun.some((word) => word === '' || /[^ -~]/.test(word))) return [ALL_ROWS]
  const begins = begun.flatMap((word) => {
    const end = word.slice(0, -1) + String.fromCharCode(word.charCodeAt(word.length - 1) + 1)
    return columns.map((column) => {
      const begin = sql`lower(${sql.ref(column)}) collate "binary"`
      return sql`${begin} >= ${word} and ${begin} < ${end}`
    })
  })
  const text = sql.join(
    columns.map((column) => sql.ref(column)),
    sql` || `,
  )
  return [...begins, isBeyondAscii(text)]
}

/**
 * Main address of a person by any of their addresses, in any case; `null` if unknown, or if only inquiries name it and
 * the viewer may not see them.
 */
export async function findPerson(database: Database, typed: string, seesInquiries = true): Promise<string | null> {
  const wanted = sql`lower(${cleanEmail(typed)})`
  const link = sql`select person_email as email from customer_links where email = ${wanted}`
  const inquiries = seesInquiries ? ['contact_messages'] : []
  const tables = ['orders', 'customers', ...inquiries, 'waitlist', 'customer_notes']
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
  /** Total of orders that are not fully cancelled. */
  ordered_cents: Cents
  last_ordered_on: string | null
}

type OrderFacts = { email: string; name: string; orders: number | string; ordered: number | string; last: string }

export async function listPersonFacts(
  database: Database,
  people: readonly string[],
  seesInquiries = true,
): Promise<PersonFacts[]> {
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
    const wrote = seesInquiries ? ofPerson(senders, email) : []
    const [first = { name: '' }] = [...account, ...own, ...wrote]
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

declare module '../platform/database/tables.ts' {
  interface Tables extends CustomersTables {}
}

/**
 * Addresses that belong to another main address, as the database's `lower` writes them. A main address has no main
 * address itself, so an unlink is exact.
 */
type CustomerLinksTable = CustomerLink

type CustomerNotesTable = { note_id: string; email: string; author: string; note: string; noted_at: string }
