import { randomUUID } from 'node:crypto'
import { isLargePriceChange } from '@shop/contract/catalog/admin'
import { type PlannedFields, plannedFields } from '@shop/contract/catalog/planned-changes'
import * as z from 'zod/mini'
import { type ChangeContext, changeCatalog } from '../../admin/audit/audit.repository.ts'
import type { Json } from '../../admin/audit/canonical-json.ts'
import type { UndoRule } from '../../admin/audit/undo-change.ts'
import { bumpCatalogVersion } from '../../platform/database/catalog-version/catalog-version.ts'
import type { Trx } from '../../platform/database/database.ts'
import { AppError } from '../../platform/http/errors/app-error.ts'
import { localDay } from '../../platform/lib/days/local-day.ts'
import { parseLocalTime } from '../../platform/lib/days/local-time.ts'
import type { StoredProduct } from '../catalog.repository.ts'
import { LARGE_CHANGE, requireProduct, requireValid, requireVersion, withChanges } from '../products/edit-product.ts'
import { deletePlanned, findPlanned, findPlannedAt, type Planned, savePlanned } from './planned.repository.ts'

type Wanted = {
  local: string
  changes: PlannedFields
  large_price_change: boolean
  /** The version seen, of the product or of the scheduled change. */
  version: number
}
type Done = { audit_id: number | null; planned_id: string; note: string | null }

const PASSED_MESSAGE = 'This time has passed. Please choose a later one.'

/** 400 by field for an invalid time or value. */
export async function planChange(context: ChangeContext, productId: string, wanted: Wanted): Promise<Done> {
  const planned_id = randomUUID()
  const { at, note } = parseTime(wanted.local, context.clock())
  const audit_id = await changeCatalog(context, async (trx, now) => {
    const product = await requireProduct(trx, productId)
    await requireVersion(trx, product, wanted.version)
    await requirePossible(trx, product, { wanted, now })
    const { changes } = wanted
    const planned = { planned_id, product_id: productId, at, changes, planned_by: context.actor }
    await save(trx, planned)
    const subject = { kind: 'product', id: productId }
    return {
      action: 'product.change_planned',
      subject,
      before: { planned: null },
      after: { planned: stateOf(planned) },
    }
  })
  return { audit_id, planned_id, note }
}

export async function editPlanned(context: ChangeContext, planned_id: string, wanted: Wanted): Promise<Done> {
  const { at, note } = parseTime(wanted.local, context.clock())
  const audit_id = await changeCatalog(context, async (trx, now) => {
    const before = await requirePlanned(trx, planned_id, wanted.version)
    const product = await requireProduct(trx, before.product_id)
    await requirePossible(trx, product, { wanted, now })
    const { changes } = wanted
    const planned = { planned_id, product_id: before.product_id, at, changes, planned_by: context.actor }
    await save(trx, planned)
    return {
      action: 'product.planned_change_edited',
      subject: { kind: 'product', id: before.product_id },
      before: { planned: stateOf(before) },
      after: { planned: stateOf(planned) },
    }
  })
  return { audit_id, planned_id, note }
}

/** Also one that failed. */
export async function cancelPlanned(
  context: ChangeContext,
  planned_id: string,
  version: number,
): Promise<{ audit_id: number | null }> {
  const audit_id = await changeCatalog(context, async (trx) => {
    const before = await requirePlanned(trx, planned_id, version)
    await deletePlanned(trx, planned_id)
    return {
      action: 'product.planned_change_cancelled',
      subject: { kind: 'product', id: before.product_id },
      before: { planned: stateOf(before) },
      after: { planned: null },
    }
  })
  return { audit_id }
}

function parseTime(local: string, now: Date): { at: string; note: string | null } {
  const { time, note, problem } = parseLocalTime(local)
  if (time === null) throw timeError(problem)
  if (time <= now) throw timeError(PASSED_MESSAGE)
  return { at: time.toISOString(), note }
}

function timeError(message: string): AppError {
  return new AppError('invalid_request', message, [{ field: 'local', message }])
}

async function requirePlanned(trx: Trx, planned_id: string, version: number): Promise<Planned> {
  const planned = await findPlanned(trx, planned_id)
  if (planned === null) throw new AppError('not_found', 'This change has already been made or cancelled.')
  if (planned.version === version) return planned
  throw new AppError('conflict', 'Someone else has changed this schedule. Please look at it again.')
}

async function requirePossible(
  trx: Trx,
  product: StoredProduct,
  { wanted: { changes, large_price_change }, now }: { wanted: Wanted; now: Date },
): Promise<void> {
  const after = withChanges(product, withSaleDays(changes))
  await requireValid(trx, after, product)
  if (large_price_change || !isLargePriceChange(product, after, localDay(now))) return
  throw new AppError('conflict', LARGE_CHANGE, [{ field: 'price_cents', message: LARGE_CHANGE }])
}

/** A scheduled sale begins at its time and ends by hand, or by another scheduled change. */
export function withSaleDays(changes: PlannedFields) {
  return 'sale_price_cents' in changes ? { ...changes, sale_from: null, sale_until: null } : changes
}

type PlannedState = Pick<Planned, 'planned_id' | 'product_id' | 'at' | 'changes' | 'planned_by'>

async function save(trx: Trx, planned: PlannedState): Promise<void> {
  const other = await findPlannedAt(trx, planned.product_id, planned.at)
  if (other !== null && other.planned_id !== planned.planned_id) {
    throw timeError('Another change to this product is scheduled for this time. Please change that one.')
  }
  await savePlanned(trx, planned)
}

const logged = z.object({
  planned_id: z.string(),
  at: z.string(),
  changes: z.nullable(plannedFields),
  planned_by: z.string(),
})
const entryState = z.object({ planned: z.nullable(logged) })

function stateOf({ planned_id, at, changes, planned_by }: PlannedState): Json {
  return z.json().parse({ planned_id, at, changes, planned_by })
}

/** Restores the schedule as it was. */
export const undoPlanned: UndoRule = {
  lock: bumpCatalogVersion,
  readPresent: async (database, { before, after }) => {
    const [old, now] = [entryState.parse(before).planned, entryState.parse(after).planned]
    const present = await findPlanned(database, (now ?? old)?.planned_id ?? '')
    return { planned: present === null ? null : stateOf(present) }
  },
  writeBefore: async (trx, { subject, before, after }, now) => {
    const [old, made] = [entryState.parse(before).planned, entryState.parse(after).planned]
    if (old === null) {
      if (made !== null) await deletePlanned(trx, made.planned_id)
      return
    }
    if (old.at <= now.toISOString()) throw new AppError('conflict', PASSED_MESSAGE)
    await save(trx, { ...old, product_id: subject.id })
  },
}
