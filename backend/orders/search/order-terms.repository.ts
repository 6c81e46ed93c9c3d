import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Database, Trx } from '../../platform/database/database.ts'
import { chunksOf } from '../../platform/database/queries.ts'
import { earlierTermsOf, termsOf, termsWithPhone } from '../../platform/database/search/search-terms.ts'

/** Most orders to sort. Of more, some come early in list order. */
export const MAX_SORTED = 20_000
/** Most orders of a term to intersect with a rarer one's. For more common terms each candidate is probed. */
const MAX_COMPARED = 50_000

type TermSearch = {
  /** Column of the order number. */
  orderId: 'orders.order_id' | 's.order_id'
  maxSorted: number
  /** Terms as the earlier version stored them, if different. */
  earlier: readonly string[]
}

type FoundByTerms = {
  /** Matches orders that have all of these prefixes, or all of the earlier ones. */
  condition: RawBuilder<SqlBool>
  /** The rare terms. */
  rare: string[]
  /** Whether many orders match. Then a list is scanned in order, since sorting matches would take seconds. */
  areMany: boolean
}

/** Finds orders with all terms, at least one. Rare matches are intersected in the index before any order is read. */
export async function findByTerms(
  database: Database,
  terms: readonly string[],
  { orderId, maxSorted, earlier }: TermSearch,
): Promise<FoundByTerms> {
  const rare = await selectRare(database, terms, maxSorted)
  const common = terms.filter((term) => !rare.includes(term))
  const areMany = rare.length === 0 && (await areOftenTogether(database, terms))
  const fewer = rare.length === 0 ? terms : [...rare, ...(await selectRare(database, common, MAX_COMPARED))]
  const compared = areMany ? [] : fewer
  const id = sql.ref(orderId)
  const conditions = terms
    .filter((term) => !compared.includes(term))
    .map((term) => sql<SqlBool>`exists (${withTerm(term)} and order_terms.order_id = ${id})`)
  if (compared.length > 0) {
    const found = sql`select order_id from (${sql.join(compared.map(withTerm), sql` intersect `)}) found`
    // The comparison makes PostgreSQL expect few and look each up, instead of reading all orders.
    conditions.unshift(sql<SqlBool>`${id} in (${found} where order_id || '' = order_id)`)
  }
  const all = sql<SqlBool>`(${sql.join(conditions, sql` and `)})`
  const before = earlier.map((term) => sql`${id} in (${withTerm(term)})`)
  const condition = before.length === 0 ? all : sql<SqlBool>`(${all} or (${sql.join(before, sql` and `)}))`
  return { condition, rare, areMany }
}

/** Sampled orders of a term, and the share that must match for a scan to be fast. */
const SAMPLE_ORDERS = 1000
const OFTEN_SHARE = 1 / 100

/** Whether orders with one of these terms often have the others, by a sample. */
async function areOftenTogether(database: Database, [first = '', ...others]: readonly string[]): Promise<boolean> {
  if (others.length === 0) return true
  const has = (term: string) => sql`exists (${withTerm(term)} and order_terms.order_id = sampled.order_id)`
  const all = sql.join(others.map(has), sql` and `)
  const sample = sql`${withTerm(first)} limit ${SAMPLE_ORDERS}`
  const { rows } = await sql<{ looked_at: number | string; together: number | string }>`
    select count(*) as looked_at, sum(case when ${all} then 1 else 0 end) as together from (${sample}) sampled`.execute(
    database,
  )
  return Number(rows[0]?.together) >= Number(rows[0]?.looked_at) * OFTEN_SHARE
}

/** The prefixes that at most `most` orders have. */
async function selectRare(database: Database, terms: readonly string[], most: number): Promise<string[]> {
  const counted = await Promise.all(
    terms.map(async (term) => {
      const some = sql`select 1 from (${withTerm(term)}) found limit ${most + 1}`
      const { rows } = await sql<{ count: number | string }>`select count(*) as count from (${some}) counted`.execute(
        database,
      )
      return { term, isRare: Number(rows[0]?.count) <= most }
    }),
  )
  return counted.flatMap(({ term, isRare }) => (isRare ? [term] : []))
}

function withTerm(term: string): RawBuilder<unknown> {
  return sql`select order_terms.order_id from order_terms where term >= ${term} and term < ${endOfTerm(term)}`
}

/** The end of a prefix range: `g` follows every hex digit. */
function endOfTerm(term: string): string {
  return `${term}g`
}

/** Matches orders that have exactly all terms of a text. */
export function hasTerms(text: string): RawBuilder<SqlBool> {
  const [terms, earlier] = [termsOf(text), earlierTermsOf(text)]
  return earlier.length === 0 ? hasEach(terms) : sql<SqlBool>`(${hasEach(terms)} or ${hasEach(earlier)})`
}

function hasEach(terms: readonly string[]): RawBuilder<SqlBool> {
  const each = terms.map((term) => sql<SqlBool>`order_id in (select order_id from order_terms where term = ${term})`)
  return each.length === 0 ? sql<SqlBool>`true` : sql<SqlBool>`(${sql.join(each, sql` and `)})`
}

type SearchedOrder = {
  order_id: string
  first_name: string
  last_name: string
  email: string
  phone: string | null
}

/** Stores the search terms of orders. */
export async function insertTerms(trx: Trx, orders: readonly SearchedOrder[]): Promise<void> {
  const rows = orders.flatMap(({ order_id, first_name, last_name, email, phone }) =>
    termsWithPhone(`${order_id} ${first_name} ${last_name} ${email}`, phone).map((term) => ({ term, order_id })),
  )
  for (const chunk of chunksOf(rows)) await trx.insertInto('order_terms').values(chunk).execute()
}

/** Deletes the search terms except the numbers. */
export async function forgetTerms(trx: Trx, orderIds: readonly string[]): Promise<void> {
  await trx.deleteFrom('order_terms').where('order_id', 'in', orderIds).execute()
  const rows = orderIds.flatMap((order_id) => termsOf(order_id).map((term) => ({ term, order_id })))
  for (const chunk of chunksOf(rows)) await trx.insertInto('order_terms').values(chunk).execute()
}
