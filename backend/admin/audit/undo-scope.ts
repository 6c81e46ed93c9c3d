import type { AuditEntry, Subject, SubjectFilter } from './audit.repository.ts'
import { isObject } from './json.ts'

/** What an entry changed: fields by the id of their subject; `null` for a whole subject. */
export type ChangedFields = ReadonlyMap<string, readonly string[] | null>

/** How the later change that stands in the way of an undo is found. */
export type UndoScope = {
  /** Under which subjects changes of the same values are logged. */
  subjectsOf: (subject: Subject) => readonly SubjectFilter[]
  fieldsOf: (entry: Pick<AuditEntry, 'subject' | 'after'>) => ChangedFields
}

/** Values that are changed under one subject alone. */
export const OWN_SCOPE: UndoScope = { subjectsOf: (subject) => [subject], fieldsOf: fieldsOfSubject }

/** An entry with fields changed these; any other value is the whole subject. */
export function fieldsOfSubject({ subject, after }: Pick<AuditEntry, 'subject' | 'after'>): ChangedFields {
  return new Map([[subject.id, isObject(after) ? Object.keys(after) : null]])
}

export function haveCommonField(changed: ChangedFields, other: ChangedFields): boolean {
  return [...other].some(([id, fields]) => {
    const own = changed.get(id)
    if (own === undefined) return false
    return own === null || fields === null || fields.some((field) => own.includes(field))
  })
}
