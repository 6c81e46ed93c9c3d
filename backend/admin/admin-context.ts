import type { Context } from '../context.ts'
import type { AdminAuth } from './admin-auth.ts'

/** Dependencies of the sign-in routes beyond those of other routes. */
export type AdminContext = Context & { auth: AdminAuth }
