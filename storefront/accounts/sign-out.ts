import { signOutEndpoint } from '@shop/contract/accounts'
import type { Api } from '../data/api.tsx'
import { clearSession, currentVisitor } from './session-store.ts'

/** Signs out at once; revoking the token is best effort (R29). */
export function signOut(api: Api): void {
  const { token } = currentVisitor()
  clearSession()
  api
    .call(signOutEndpoint, {}, { token, keepalive: true })
    .catch((error: unknown) => console.info('The token could not be revoked', error))
}
