import { COMMAND_ACTOR } from '@shop/contract/audit/admin'
import { type PlannedFields, plannedFields } from '@shop/contract/catalog/planned-changes'
import type { Selectable } from 'kysely'
import * as z from 'zod/mini'
import { rightsOf } from '../../admin/access/admin-sessions.ts'
import type { StoredAdmin } from '../../admin/access/admins.repository.ts'
import type { Database, Trx } from '../../platform/database/database.ts'

declare module '../../platform/database/tables.ts' {
  interface Tables {
    planned_changes: PlannedChangesTable
  }
}

type PlannedChangesTable = {
  planned_id: string
  product_id: string
  /** A product has one change at a time. */
  at: string
  /** `PlannedFields` as JSON. */
  changes: string
  planned_by: string
  version: number
  /** Why it failed; such a row stays until someone changes or cancels it. */
  problem: string | null
}

export type Planned = Omit<Selectable<PlannedChangesTable>, 'changes'> & {
  /** `null` for what this version can't parse. */
  changes: PlannedFields | null
}

const PRODUCT_GONE = 'The product was deleted. That can be undone under Changes.'
/** In the past tense, since the product may be restored. */
export const PRODUCT_WAS_GONE = 'The product was deleted when this was due. Schedule it again, or cancel it.'
export const PLANNER_GONE =
  'The person who scheduled it can no longer change products. Schedule it again in your own name, or cancel it.'

function toPlanned({ changes, ...row }: Selectable<PlannedChangesTable>): Planned {
  const parsed = z.safeParse(plannedFields, JSON.parse(changes))
  return { ...row, changes: parsed.success ? parsed.data : null }
}

export async function findPlanned(database: Database, id: string): Promise<Planned | null> {
  const row = await database.selectFrom('planned_changes').selectAll().where('planned_id', '=', id).executeTakeFirst()
  return row === undefined ? null : toPlanned(row)
}

/** The next first, with the product's name and the reason of a failure. */
export async function listPlanned(database: Database): Promise<(Planned & { product_name: string | null })[]> {
  const rows = await database
    .selectFrom('planned_changes')
    .leftJoin('products', 'products.product_id', 'planned_changes.product_id')
    .leftJoin('admin_users', 'admin_users.email', 'planned_by')
    .selectAll('planned_changes')
    .select(['product_name', 'role', 'rights'])
    .orderBy('at')
    .orderBy('planned_id')
    .execute()
  return rows.map(({ product_name, role, rights, ...row }) => {
    const planner = role === null || rights === null ? null : { role, rights }
    const known = row.problem ?? (isPlannerAllowed(row, planner) ? null : PLANNER_GONE)
    return { ...toPlanned(row), product_name, problem: product_name === null ? PRODUCT_GONE : known }
  })
}

export function isPlannerAllowed(
  { planned_by }: Pick<Planned, 'planned_by'>,
  planner: Pick<StoredAdmin, 'role' | 'rights'> | null,
): boolean {
  return planned_by === COMMAND_ACTOR || (planner !== null && rightsOf(planner).includes('products'))
}

/** `null` without. */
export async function findPlannedAt(trx: Trx, productId: string, at: string): Promise<Planned | null> {
  const row = await trx
    .selectFrom('planned_changes')
    .selectAll()
    .where('product_id', '=', productId)
    .where('at', '=', at)
    .executeTakeFirst()
  return row === undefined ? null : toPlanned(row)
}

/** In the order of their times. */
export async function listDuePlanned(database: Database, now: Date, limit: number): Promise<string[]> {
  const rows = await database
    .selectFrom('planned_changes')
    .select('planned_id')
    .where('at', '<=', now.toISOString())
    .where('problem', 'is', null)
    .orderBy('at')
    .orderBy('planned_id')
    .limit(limit)
    .execute()
  return rows.map(({ planned_id }) => planned_id)
}

/** Only one node gets it; `null` when it is made, cancelled or rescheduled. */
export async function takeDuePlanned(trx: Trx, id: string, now: Date): Promise<Planned | null> {
  const row = await trx
    .deleteFrom('planned_changes')
    .where('planned_id', '=', id)
    .where('at', '<=', now.toISOString())
    .where('problem', 'is', null)
    .returningAll()
    .executeTakeFirst()
  return row === undefined ? null : toPlanned(row)
}

/** Inserts, or replaces and bumps the version. */
export async function savePlanned(trx: Trx, { changes, ...row }: Omit<Planned, 'version' | 'problem'>): Promise<void> {
  const values = { ...row, changes: JSON.stringify(changes), problem: null }
  await trx
    .insertInto('planned_changes')
    .values({ ...values, version: 1 })
    .onConflict((conflict) =>
      conflict
        .column('planned_id')
        .doUpdateSet((present) => ({ ...values, version: present('planned_changes.version', '+', 1) })),
    )
    .execute()
}

export async function deletePlanned(trx: Trx, id: string): Promise<void> {
  await trx.deleteFrom('planned_changes').where('planned_id', '=', id).execute()
}

/** False when it has changed since. */
export async function notePlannedProblem(
  trx: Trx,
  { planned_id, version }: Pick<Planned, 'planned_id' | 'version'>,
  problem: string,
): Promise<boolean> {
  const result = await trx
    .updateTable('planned_changes')
    .set({ problem, version: version + 1 })
    .where('planned_id', '=', planned_id)
    .where('version', '=', version)
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}
