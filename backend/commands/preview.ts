import { fileErrorLine } from '../checkout/checkout.import.ts'
import type { CommandOutput } from './command.ts'

/** Last line of a preview. */
export const NOT_CHANGED: readonly string[] = ['', 'Nothing was changed; the same with --yes does it.']

/** Last line after a change. */
export function undoHint(auditId: number | null): string[] {
  return auditId === null ? [] : ['', `Done. "audit undo ${auditId}" takes it back.`]
}

/** The errors of a file that was rejected. */
export function fileErrorsOutput(errors: Parameters<typeof fileErrorLine>[0][]): CommandOutput {
  return { lines: [...errors.map(fileErrorLine), 'Nothing was changed.'], json: { errors }, failed: true }
}

type Replacement<T> = {
  seen: T
  wanted: T
  /** The differences, one line each. */
  differences: readonly string[]
  /** Whether to make the change; otherwise it is only previewed. */
  yes: boolean
  /** Returns the audit entry's id, or `null` when nothing differs. */
  apply: () => Promise<number | null>
}

/** Previews a replacement, or makes it. */
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
