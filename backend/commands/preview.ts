/** Closes what a command would change. */
export const NOT_CHANGED: readonly string[] = ['', 'Nothing was changed; the same with --yes does it.']

/** Closes what a command has changed. */
export function undoHint(auditId: number | null): string[] {
  return auditId === null ? [] : ['', `Done. "audit undo ${auditId}" takes it back.`]
}
