import { fileErrorLine } from '../checkout/checkout.import.ts'
import type { CommandOutput } from './command.ts'

/** Closes what a command would change. */
export const NOT_CHANGED: readonly string[] = ['', 'Nothing was changed; the same with --yes does it.']

/** Closes what a command has changed. */
export function undoHint(auditId: number | null): string[] {
  return auditId === null ? [] : ['', `Done. "audit undo ${auditId}" takes it back.`]
}

/** The errors of a file, of which nothing was taken. */
export function fileErrorsOutput(errors: Parameters<typeof fileErrorLine>[0][]): CommandOutput {
  return { lines: [...errors.map(fileErrorLine), 'Nothing was changed.'], json: { errors }, failed: true }
}

type Replacement<T> = {
  seen: T
  wanted: T
  /** What differs, a line each. */
  differences: readonly string[]
  /** Whether to do it; without it only the differences are shown. */
  yes: boolean
  /** Returns the id of the audit entry, `null` where nothing was to change. */
  apply: () => Promise<number | null>
}

/** Shows what a replacement would change, or makes it. */
export async function previewOrReplace<T>({
  seen,
  wanted,
  differences,
  yes,
  apply,
}: Replacement<T>): Promise<CommandOutput> {
  const id = yes ? await apply() : null
  const closing = yes ? undoHint(id) : NOT_CHANGED
  return {
    lines: [...differences, ...(differences.length === 0 ? ['That is so already.'] : closing)],
    json: { before: seen, after: wanted, changed: id !== null, id },
  }
}
