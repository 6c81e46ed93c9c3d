import { setImmediate } from 'node:timers/promises'
import type { Context } from '../../platform/context.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Settings } from '../../platform/settings/settings.ts'
import { type AdminAuth, AUTH_PATH, type AuthParts, createAdminAuth, type Handler } from './admin-auth.ts'
import { readAdminSecret } from './admin-secret.ts'
import { type AdminSessions, createAdminSessions } from './admin-sessions.ts'

/** Dependencies of the admin's routes: the sign-in library and its sessions. */
export async function openAdmin({
  database,
  settings,
  passwords,
  shopName,
  clock,
  onFailure,
  onOtherSecret,
}: {
  database: Database
  settings: Settings
  passwords: Context['passwords']
  shopName: () => string
  clock: () => Date
  onFailure: (code: string | null) => void
  /** Called when sessions and apps from before no longer count. */
  onOtherSecret: () => void
}): Promise<{ auth: AdminAuth; adminSessions: AdminSessions }> {
  const secret = await readAdminSecret({ database, settings, onOtherSecret })
  const parts = { database, secret, passwords, shopName }
  const auth = createAdminAuth((isHttps) => createHandler(parts, isHttps), onFailure)
  return { auth, adminSessions: createAdminSessions(database, auth, clock) }
}

const AUTH_LIBRARIES = [
  () => import('@better-auth/kysely-adapter'),
  () => import('@better-auth/passkey'),
  () => import('better-auth/plugins'),
]

/**
 * Loads on the first call, since the library is a third of all modules, and in parts: as a whole it held up the event
 * loop for a second or more, and load was shed.
 */
async function createHandler(parts: AuthParts, isHttps: boolean): Promise<Handler> {
  for (const load of AUTH_LIBRARIES) {
    await load()
    await setImmediate()
  }
  const [{ betterAuth }, { authOptions }] = await Promise.all([import('better-auth'), import('./auth-options.ts')])
  const { handler, api } = betterAuth(authOptions(parts, isHttps))
  return (request) => {
    const { pathname, searchParams } = new URL(request.url)
    if (request.method !== 'GET' || pathname !== SESSION_PATH) return handler(request)
    // For other calls the library builds all its routes anew, which takes longer than reading a session.
    const query = Object.fromEntries(searchParams)
    return api.getSession({ request, method: 'GET', headers: request.headers, query, asResponse: true })
  }
}

/** Read at each call of the admin. */
const SESSION_PATH = `${AUTH_PATH}/get-session`
