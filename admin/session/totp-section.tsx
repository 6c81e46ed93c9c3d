import { Button, PasswordInput, Text } from '@mantine/core'
import { type AdminUser, renewRecoveryCodesEndpoint } from '@shop/contract/admin/session'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../app/call.ts'
import { sessionQuery } from '../app/session.queries.ts'
import { Section } from '../ui/section.tsx'
import { CallForm } from './call-form.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import { ReplaceApp } from './replace-app.tsx'
import { TotpSetup } from './totp-setup.tsx'
import { useFormCall } from './use-form-call.ts'

/** The authenticator app and its recovery codes. */
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
  const { form, ...sending } = useFormCall({
    initialValues: { password: '' },
    send: (body) => call(renewRecoveryCodesEndpoint, { body }),
    onDone: ({ recovery_codes }) => onDone(recovery_codes),
  })
  return (
    <CallForm
      call={sending}
      action="Make new recovery codes"
      inSection
      intro={<Text>Your app is set up. New recovery codes take the place of the old ones.</Text>}
    >
      <PasswordInput
        label="Your password"
        autoComplete="current-password"
        key={form.key('password')}
        {...form.getInputProps('password')}
      />
    </CallForm>
  )
}
