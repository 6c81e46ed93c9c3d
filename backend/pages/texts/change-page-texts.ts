import {
  allValues,
  changedValues,
  EDITABLE_PAGES,
  fieldsOf,
  findPageProblems,
  isSameValue,
  PAGE_NAMES,
  type PageName,
  type PageValue,
  type PageValues,
} from '@shop/contract/pages/fields'
import * as z from 'zod/mini'
import { type AuditEntry, type ChangeContext, writeAudit } from '../../admin/audit/audit.repository.ts'
import { nameLastEditor, type UndoRule } from '../../admin/audit/undo-change.ts'
import { listMediaNamed } from '../../media/store/media.repository.ts'
import { isVideo } from '../../media/store/media.ts'
import { bumpCatalogVersion } from '../../platform/database/catalog-version/catalog-version.ts'
import { type Database, inTransaction } from '../../platform/database/database.ts'
import { AppError } from '../../platform/http/errors/app-error.ts'
import { findPageVersion, insertPageVersion, listChangedPages } from './page-texts.repository.ts'

/** Throws for an unknown name. */
function requirePageName(name: string): PageName {
  const found = PAGE_NAMES.find((page) => page === name)
  if (found === undefined)
    throw new AppError('not_found', `There is no page ${name}; there are ${PAGE_NAMES.join(', ')}.`)
  return found
}

/** Throws by field where values can't be shown; returns what differs from the default. */
export async function requireUsable(
  database: Database,
  page: PageName,
  values: PageValues,
): Promise<Record<string, PageValue>> {
  const changed = changedValues(page, values)
  const problems = findPageProblems(page, changed)
  const found = problems.length > 0 ? problems : await findMissingPictures(database, changed)
  if (found.length === 0) return changed
  const labelOf = (field: string) => fieldsOf(page)[field]?.label ?? field
  const sentences = found.map(({ field, message }) => `${labelOf(field)}: ${message}`)
  const details = found.map(({ field, message }) => ({ field: `values.${field}`, message }))
  throw new AppError('invalid_request', sentences.join(' '), details)
}

async function findMissingPictures(database: Database, values: PageValues) {
  const shown = Object.entries(values).flatMap(([field, value]) =>
    typeof value === 'object' ? [{ field, file: value.file }] : [],
  )
  const media = await listMediaNamed(database, [...new Set(shown.map(({ file }) => file))])
  return shown.flatMap(({ field, file }) => {
    const found = media.find(({ name }) => name === file)
    if (found === undefined)
      return [{ field, message: `The picture "${file}" is no longer there. Please choose another one.` }]
    return isVideo(found) ? [{ field, message: 'This is a video. Please choose a picture.' }] : []
  })
}

/** `values`: all that differs from the default; `seen`: the version shown. Returns the audit id, or `null`. */
export async function changePage(
  { database, clock, actor }: ChangeContext,
  { page, values, seen }: { page: PageName; values: PageValues; seen: number | null },
): Promise<number | null> {
  return inTransaction(database, async (trx) => {
    await bumpCatalogVersion(trx)
    const present = await findPageVersion(trx, page)
    const subject = { kind: 'page', id: page }
    const version = present?.version ?? 0
    if (seen !== null && seen !== version) {
      const who = await nameLastEditor(trx, [subject])
      throw new AppError('conflict', `${who} has changed this page since you opened it. Please look at it again.`)
    }
    const changed = await requireUsable(trx, page, values)
    const [old, wanted] = [allValues(page, present?.values ?? {}), allValues(page, changed)]
    const names = Object.keys(wanted).filter((name) => !isSame(old[name], wanted[name]))
    if (names.length === 0) return null
    const now = clock()
    const stored = { page, version: version + 1, values: changed, changed_at: now.toISOString(), changed_by: actor }
    await insertPageVersion(trx, stored)
    const states = { before: pick(old, names), after: pick(wanted, names) }
    return writeAudit(trx, { at: now, actor, action: 'page.changed', subject, ...states })
  })
}

function isSame(one: PageValue | undefined, other: PageValue | undefined): boolean {
  return one !== undefined && other !== undefined && isSameValue(one, other)
}

function pick(values: PageValues, names: readonly string[]): Record<string, PageValue> {
  return Object.fromEntries(Object.entries(values).filter(([name]) => names.includes(name)))
}

const auditValues = z.record(
  z.string(),
  z.union([z.string(), z.number(), z.boolean(), z.object({ file: z.string(), alt: z.string() })]),
)

/** Restores fields as a new version. */
export const undoPage: UndoRule = {
  lock: async (trx, entry) => {
    const problem = await undoProblem(trx, entry)
    if (problem !== null) throw new AppError('conflict', problem)
    await bumpCatalogVersion(trx)
  },
  readPresent: async (database, entry) => {
    if ((await undoProblem(database, entry)) !== null) return null
    const page = requirePageName(entry.subject.id)
    const values = (await findPageVersion(database, page))?.values ?? {}
    return pick(allValues(page, values), Object.keys(Object(entry.after)))
  },
  writeBefore: async (trx, { subject, before }, now, actor) => {
    const page = requirePageName(subject.id)
    const present = await findPageVersion(trx, page)
    const values = await requireUsable(trx, page, { ...present?.values, ...auditValues.parse(before) })
    const version = (present?.version ?? 0) + 1
    await insertPageVersion(trx, { page, version, values, changed_at: now.toISOString(), changed_by: actor })
  },
}

/** Why a page can't be restored, such as a missing picture; `null` if it can. */
async function undoProblem(database: Database, { subject, before }: Pick<AuditEntry, 'subject' | 'before'>) {
  try {
    await requireUsable(database, requirePageName(subject.id), auditValues.parse(before))
    return null
  } catch (error) {
    if (error instanceof AppError) return error.message
    throw error
  }
}

export async function listPagesShowing(database: Database, file: string): Promise<string[]> {
  const pages = await listChangedPages(database)
  return pages
    .filter(({ values }) => Object.values(values).some((value) => typeof value === 'object' && value.file === file))
    .map(({ page }) => EDITABLE_PAGES[page].title)
}
