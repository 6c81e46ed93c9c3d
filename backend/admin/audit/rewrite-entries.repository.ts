import { type Expression, sql } from 'kysely'
import type { Database, Trx } from '../../platform/database/database.ts'
import { containsText, countDeleted } from '../../platform/database/queries.ts'
import { canonicalJson, isObject, type Json } from './canonical-json.ts'

/** Stands for a deleted name or text. */
export const DELETED_TEXT = '(deleted)'

type Stored = { id: number; action: string; before: string; after: string }

async function rewrite(
  trx: Trx,
  entries: readonly Stored[],
  rewritten: (text: string, action: string) => string,
): Promise<void> {
  for (const { id, action, ...old } of entries) {
    const [before, after] = [rewritten(old.before, action), rewritten(old.after, action)]
    if (before === old.before && after === old.after) continue
    await trx.updateTable('audit_log').set({ before, after }).where('id', '=', id).execute()
  }
}

function selectStored(trx: Trx) {
  return trx.selectFrom('audit_log').select(['id', 'action', 'before', 'after']).orderBy('id')
}

/** Rewrites entries that hold a text. Undo restores these values. */
export async function rewriteEntriesWith(
  trx: Trx,
  { kind, text }: { kind: string; text: string },
  rewritten: (state: Json) => Json,
): Promise<void> {
  const entries = await selectStored(trx)
    .where('subject_kind', '=', kind)
    .where((row) => row.or([row('before', 'like', `%${text}%`), row('after', 'like', `%${text}%`)]))
    .execute()
  await rewrite(trx, entries, (state) => canonicalJson(rewritten(JSON.parse(state))))
}

/** Removes addresses and people's texts from entries, which can't be undone with it. */
export async function scrubEntries(trx: Trx, kind: string, ids: readonly string[]): Promise<void> {
  const entries = await selectStored(trx).where('subject_kind', '=', kind).where('subject_id', 'in', ids).execute()
  await rewrite(trx, entries, (text, action) =>
    // Undo would restore that word as an address.
    action === 'order.address_corrected' ? 'null' : canonicalJson(scrubbed(JSON.parse(text))),
  )
}

/** Scrubs entries about several subjects, and their undos. */
export async function scrubSharedEntries(trx: Trx, shared: Expression<number>, ids: readonly string[]): Promise<void> {
  const entries = await selectStored(trx)
    .where((row) => row.or([row('id', 'in', shared), row('undoes', 'in', shared)]))
    .execute()
  await rewrite(trx, entries, (text) => {
    const values: Json = JSON.parse(text)
    if (!isObject(values)) return text
    const own = ids.flatMap((id) => (values[id] === undefined ? [] : [[id, scrubbed(values[id])]]))
    return canonicalJson({ ...values, ...Object.fromEntries(own) })
  })
}

/** Removes subject and values from entries about these subjects, and from those that hold one of these texts. */
export async function forgetEntries(
  trx: Trx,
  { kind, ids, texts }: { kind: string; ids: readonly string[]; texts: readonly string[] },
): Promise<void> {
  const columns = ['before', 'after'] as const
  await trx
    .updateTable('audit_log')
    .set({ subject_id: 'deleted', before: 'null', after: 'null' })
    .where('subject_kind', '=', kind)
    .where((row) =>
      row.or([
        row('subject_id', 'in', ids),
        ...texts.flatMap((text) => columns.map((column) => containsText(sql.ref(column), text))),
      ]),
    )
    .execute()
}

const PERSONAL_FIELDS: ReadonlySet<string> = new Set([
  'note',
  'delivery_address',
  'tracking_number',
  'answer',
  'details',
  'cancellation_reason',
  'cancellation_details',
])

function scrubbed(value: Json): Json {
  // An earlier version's note is a text.
  if (typeof value === 'string') return DELETED_TEXT
  if (Array.isArray(value)) return value.map((item: Json) => (typeof item === 'string' ? item : scrubbed(item)))
  if (!isObject(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => {
      if (typeof inner !== 'string') return [key, scrubbed(inner)]
      return [key, PERSONAL_FIELDS.has(key) && inner !== '' ? DELETED_TEXT : inner]
    }),
  )
}

/** Per statement, so locks are short. */
const BATCH_ENTRIES = 1000

/** Returns the count; they can no longer be undone. */
export async function deleteOldEntries(database: Database, before: string): Promise<number> {
  for (let count = 0; ; ) {
    const rows = await database
      .selectFrom('audit_log')
      .select('id')
      .where('at', '<', before)
      .orderBy('at')
      .limit(BATCH_ENTRIES)
      .execute()
    if (rows.length === 0) return count
    const ids = rows.map(({ id }) => id)
    count += await countDeleted(database.deleteFrom('audit_log').where('id', 'in', ids))
  }
}
