import { createHash } from 'node:crypto'
import type { OperationState } from '@shop/contract/payments/card-payment'
import { type RawBuilder, type Selectable, type SqlBool, sql } from 'kysely'
import type { Operation } from '../payments/ledger/payments.repository.ts'
import type { Database, Trx } from '../platform/database/database.ts'
import { claimDue } from '../platform/jobs/claim-due.ts'
import { isOpen } from '../platform/settings/shop-settings.repository.ts'
import type { PlacementState, PlacingTables } from './placing.tables.ts'

export type Placement = Selectable<PlacingTables['placements']>

/** Named one by one, as PostgreSQL then plans a statement of a transaction once. */
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

/** Milliseconds after which another worker may take an operation whose worker died; longer than the gateway's timeout. */
export const LEASE = 60_000

/** As what a key is stored: whoever reads the database, or a backup of it, cannot ask for the answer. */
export function hashPlacementKey(key: string): string {
  return createHash('sha256').update(key).digest('hex')
}

/** During an update a node of the version before stores keys as they are, see `hashStoredKeys`. */
function storedForms(key: string): string[] {
  return [hashPlacementKey(key), key]
}

export async function findPlacement(database: Database, key: string): Promise<Placement | null> {
  const keys = storedForms(key)
  const row = await database.selectFrom('placements').selectAll().where('placement_key', 'in', keys).executeTakeFirst()
  return row ?? null
}

export async function findPlacementByReference(database: Database, reference: string): Promise<Placement | null> {
  const row = await database.selectFrom('placements').selectAll().where('reference', '=', reference).executeTakeFirst()
  return row ?? null
}

export async function insertPlacement(trx: Trx, placement: Placement): Promise<void> {
  await trx.insertInto('placements').values(placement).execute()
}

/** Locks the placement of a reference until the end of the transaction and raises its version. */
export async function lockPlacement(trx: Trx, reference: string): Promise<Placement | null> {
  const row = await trx
    .updateTable('placements')
    .set((placement) => ({ version: placement('version', '+', 1) }))
    .where('reference', '=', reference)
    .returning(PLACEMENT_COLUMNS)
    .executeTakeFirst()
  return row ?? null
}

/** Ends a locked placement. */
export async function finishPlacement(trx: Trx, reference: string, state: PlacementState, now: Date): Promise<void> {
  await trx
    .updateTable('placements')
    .set({ state, client: null, finished_at: now.toISOString() })
    .where('reference', '=', reference)
    .execute()
}

/** What a client's placements hold of the stock until the gateway has answered. */
export type Held = { units: number; placements: number; oldest: string | null }

/** The placement of a key, and what the client holds. */
export async function findPlacementAndHeld(
  database: Database,
  key: string,
  client: string,
): Promise<{ placement: Placement | null; held: Held }> {
  const keys = storedForms(key)
  const rows = await database
    .selectFrom('placements')
    .select(PLACEMENT_COLUMNS)
    .where((row) =>
      row.or([row('placement_key', 'in', keys), row.and([row('state', '=', 'checking'), row('client', '=', client)])]),
    )
    .execute()
  const placement = rows.find(({ placement_key }) => keys.includes(placement_key)) ?? null
  const checking = rows.filter((row) => row.state === 'checking' && row.client === client)
  const [oldest = null] = checking.map(({ created_at }) => created_at).toSorted()
  const units = checking.reduce((sum, row) => sum + row.units, 0)
  return { placement, held: { units, placements: checking.length, oldest } }
}

/**
 * Stores the hashes of keys in place of those that the version before stored as they are, of placements that ended before.
 * Until then its nodes look for them: to one that does not find a key the order was never sent, and it would charge again.
 */
export async function hashStoredKeys(database: Database, before: string): Promise<number> {
  const rows = await database
    .selectFrom('placements')
    .select('placement_key')
    .where('draft', 'is not', null)
    .where('finished_at', '<', before)
    .where((row) => sql<SqlBool>`length(${row.ref('placement_key')}) < ${hashPlacementKey('').length}`)
    .execute()
  for (const { placement_key } of rows) {
    const hashed = { placement_key: hashPlacementKey(placement_key) }
    await database.updateTable('placements').set(hashed).where('placement_key', '=', placement_key).execute()
  }
  return rows.length
}

/** Deletes names and addresses of placements that ended before. */
export async function clearDrafts(database: Database, before: string): Promise<number> {
  const result = await database
    .updateTable('placements')
    .set({ draft: null })
    .where('draft', 'is not', null)
    .where('finished_at', '<', before)
    .executeTakeFirst()
  return Number(result.numUpdatedRows)
}

const OPEN: readonly OperationState[] = ['due', 'sent', 'watched']
/** Milliseconds between attempts at most; of captures, voids and refunds, and of looks for a late authorization. */
export const MAX_WAIT = 6 * 60 * 60_000
export const WATCH_INTERVAL = 30 * 60_000
/** So many attempts in, no wait is longer than this: what is put off further was written while the clock was ahead. */
const SOON = 4
const SOON_WAIT = 5 * 60_000

/**
 * Whether the time of a row's next attempt has come. A time much further ahead than the longest wait was written while the
 * clock was ahead; it has come too, or a clock that is set right would stop everything until then. The clocks of nodes may
 * differ by a wait.
 */
export function isDue(now: Date, longestWait: number): RawBuilder<SqlBool> {
  const at = sql.ref('next_attempt_at')
  const tooFar = new Date(now.getTime() + 2 * longestWait).toISOString()
  return sql<SqlBool>`(${at} <= ${now.toISOString()} or ${at} > ${tooFar})`
}

/** Claims the operation that has been due longest. `busy`: references of which one is running. */
export function claimOperation(database: Database, now: Date, busy: readonly string[] = []): Promise<Operation | null> {
  const others = busy.length === 0 ? sql`` : sql`and reference not in (${sql.join(busy)})`
  const due = sql<SqlBool>`(
    (state = ${'sent'} and ${isDue(now, LEASE)})
    or (state = ${'watched'} and ${isDue(now, WATCH_INTERVAL)})
    or (state = ${'due'} and ${isDue(now, MAX_WAIT)})
    or (state = ${'due'} and attempts <= ${SOON} and ${isDue(now, SOON_WAIT)})
  ) ${others}`
  return claimDue(database, { table: 'payment_operations', isDue: due, lease: LEASE }, now)
}

/** Holds a claimed operation for another lease; `false` where another worker has taken it meanwhile, or it has ended. */
export async function renewClaim(
  database: Database,
  { operation_id, claim }: Pick<Operation, 'operation_id' | 'claim'>,
  now: Date,
): Promise<boolean> {
  const result = await database
    .updateTable('payment_operations')
    .set({ next_attempt_at: new Date(now.getTime() + LEASE).toISOString() })
    .where('operation_id', '=', operation_id)
    .where('claim', '=', claim)
    .where('state', 'in', OPEN)
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

/**
 * Notes what an operation came to; one that another worker has taken meanwhile, or that has ended, stays as it is. Returns
 * whether it was noted.
 */
export async function updateOperation(
  database: Database,
  { operation_id, claim }: Pick<Operation, 'operation_id' | 'claim'>,
  values: { state?: OperationState; last_error?: string | null; next_attempt_at?: string; finished_at?: string },
): Promise<boolean> {
  const result = await database
    .updateTable('payment_operations')
    .set({ ...values, claim: null })
    .where('operation_id', '=', operation_id)
    .where('claim', 'is not distinct from', claim)
    .where('state', 'in', OPEN)
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

/** Lets the worker look for an authorization now, whose answer did not arrive. */
export async function hastenAuthorization(database: Database, reference: string, now: Date): Promise<void> {
  await database
    .updateTable('payment_operations')
    .set({ next_attempt_at: now.toISOString() })
    .where('reference', '=', reference)
    .where('kind', '=', 'authorize')
    .where('state', '=', 'sent')
    .execute()
}

/** Ends the authorization of a reference, whoever holds it: the transaction that calls this has decided it. */
export async function finishAuthorization(
  trx: Trx,
  reference: string,
  state: 'done' | 'rejected' | 'watched',
  now: Date,
  lastError: string | null = null,
): Promise<void> {
  const ending = state === 'watched' ? { next_attempt_at: now.toISOString() } : { finished_at: now.toISOString() }
  await trx
    .updateTable('payment_operations')
    .set({ state, claim: null, last_error: lastError, ...ending })
    .where('reference', '=', reference)
    .where('kind', '=', 'authorize')
    .execute()
}

/** Milliseconds that are looked back for declines. */
const WINDOW = 10 * 60_000

/** How long a look at the latest placements reaches back. */
export function countedSince(now: Date): string {
  return new Date(now.getTime() - WINDOW).toISOString()
}

/** Milliseconds for which many declined cards count as an attack. */
const ALARM_FOR = 30 * 60_000

/**
 * What lies further ahead was written while the clock was ahead. The clocks of nodes may differ by `ALARM_FOR`, and requests
 * of one moment have read the clock one after the other.
 */
function tooFar(now: Date): string {
  return new Date(now.getTime() + 2 * ALARM_FOR).toISOString()
}

/** Until when many declined cards count as an attack; `null`: none is known. */
export async function findDeclineAlarm(database: Database, now: Date): Promise<string | null> {
  const row = await database.selectFrom('placing_brake').select('closed_until').executeTakeFirst()
  return endOfAlarm(row?.closed_until ?? null, now)
}

function endOfAlarm(until: string | null, now: Date): string | null {
  return until !== null && until > now.toISOString() && until <= tooFar(now) ? until : null
}

/** Whether orders can be placed, and whether stolen cards seem to be tried. */
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

/** Placements since then; without those of which no bank was asked, as anybody sends such without a card. */
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

/** Raises the alarm for half an hour unless it is raised; returns whether it was not. */
export async function raiseDeclineAlarm(trx: Trx, now: Date): Promise<boolean> {
  const result = await trx
    .updateTable('placing_brake')
    .set({ closed_until: new Date(now.getTime() + ALARM_FOR).toISOString() })
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
