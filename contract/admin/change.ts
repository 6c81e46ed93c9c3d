import * as z from 'zod/mini'

/**
 * The response of a change: the id of its audit entry, by which it can be undone; `null` when nothing changed or it
 * cannot be undone.
 */
export const changeResult = z.object({ audit_id: z.nullable(z.int()) })
