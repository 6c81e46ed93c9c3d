import { PasswordInput, Text, TextInput } from '@mantine/core'
import { addPasskeyEndpoint, newPasskeyOptionsEndpoint } from '@shop/contract/admin/session'
import { KeyRound } from 'lucide-react'
import { call } from '../app/call.ts'
import { CallForm } from './call-form.tsx'
import { makePasskey } from './passkeys.ts'
import { useFormCall } from './use-form-call.ts'

/** Registers a passkey of this device. */
export function AddPasskey({ onDone }: { onDone: () => unknown }) {
  const { form, ...sending } = useFormCall({
    initialValues: { name: '', password: '' },
    send: async ({ name, password }) => {
      const response = await makePasskey(await call(newPasskeyOptionsEndpoint, { body: { password } }))
      return call(addPasskeyEndpoint, { body: { name, response } })
    },
    onDone: () => {
      form.reset()
      return onDone()
    },
  })
  return (
    <CallForm
      call={sending}
      action="Add a passkey"
      icon={<KeyRound aria-hidden size={18} />}
      inSection
      intro={<Text>Sign in with the fingerprint, face or PIN of a device, without a password.</Text>}
    >
      <TextInput
        label="Name of this device"
        placeholder="My phone"
        autoComplete="off"
        key={form.key('name')}
        {...form.getInputProps('name')}
      />
      <PasswordInput
        label="Your password, for the passkey"
        autoComplete="current-password"
        key={form.key('password')}
        {...form.getInputProps('password')}
      />
    </CallForm>
  )
}
