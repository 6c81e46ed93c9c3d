import { Button, PasswordInput, Stack, Text } from '@mantine/core'
import { type AdminUser, renewRecoveryCodesEndpoint } from '@shop/contract/admin/session'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../app/call.ts'
import { sessionQuery } from '../app/session.queries.ts'
import { FailureLine } from '../ui/failure-line.tsx'
import { Section } from '../ui/section.tsx'
import { useFormCall } from '../ui/use-form-call.ts'
import { RecoveryCodes } from './recovery-codes.tsx'
import { TotpSetup } from './totp-setup.tsx'

/** The authenticator app and its recovery codes. */
export function TotpSection({ admin }: { admin: AdminUser }) {
  const queryClient = useQueryClient()
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  return (
    <Section title="App and recovery codes">
      {codes !== null && <RecoveryCodes codes={codes} onDone={() => setCodes(null)} />}
      {codes === null && admin.has_totp && <RenewForm onDone={setCodes} />}
      {codes === null && !admin.has_totp && <TotpSetup onDone={() => queryClient.invalidateQueries(sessionQuery)} />}
    </Section>
  )
}

function RenewForm({ onDone }: { onDone: (codes: readonly string[]) => void }) {
  const { form, submit, isPending, failure } = useFormCall({
    initialValues: { password: '' },
    send: (body) => call(renewRecoveryCodesEndpoint, { body }),
    onDone: ({ recovery_codes }) => onDone(recovery_codes),
  })
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <Text>Your app is set up. New recovery codes take the place of the old ones.</Text>
        <FailureLine text={failure} />
        <PasswordInput
          label="Your password"
          autoComplete="current-password"
          key={form.key('password')}
          {...form.getInputProps('password')}
        />
        <Button type="submit" variant="default" loading={isPending}>
          Make new recovery codes
        </Button>
      </Stack>
    </form>
  )
}
