import {
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  startAuthentication,
  startRegistration,
} from '@simplewebauthn/browser'
import { AdminCallError } from '../app/call.ts'

// The contract leaves their shape to the two halves of one library, so that the options are cast below.
type Json = Record<string, unknown>
type Credential = Json & { id: string }

/** Signs in with a passkey. The backend's library creates the options and verifies the response. */
export function signInWithPasskey(options: Json): Promise<Credential> {
  return withSentence(async () => ({
    ...(await startAuthentication({ optionsJSON: options as unknown as PublicKeyCredentialRequestOptionsJSON })),
  }))
}

/** Creates a passkey on this device. */
export function makePasskey(options: Json): Promise<Credential> {
  return withSentence(async () => ({
    ...(await startRegistration({ optionsJSON: options as unknown as PublicKeyCredentialCreationOptionsJSON })),
  }))
}

const FAILURES: Readonly<Record<string, string>> = {
  NotAllowedError: 'The device was not unlocked, or it took too long. Please try again.',
  AbortError: 'It was cancelled. Please try again.',
  InvalidStateError: 'This device has a passkey for you already.',
  SecurityError: 'Passkeys need the address that the shop is known by, over https.',
}
const OTHER = 'This device cannot do that. Please use your password and an app with codes.'

/** Maps errors of WebAuthn to a sentence for the user. */
async function withSentence(work: () => Promise<Credential>): Promise<Credential> {
  try {
    return await work()
  } catch (error) {
    const names = [error, error instanceof Error ? error.cause : null].map((one) =>
      one instanceof Error ? one.name : '',
    )
    throw new AdminCallError(names.map((name) => FAILURES[name]).find((text) => text !== undefined) ?? OTHER, 400)
  }
}
