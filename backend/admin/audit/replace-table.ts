import { bumpCatalogVersion } from '../../platform/database/catalog-version/catalog-version.ts'
import type { Database, Trx } from '../../platform/database/database.ts'
import { type ChangeContext, changeCatalog, type Subject } from './audit.repository.ts'
import { canonicalJson, type Json } from './canonical-json.ts'
import { changedMeanwhile, type UndoRule } from './undo-change.ts'

export type Replaceable<T extends Json> = {
  subject: Subject
  action: string
  noun: string
  read: (database: Database) => Promise<T>
  write: (trx: Trx, table: T) => Promise<void>
  parse: (stored: Json) => T
}

/** Replaces a table. Throws when the current one is not `seen`. Returns the audit id, `null` when nothing differs. */
export function replaceTable<T extends Json>(
  context: ChangeContext,
  { subject, action, noun, read, write }: Replaceable<T>,
  after: T,
  seen: T,
): Promise<number | null> {
  return changeCatalog(context, async (trx) => {
    const before = await read(trx)
    if (canonicalJson(before) !== canonicalJson(seen)) throw await changedMeanwhile(trx, [subject], noun)
    if (canonicalJson(before) === canonicalJson(after)) return null
    await write(trx, after)
    return { action, subject, before, after }
  })
}

export function undoRuleOf<T extends Json>({ read, write, parse }: Replaceable<T>): UndoRule {
  return { lock: bumpCatalogVersion, readPresent: read, writeBefore: (trx, { before }) => write(trx, parse(before)) }
}
