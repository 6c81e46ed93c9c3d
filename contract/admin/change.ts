import * as z from 'zod/mini'

/**
 * What a change responds with: the id of its entry in the audit log, by which it can be undone. `null` where everything
 * was so already, or where nothing is noted.
 */
export const changeResult = z.object({ audit_id: z.nullable(z.int()) })
