import { setImmediate } from 'node:timers/promises'
import type { AuthParts, Handler } from './admin-auth.ts'

const LIBRARIES = [
  () => import('@better-auth/kysely-adapter'),
  () => import('@better-auth/passkey'),
  () => import('better-auth/plugins'),
]

/**
 * The library is a third of all modules of the backend, so it is loaded by the first call, not by the start. In one piece
 * that held up the event loop for a second, and on a busy machine for so long that load was shed; in parts it takes turns
 * with other requests.
 */
export async function createHandler(parts: AuthParts, isHttps: boolean): Promise<Handler> {
  for (const load of LIBRARIES) {
    await load()
    await setImmediate()
  }
  const [{ betterAuth }, { authOptions }] = await Promise.all([import('better-auth'), import('./auth-options.ts')])
  return betterAuth(authOptions(parts, isHttps)).handler
}
