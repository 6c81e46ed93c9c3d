import type { Context } from '../context.ts'
import type { Database } from '../database/database.ts'
import type { Settings } from '../settings/settings.ts'
import { type AdminAuth, createAdminAuth } from './admin-auth.ts'
import { readAdminSecret } from './admin-secret.ts'
import { type AdminSessions, createAdminSessions } from './admin-sessions.ts'
import { createHandler } from './auth-handler.ts'

/** What the admin's routes need: the sign-in library and its sessions. */
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
  /** Called when sessions and code apps of before do not count any more. */
  onOtherSecret: () => void
}): Promise<{ auth: AdminAuth; adminSessions: AdminSessions }> {
  const secret = await readAdminSecret({ database, settings, onOtherSecret })
  const parts = { database, secret, passwords, shopName }
  const auth = createAdminAuth((isHttps) => createHandler(parts, isHttps), onFailure)
  return { auth, adminSessions: createAdminSessions(database, auth, clock) }
}
