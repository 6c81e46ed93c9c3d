import { Button, PasswordInput, Text, TextInput } from '@mantine/core'
import { replaceTotpEndpoint } from '@shop/contract/admin/session'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../app/call.ts'
import { notifyDone } from '../app/notify-change.tsx'
import { CallForm } from './call-form.tsx'
import { sessionsQuery } from './session.queries.ts'
import { type Setup, TotpSetup } from './totp-setup.tsx'
import { useFormCall } from './use-form-call.ts'

/** Puts another authenticator app, as on a new phone, in the place of the one that is set up. */
export function ReplaceApp() {
  const queryClient = useQueryClient()
  const [isOpen, setIsOpen] = useState(false)
  const [setup, setSetup] = useState<Setup | null>(null)
  const finish = () => {
    setSetup(null)
    setIsOpen(false)
    notifyDone('The new app is set up. Other devices have to sign in again.', null)
    return queryClient.invalidateQueries(sessionsQuery)
  }
  if (setup !== null) return <TotpSetup begun={setup} onCancel={() => setSetup(null)} onDone={finish} />
  if (isOpen) return <ReplaceForm onStart={setSetup} />
  return (
    <Button variant="default" mt="md" onClick={() => setIsOpen(true)}>
      Replace the app
    </Button>
  )
}

function ReplaceForm({ onStart }: { onStart: (setup: Setup) => void }) {
  const { form, ...sending } = useFormCall({
    initialValues: { password: '', code: '' },
    send: (body) => call(replaceTotpEndpoint, { body }),
    onDone: onStart,
  })
  return (
    <CallForm
      call={sending}
      action="Replace the app"
      inSection
      intro={
        <Text mt="md">
          For a new or a lost phone. The app of before and its recovery codes stop working at once, and all other
          devices are signed out.
        </Text>
      }
    >
      <PasswordInput
        label="Your password, to replace the app"
        autoComplete="current-password"
        key={form.key('password')}
        {...form.getInputProps('password')}
      />
      <TextInput
        label="Code of the app, or a recovery code"
        autoComplete="one-time-code"
        spellCheck={false}
        key={form.key('code')}
        {...form.getInputProps('code')}
      />
    </CallForm>
  )
}
