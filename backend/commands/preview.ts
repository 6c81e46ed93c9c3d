import { decodeSheet } from '@shop/contract/admin/sheet-text'
import type { ChangeContext } from '../admin/audit/audit.repository.ts'
import type { Parsed } from '../checkout/checkout-files.ts'
import { fileErrorLine } from '../checkout/checkout-files.ts'
import type { Database } from '../database/database.ts'
import { type CommandContext, type CommandOutput, changeContext, readNamedFile } from './command.ts'

/** Last line of a preview. */
export const NOT_CHANGED: readonly string[] = ['', 'Nothing was changed; the same with --yes does it.']

/** Last line after a change. */
export function undoHint(auditId: number | null): string[] {
  return auditId === null ? [] : ['', `Done. "audit undo ${auditId}" undoes it.`]
}

/** Last lines after what may be several changes. */
export const UNDO_HINTS: readonly string[] = ['', 'Done. "audit list" numbers the changes; "audit undo" undoes one.']

function fileErrorsOutput(errors: Parameters<typeof fileErrorLine>[0][]): CommandOutput {
  return { lines: [...errors.map(fileErrorLine), 'Nothing was changed.'], json: { errors }, failed: true }
}

/** A table of the owner that is replaced as a whole. */
export type ReplaceableTable<T> = {
  read: (database: Database) => Promise<T>
  /** The differences, one line each. */
  differences: (seen: T, wanted: T) => readonly string[]
  /** Returns the audit entry's id, or `null` when nothing differs; throws when the table is no longer `seen`. */
  replace: (context: ChangeContext, wanted: T, seen: T) => Promise<number | null>
}

/** Previews a change of a table, or with `yes` makes it. */
export async function changeTable<T>(
  context: CommandContext,
  { read, differences, replace }: ReplaceableTable<T>,
  change: (seen: T) => T,
  yes = false,
): Promise<CommandOutput> {
  const seen = await read((await context.openStore()).database)
  const wanted = change(seen)
  const lines = differences(seen, wanted)
  const id = yes ? await replace(await changeContext(context), wanted, seen) : null
  const closing = yes ? undoHint(id) : NOT_CHANGED
  return {
    lines: [...lines, ...(lines.length === 0 ? ['That is so already.'] : closing)],
    json: { before: seen, after: wanted, changed: id !== null, id },
  }
}

/** Previews the replacement of a table by the one of a file, or with `yes` makes it. */
export async function importTable<T>(
  context: CommandContext,
  table: ReplaceableTable<T>,
  { file, parse }: { file: string; parse: (text: string, name: string) => Parsed<T> },
  yes = false,
): Promise<CommandOutput> {
  const text = decodeSheet(await readNamedFile(file))
  if (text === null) throw new Error(`${file} is no text file.`)
  const { found, errors } = parse(text, file)
  return found === null ? fileErrorsOutput(errors) : changeTable(context, table, () => found, yes)
}
