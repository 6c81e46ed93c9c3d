import type { Context } from '../context.ts'
import type { AdminAuth } from './admin-auth.ts'

/** What the routes of the sign-in are given beyond those of other nouns. */
export type AdminContext = Context & { auth: AdminAuth }
