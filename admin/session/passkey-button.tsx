import { Button, Stack } from '@mantine/core'
import { passkeyOptionsEndpoint, signInWithPasskeyEndpoint } from '@shop/contract/admin/session'
import { KeyRound } from 'lucide-react'
import { call } from '../app/call.ts'
import { FailureLine } from '../ui/failure-line.tsx'
import { usePlainCall } from '../ui/use-plain-call.ts'
import { signInWithPasskey } from './passkeys.ts'

/** Signs in with a passkey: fingerprint, face or the device's PIN. */
export function PasskeyButton({ onDone }: { onDone: () => unknown }) {
  const { press, isPending, failure } = usePlainCall(async () => {
    const response = await signInWithPasskey(await call(passkeyOptionsEndpoint, {}))
    return call(signInWithPasskeyEndpoint, { body: { response } })
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
