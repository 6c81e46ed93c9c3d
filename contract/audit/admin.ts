import * as z from 'zod/mini'
import { changeResult, defineAdminCalls } from '../http/endpoint.ts'

export const COMMAND_ACTOR = 'command'

export const COMMAND_ACTOR_NAME = 'Command line'

const auditId = z.int().check(z.minimum(1), z.maximum(999_999_999))

/** `before` and `after` hold the same fields; `null` when the subject did not exist. */
const wireAuditEntry = z.object({
  id: z.int(),
  at: z.string(),
  actor: z.string(),
  action: z.string(),
  subject: z.object({ kind: z.string(), id: z.string() }),
  /** Names by the ids in the entry; those of deleted things are missing. */
  names: z.record(z.string(), z.string()),
  before: z.unknown(),
  after: z.unknown(),
  /** The number of members that a long change lacks; `null` when it is too long to list any. */
  left_out: z.nullable(z.int()),
  undoes: z.nullable(z.int()),
  /** Whether the caller can undo it; `overtaken`: a later change prevents it. A long change is not compared. */
  undo: z._default(z.enum(['possible', 'undone', 'overtaken', 'owners_only', 'never']), 'possible'),
  /** For a page or a node of version 1.1; remove in the release after. */
  can_undo: z.boolean(),
})
export type AuditEntry = z.infer<typeof wireAuditEntry>

export const adminAudit = defineAdminCalls({
  listAudit: {
    method: 'GET',
    path: '/api/admin/audit',
    summary: 'Lists the log of changes',
    description:
      "Newest first, of a time or a person. `next` begins the next page. Helpers don't see changes that only owners make.",
    query: z.object({
      from: z.optional(z.iso.datetime()).check(z.describe('Changes since this time, such as 2026-11-21T05:00:00.000Z')),
      until: z.optional(z.iso.datetime()).check(z.describe('Changes before this time')),
      actor: z.optional(z.string().check(z.minLength(1), z.maxLength(300))).check(z.describe('Who made the changes')),
      before: z
        .optional(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(999_999_999)))
        .check(z.describe('`next` of the page before')),
    }),
    response: z.object({
      entries: z.array(wireAuditEntry),
      next: z.nullable(z.int()),
      /** Actors besides `command`: email addresses for owners, also those of former users; names for helpers. */
      people: z.array(z.string()),
    }),
  },
  undoChange: {
    method: 'POST',
    path: '/api/admin/audit/undo',
    summary: 'Undoes a change',
    description:
      "Restores the earlier values, as a change that can't be undone. 409 names a later change that would be lost.",
    body: z.object({ id: auditId }),
    response: changeResult,
    errors: ['not_found', 'conflict'],
  },
})
