import { Anchor, Button, PasswordInput, Text, TextInput } from '@mantine/core'
import { type AdminUser, adminSession } from '@shop/contract/access/session'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../app/call.ts'
import { notifyDone } from '../app/changes/notify-change.tsx'
import { sessionQuery } from '../app/session.ts'
import { Section } from '../ui/page.tsx'
import { CallForm } from './call-form.tsx'
import { sessionsQuery } from './session.queries.ts'
import { FirstCodeForm, RecoveryCodes, type Setup, TotpSetup } from './totp-setup.tsx'

export function TotpSection({ admin }: { admin: AdminUser }) {
  const queryClient = useQueryClient()
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  const [isReplacing, setIsReplacing] = useState(false)
  return (
    <Section title="App and recovery codes">
      {codes !== null && <RecoveryCodes codes={codes} onDone={() => setCodes(null)} />}
      {codes === null && admin.has_totp && isReplacing && <ReplaceApp onClose={() => setIsReplacing(false)} />}
      {codes === null && admin.has_totp && !isReplacing && (
        <>
          <RenewForm onDone={setCodes} />
          <Button variant="default" mt="md" onClick={() => setIsReplacing(true)}>
            Replace the app
          </Button>
        </>
      )}
      {codes === null && !admin.has_totp && <TotpSetup onDone={() => queryClient.invalidateQueries(sessionQuery)} />}
    </Section>
  )
}

function RenewForm({ onDone }: { onDone: (codes: readonly string[]) => void }) {
  return (
    <CallForm
      initialValues={{ password: '' }}
      send={(body) => call(adminSession.renewRecoveryCodes, { body })}
      onDone={({ recovery_codes }) => onDone(recovery_codes)}
      action="Make new recovery codes"
      inSection
      intro={<Text>Your app is set up. New recovery codes replace the old ones.</Text>}
    >
      {(field) => <PasswordInput label="Your password" autoComplete="current-password" {...field('password')} />}
    </CallForm>
  )
}

/**
 * Puts another authenticator app, as on a new phone, in the place of the one that is set up. The recovery codes come
 * first: a person who leaves before the new app is checked has no other way in.
 */
function ReplaceApp({ onClose }: { onClose: () => void }) {
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
  return (
    <CallForm
      initialValues={{ password: '', code: '' }}
      send={(body) => call(adminSession.replaceTotp, { body })}
      onDone={onStart}
      action="Replace the app"
      inSection
      intro={
        <Text>
          For a new or lost phone. The old app and its recovery codes stop working, and your other devices are signed
          out.
        </Text>
      }
      links={
        <Anchor component="button" type="button" py="xs" style={{ alignSelf: 'start' }} onClick={onCancel}>
          Go back
        </Anchor>
      }
    >
      {(field) => (
        <>
          <PasswordInput
            label="Your password, to replace the app"
            autoComplete="current-password"
            {...field('password')}
          />
          <TextInput
            label="Code from the app, or a recovery code"
            autoComplete="one-time-code"
            spellCheck={false}
            {...field('code')}
          />
        </>
      )}
    </CallForm>
  )
}
