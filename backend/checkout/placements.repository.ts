import { createHash } from 'node:crypto'
import { paidCents, paidGoods } from '@shop/contract/order-totals'
import { type RawBuilder, type Selectable, sql } from 'kysely'
import { skipOrderNumbers } from '../orders/orders.repository.ts'
import { type Database, inTransaction, type Trx } from '../platform/database/database.ts'
import { chunksOf, containsText } from '../platform/database/queries.ts'
import { isOpen } from '../platform/settings/shop-settings.repository.ts'
import { type PlacementDraft, parseDraft } from './placement-draft.ts'
import type { PlacementState, PlacingTables } from './placing.tables.ts'

export type Placement = Selectable<PlacingTables['placements']>

/** Listed, so PostgreSQL plans a statement once per transaction. */
const PLACEMENT_COLUMNS = [
  'placement_key',
  'body_hash',
  'state',
  'order_id',
  'paid_order_id',
  'reference',
  'customer_id',
  'discount_code',
  'client',
  'units',
  'total_cents',
  'draft',
  'version',
  'created_at',
  'finished_at',
] as const

/** Keys are stored as hashes, so a reader of the database or a backup cannot ask for the answer. */
export function hashPlacementKey(key: string): string {
  return createHash('sha256').update(key).digest('hex')
}

export async function findPlacement(database: Database, key: string): Promise<Placement | null> {
  const hash = hashPlacementKey(key)
  const row = await database.selectFrom('placements').selectAll().where('placement_key', '=', hash).executeTakeFirst()
  return row ?? null
}

export async function findPlacementByReference(database: Database, reference: string): Promise<Placement | null> {
  const row = await database.selectFrom('placements').selectAll().where('reference', '=', reference).executeTakeFirst()
  return row ?? null
}

export async function insertPlacement(trx: Trx, placement: Placement): Promise<void> {
  await trx.insertInto('placements').values(placement).execute()
}

/** Locks the placement of a reference and raises its version. */
export async function lockPlacement(trx: Trx, reference: string): Promise<Placement | null> {
  const row = await trx
    .updateTable('placements')
    .set((placement) => ({ version: placement('version', '+', 1) }))
    .where('reference', '=', reference)
    .returning(PLACEMENT_COLUMNS)
    .executeTakeFirst()
  return row ?? null
}

export async function finishPlacement(trx: Trx, reference: string, state: PlacementState, now: Date): Promise<void> {
  await trx
    .updateTable('placements')
    .set({ state, client: null, finished_at: now.toISOString() })
    .where('reference', '=', reference)
    .execute()
}

/** Stock that a client's placements hold until the gateway answers. */
export type Held = { units: number; placements: number; oldest: string | null }

export async function findPlacementAndHeld(
  database: Database,
  key: string,
  client: string,
): Promise<{ placement: Placement | null; held: Held }> {
  const hash = hashPlacementKey(key)
  const rows = await database
    .selectFrom('placements')
    .select(PLACEMENT_COLUMNS)
    .where((row) =>
      row.or([row('placement_key', '=', hash), row.and([row('state', '=', 'checking'), row('client', '=', client)])]),
    )
    .execute()
  const placement = rows.find(({ placement_key }) => placement_key === hash) ?? null
  const checking = rows.filter((row) => row.state === 'checking' && row.client === client)
  const [oldest = null] = checking.map(({ created_at }) => created_at).toSorted()
  const units = checking.reduce((sum, row) => sum + row.units, 0)
  return { placement, held: { units, placements: checking.length, oldest } }
}

/** Deletes names and addresses of placements that ended before a time. */
export async function clearDrafts(database: Database, before: string): Promise<number> {
  const result = await database
    .updateTable('placements')
    .set({ draft: null })
    .where('draft', 'is not', null)
    .where('finished_at', '<', before)
    .executeTakeFirst()
  return Number(result.numUpdatedRows)
}

/** Matches drafts with an address, of placements without an order. They are kept for 30 days after the end. */
export function isDraftOf(address: string): RawBuilder<boolean> {
  const names = containsText(sql.ref('placements.draft'), `"email":${JSON.stringify(address)}`)
  return sql<boolean>`placements.draft is not null and placements.state <> 'placed' and ${names}`
}

export async function forgetPlacementsOf(trx: Trx, orderIds: readonly string[]): Promise<void> {
  for (const ids of chunksOf(orderIds)) {
    await trx
      .updateTable('placements')
      .set({ draft: null, customer_id: null })
      .where((row) => row.or([row('order_id', 'in', ids), row('paid_order_id', 'in', ids)]))
      .execute()
  }
}

/** Deletes drafts with these addresses, of placements without an order. */
export async function forgetDrafts(trx: Trx, addresses: readonly string[]): Promise<void> {
  for (const address of addresses) {
    await trx.updateTable('placements').set({ draft: null, customer_id: null }).where(isDraftOf(address)).execute()
  }
}

const DECLINES_WINDOW_MS = 10 * 60_000

/** The start of the window of recent placements. */
export function countedSince(now: Date): string {
  return new Date(now.getTime() - DECLINES_WINDOW_MS).toISOString()
}

const ALARM_DURATION_MS = 30 * 60_000

/** Later times come from a wrong clock. Clocks of nodes may differ by `ALARM_DURATION_MS`. */
function tooFar(now: Date): string {
  return new Date(now.getTime() + 2 * ALARM_DURATION_MS).toISOString()
}

/** The end of the alarm; `null` if none is raised. */
export async function findDeclineAlarm(database: Database, now: Date): Promise<string | null> {
  const row = await database.selectFrom('placing_brake').select('closed_until').executeTakeFirst()
  return endOfAlarm(row?.closed_until ?? null, now)
}

function endOfAlarm(until: string | null, now: Date): string | null {
  return until !== null && until > now.toISOString() && until <= tooFar(now) ? until : null
}

/** Whether orders can be placed, and whether the alarm is raised. */
export async function findPlacingState(
  database: Database,
  now: Date,
): Promise<{ areOrdersOpen: boolean; isAlarm: boolean }> {
  const row = await database
    .selectFrom('placing_brake')
    .select((alarm) => [
      'closed_until',
      alarm.selectFrom('shop_settings').select('value').where('key', '=', 'orders').as('orders'),
    ])
    .executeTakeFirst()
  return {
    areOrdersOpen: row !== undefined && isOpen(row.orders),
    isAlarm: endOfAlarm(row?.closed_until ?? null, now) !== null,
  }
}

/** Placements since a time, without those never sent to a bank, which need no card. */
export async function countPlacements(
  database: Database,
  { since, until }: { since: string; until: Date },
): Promise<{ declined: number; all: number }> {
  const rows = await database
    .selectFrom('placements')
    .select((row) => ['state', row.fn.countAll<number | string>().as('count')])
    .where('created_at', '>=', since)
    .where('created_at', '<=', until.toISOString())
    .where('state', '!=', 'failed')
    .groupBy('state')
    .execute()
  const all = rows.reduce((sum, { count }) => sum + Number(count), 0)
  return { declined: Number(rows.find(({ state }) => state === 'declined')?.count ?? 0), all }
}

/** Raises the alarm for half an hour. Returns false if it was raised already. */
export async function raiseDeclineAlarm(trx: Trx, now: Date): Promise<boolean> {
  const result = await trx
    .updateTable('placing_brake')
    .set({ closed_until: new Date(now.getTime() + ALARM_DURATION_MS).toISOString() })
    .where((row) =>
      row.or([
        row('closed_until', 'is', null),
        row('closed_until', '<=', now.toISOString()),
        row('closed_until', '>', tooFar(now)),
      ]),
    )
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

/** More orders than a shop gets between two backups. Order numbers have gaps anyway. */
export const SKIPPED_NUMBERS = 1000

/** Skips numbers of orders lost by a restore, which payments still use. False without orders by card. */
export async function skipLostNumbers(database: Database): Promise<boolean> {
  return inTransaction(database, async (trx) => {
    const placement = await trx.selectFrom('placements').select('reference').limit(1).executeTakeFirst()
    if (placement === undefined) return false
    await skipOrderNumbers(trx, SKIPPED_NUMBERS)
    return true
  })
}

export async function countPlacementStates(
  database: Database,
  since: Date,
): Promise<Readonly<Record<PlacementState, number>>> {
  const rows = await database
    .selectFrom('placements')
    .select((row) => ['state', row.fn.countAll<number | string>().as('count')])
    .where('created_at', '>=', since.toISOString())
    .groupBy('state')
    .execute()
  const counts = { checking: 0, placed: 0, declined: 0, failed: 0, abandoned: 0 }
  for (const { state, count } of rows) counts[state] = Number(count)
  return counts
}

export async function readDrafts(database: Database, addresses: readonly string[]) {
  const drafts = []
  for (const address of addresses) {
    const rows = await database
      .selectFrom('placements')
      .select(['created_at', 'state', 'draft'])
      .where(isDraftOf(address))
      .orderBy('created_at')
      .orderBy('placement_key')
      .execute()
    for (const { created_at, state, draft } of rows) {
      const known = parseDraft({ draft })
      const typed: unknown = known === null ? JSON.parse(draft ?? 'null') : typedAtCheckout(known)
      drafts.push({ created_at, state, typed })
    }
  }
  return drafts
}

/** A draft with the field names of an order's amounts. */
function typedAtCheckout({ customer, address, quote: { sums, discount, ...quote } }: PlacementDraft) {
  const amounts = {
    total_cents: paidGoods(quote.items),
    delivery_cents: sums.delivery - sums.deliveryDiscount,
    tax_cents: sums.tax,
  }
  return {
    ...{ customer, address, ...quote, ...amounts },
    ...{ discount_code: discount?.code ?? null, discount_cents: discount?.cents ?? 0 },
    total_with_delivery_and_tax_cents: paidCents(amounts),
  }
}
