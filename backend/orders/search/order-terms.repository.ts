import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Database, Trx } from '../../platform/database/database.ts'
import { chunksOf } from '../../platform/database/queries.ts'
import { earlierTermsOf, termsOf, termsWithPhone } from '../../platform/database/search/search-terms.ts'

/** Up to so many orders are sorted; of more, some soon come up in the order of a list. */
export const MAX_SORTED = 20_000
/** Up to so many orders of a term are compared with those of a rarer one; of a term that more have, each found order is looked at. */
const MAX_COMPARED = 50_000

type TermSearch = {
  /** The column with the number of an order. */
  orderId: 'orders.order_id' | 's.order_id'
  maxSorted: number
  /** The terms as the earlier version stored them, where those are others. */
  earlier: readonly string[]
}

type FoundByTerms = {
  /** That an order has a term that begins with each of these, or with each of the earlier ones. */
  condition: RawBuilder<SqlBool>
  /** Those that few orders have. */
  rare: string[]
  /** Whether many orders have them all. A list is walked from its beginning then: sorting what it finds would take seconds. */
  areMany: boolean
}

/**
 * Finds orders with all of these terms; there is at least one. Where one is rare, or few orders have them
 * together, so a walk would take seconds, the numbers of orders are compared in the index of the terms, before any
 * order is read.
 */
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
    // By the comparison PostgreSQL expects few, and looks each of them up; it would read all orders instead of some thousands.
    conditions.unshift(sql<SqlBool>`${id} in (${found} where order_id || '' = order_id)`)
  }
  const all = sql<SqlBool>`(${sql.join(conditions, sql` and `)})`
  const before = earlier.map((term) => sql`${id} in (${withTerm(term)})`)
  const condition = before.length === 0 ? all : sql<SqlBool>`(${all} or (${sql.join(before, sql` and `)}))`
  return { condition, rare, areMany }
}

/** Orders of a term that are looked at, and what part of them has the others, too, where a walk soon comes upon these. */
const SAMPLE_ORDERS = 1000
const OFTEN_SHARE = 1 / 100

/** Whether orders that have one of these terms often have the others, as far as some of them tell. */
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

/** Those with which terms of at most so many orders begin. */
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

/** The first text after all terms that begin with `term`: `g` follows every digit of hex. */
function endOfTerm(term: string): string {
  return `${term}g`
}

/** That an order has all terms of a text, to the letter. */
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

/** Stores the words that the admin's search finds each order by. */
export async function insertTerms(trx: Trx, orders: readonly SearchedOrder[]): Promise<void> {
  const rows = orders.flatMap(({ order_id, first_name, last_name, email, phone }) =>
    termsWithPhone(`${order_id} ${first_name} ${last_name} ${email}`, phone).map((term) => ({ term, order_id })),
  )
  for (const chunk of chunksOf(rows)) await trx.insertInto('order_terms').values(chunk).execute()
}

/** Has orders found by their numbers only. */
export async function forgetTerms(trx: Trx, orderIds: readonly string[]): Promise<void> {
  await trx.deleteFrom('order_terms').where('order_id', 'in', orderIds).execute()
  const rows = orderIds.flatMap((order_id) => termsOf(order_id).map((term) => ({ term, order_id })))
  for (const chunk of chunksOf(rows)) await trx.insertInto('order_terms').values(chunk).execute()
}
