import type { UndoRules } from './audit/undo-change.ts'

/** How each change that the audit log knows is taken back. A noun adds its rules here. */
export const UNDO_RULES: UndoRules = {}
