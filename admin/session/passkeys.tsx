import { Button, PasswordInput, Stack, Text, TextInput } from '@mantine/core'
import { adminEntrance, adminSession } from '@shop/contract/access/session'
import {
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  startAuthentication,
  startRegistration,
} from '@simplewebauthn/browser'
import { KeyRound } from 'lucide-react'
import { AdminCallError, call } from '../app/call.ts'
import { usePlainCall } from '../ui/form.tsx'
import { FailureLine } from '../ui/states.tsx'
import { CallForm } from './call-form.tsx'

export function AddPasskey({ onDone }: { onDone: () => unknown }) {
  return (
    <CallForm
      initialValues={{ name: '', password: '' }}
      send={async ({ name, password }) => {
        const response = await makePasskey(await call(adminSession.newPasskeyOptions, { body: { password } }))
        return call(adminSession.addPasskey, { body: { name, response } })
      }}
      onDone={(_result, reset) => {
        reset()
        return onDone()
      }}
      action="Add a passkey"
      icon={<KeyRound aria-hidden size={18} />}
      inSection
      intro={<Text>Sign in with your device’s fingerprint, face or PIN instead of a password.</Text>}
    >
      {(field) => (
        <>
          <TextInput label="Name of this device" placeholder="My phone" autoComplete="off" {...field('name')} />
          <PasswordInput
            label="Your password, for the passkey"
            autoComplete="current-password"
            {...field('password')}
          />
        </>
      )}
    </CallForm>
  )
}

/** Signs in with a passkey: fingerprint, face or the device's PIN. */
export function PasskeyButton({ onDone }: { onDone: () => unknown }) {
  const { press, isPending, failure } = usePlainCall(async () => {
    const response = await signInWithPasskey(await call(adminEntrance.passkeyOptions, {}))
    return call(adminEntrance.signInWithPasskey, { body: { response } })
  }, onDone)
  return (
    <Stack gap="md">
      <FailureLine text={failure} />
      <Button
        variant="default"
        leftSection={<KeyRound aria-hidden size={18} />}
        loading={isPending}
        onClick={() => press()}
      >
        Sign in with a passkey
      </Button>
    </Stack>
  )
}

// The contract leaves their shape to the two halves of one library, so the options are cast below.
type Json = Record<string, unknown>
type Credential = Json & { id: string }

/** Signs in with a passkey. The backend's library creates the options and verifies the response. */
function signInWithPasskey(options: Json): Promise<Credential> {
  return withSentence(async () => ({
    ...(await startAuthentication({ optionsJSON: options as unknown as PublicKeyCredentialRequestOptionsJSON })),
  }))
}

function makePasskey(options: Json): Promise<Credential> {
  return withSentence(async () => ({
    ...(await startRegistration({ optionsJSON: options as unknown as PublicKeyCredentialCreationOptionsJSON })),
  }))
}

const FAILURE_MESSAGES: Readonly<Record<string, string>> = {
  NotAllowedError: 'Your device wasn’t unlocked in time. Please try again.',
  AbortError: 'It was cancelled. Please try again.',
  InvalidStateError: 'This device already has a passkey for you.',
  SecurityError: 'Passkeys only work at the shop’s own https address.',
}
const OTHER_FAILURE_MESSAGE = 'This device can’t do that. Please use your password and an app with codes.'

async function withSentence(work: () => Promise<Credential>): Promise<Credential> {
  try {
    return await work()
  } catch (error) {
    const names = [error, error instanceof Error ? error.cause : null].map((one) =>
      one instanceof Error ? one.name : '',
    )
    throw new AdminCallError(
      names.map((name) => FAILURE_MESSAGES[name]).find((text) => text !== undefined) ?? OTHER_FAILURE_MESSAGE,
      400,
    )
  }
}
