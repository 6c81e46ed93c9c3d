import { Anchor, PasswordInput, Text, TextInput } from '@mantine/core'
import { replaceTotpEndpoint } from '@shop/contract/admin/session'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../app/call.ts'
import { notifyDone } from '../app/notify-change.tsx'
import { CallForm } from './call-form.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import { sessionsQuery } from './session.queries.ts'
import { FirstCodeForm, type Setup } from './totp-setup.tsx'
import { useFormCall } from './use-form-call.ts'

/**
 * Puts another authenticator app, as on a new phone, in the place of the one that is set up. The recovery codes come
 * first: whoever leaves before the new app is checked gets in with nothing else.
 */
export function ReplaceApp({ onClose }: { onClose: () => void }) {
  const queryClient = useQueryClient()
  const [setup, setSetup] = useState<Setup | null>(null)
  const [hasCodes, setHasCodes] = useState(false)
  const begin = (next: Setup) => {
    setSetup(next)
    setHasCodes(false)
  }
  const finish = () => {
    onClose()
    notifyDone('The new app is set up. Other devices have to sign in again.', null)
    return queryClient.invalidateQueries(sessionsQuery)
  }
  if (setup === null) return <ReplaceForm onStart={begin} onCancel={onClose} />
  if (!hasCodes) return <RecoveryCodes codes={setup.recovery_codes} onDone={() => setHasCodes(true)} />
  return <FirstCodeForm uri={setup.uri} onBack={() => setSetup(null)} onDone={finish} />
}

function ReplaceForm({ onStart, onCancel }: { onStart: (setup: Setup) => void; onCancel: () => void }) {
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
        <Text>
          For a new or a lost phone. The app of before and its recovery codes stop working at once, and all other
          devices are signed out.
        </Text>
      }
      links={
        <Anchor component="button" type="button" py="xs" style={{ alignSelf: 'start' }} onClick={onCancel}>
          Go back
        </Anchor>
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
