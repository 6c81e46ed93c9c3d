import { signOutEndpoint } from '@shop/contract/accounts'
import type { Api } from '../lib/api.tsx'
import { currentVisitor, forgetSession } from './session-store.ts'

/** Signs out at once; revoking the token is best effort (R29). */
export function signOut(api: Api): void {
  const { token } = currentVisitor()
  forgetSession()
  api
    .call(signOutEndpoint, {}, { token, keepalive: true })
    .catch((error: unknown) => console.info('The token could not be revoked', error))
}
