import type { FastifyBaseLogger } from 'fastify'
import { findAdminByEmail } from '../../admin/access/admins.repository.ts'
import { changeCatalog } from '../../admin/audit/audit.repository.ts'
import { type Database, inTransaction } from '../../platform/database/database.ts'
import { AppError } from '../../platform/http/errors/app-error.ts'
import { createErrorLog, describeError } from '../../platform/http/errors/error-log.ts'
import { repeat } from '../../platform/lib/repeat.ts'
import { findProduct } from '../catalog.repository.ts'
import { fieldWords } from '../edited-product.ts'
import { writeUpdate } from '../products/edit-product.ts'
import { withSaleDays } from './plan-change.ts'
import {
  findPlanned,
  isPlannerAllowed,
  listDuePlanned,
  notePlannedProblem,
  PLANNER_GONE,
  PRODUCT_WAS_GONE,
  takeDuePlanned,
} from './planned.repository.ts'

/** Milliseconds; below, between log lines while every round fails. */
const ROUND_INTERVAL_MS = 5_000
const ERROR_LOG_INTERVAL_MS = 60 * 60_000
const CHANGES_PER_ROUND = 100

type PlannedContext = {
  database: Database
  clock: () => Date
  log: Pick<FastifyBaseLogger, 'info' | 'warn' | 'error'>
}

/** Several nodes may each run one. */
export function startPlannedChanges(context: PlannedContext): { close: () => Promise<void> } {
  const errorLog = createErrorLog(ERROR_LOG_INTERVAL_MS)
  const loop = repeat(
    async () => {
      await makeDueChanges(context)
    },
    ROUND_INTERVAL_MS,
    (error) => errorLog.report(context.log, {}, describeError(error), 'scheduled changes could not be made'),
  )
  return {
    close: async () => {
      await loop.close()
      errorLog.close()
    },
  }
}

/** Makes due changes; returns their number. A refused one keeps its reason; other errors are thrown at the end. */
export async function makeDueChanges(context: PlannedContext): Promise<number> {
  const { database, clock, log } = context
  let made = 0
  const failures: unknown[] = []
  for (const plannedId of await listDuePlanned(database, clock(), CHANGES_PER_ROUND)) {
    try {
      if (await makeOrNote(context, plannedId)) made += 1
    } catch (error) {
      failures.push(error)
    }
  }
  if (made > 0) log.info({ made }, 'made scheduled changes')
  if (failures.length > 0) throw failures[0]
  return made
}

/** False for a refused change, which keeps the reason. */
async function makeOrNote(context: PlannedContext, plannedId: string): Promise<boolean> {
  const { database, log } = context
  const problem = await makePlanned(context, plannedId).catch(toProblem)
  if (problem === null) return true
  const planned = await findPlanned(database, plannedId)
  if (planned === null) return false
  await inTransaction(database, (trx) => notePlannedProblem(trx, planned, problem))
  log.warn({ product: planned.product_id, problem }, 'a scheduled change could not be made')
  return false
}

/** Writes the fields and removes the scheduled change in one transaction. */
async function makePlanned({ database, clock }: PlannedContext, plannedId: string): Promise<null> {
  const actor = (await findPlanned(database, plannedId))?.planned_by ?? ''
  await changeCatalog({ database, clock, actor }, async (trx, now) => {
    const planned = await takeDuePlanned(trx, plannedId, now)
    if (planned === null) return null
    const product = await findProduct(trx, planned.product_id)
    if (product === null) throw new AppError('not_found', PRODUCT_WAS_GONE)
    const planner = await findAdminByEmail(trx, planned.planned_by)
    if (!isPlannerAllowed(planned, planner)) throw new AppError('forbidden', PLANNER_GONE)
    if (planned.changes === null)
      throw new AppError('conflict', 'This version of the shop can’t read the scheduled change.')
    const states = await writeUpdate(trx, product, withSaleDays(planned.changes))
    if (states === null) return null
    return { action: 'product.planned_change_made', subject: { kind: 'product', id: product.product_id }, ...states }
  })
  return null
}

/** Why a change is refused; rethrows other errors, after which it is retried. */
function toProblem(error: unknown): string {
  if (!(error instanceof AppError)) throw error
  const details = (error.details ?? []).map(({ field, message }) => `${fieldWords(field)} ${message}`)
  return details.length === 0 ? error.message : `In the product as it is now, the ${details.join(', the ')}.`
}
