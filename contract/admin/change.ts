import * as z from 'zod/mini'

/**
 * The response of a change: the id of its audit entry, by which it can be undone; `null` when nothing changed or it
 * cannot be undone.
 */
export const changeResult = z.object({ audit_id: z.nullable(z.int()) })

/** Milliseconds that a mail about a change is held, and that the notice of the change offers Undo. */
export const MAIL_HOLD_MS = 10_000
