import { PasswordInput } from '@mantine/core'
import { changePasswordEndpoint, PASSWORD_RULE } from '@shop/contract/admin/session'
import { useQueryClient } from '@tanstack/react-query'
import { call } from '../app/call.ts'
import { notifyDone } from '../app/notify-change.tsx'
import { Section } from '../ui/section.tsx'
import { CallForm } from './call-form.tsx'
import { sessionsQuery } from './session.queries.ts'
import { useFormCall } from './use-form-call.ts'

export function PasswordSection() {
  const queryClient = useQueryClient()
  const { form, ...sending } = useFormCall({
    initialValues: { current_password: '', new_password: '' },
    send: (body) => call(changePasswordEndpoint, { body }),
    onDone: () => {
      form.reset()
      notifyDone('Your password is changed. Other devices have to sign in again.', null)
      return queryClient.invalidateQueries(sessionsQuery)
    },
  })
  return (
    <Section title="Password">
      <CallForm call={sending} action="Change the password" inSection>
        <PasswordInput
          label="Present password"
          autoComplete="current-password"
          key={form.key('current_password')}
          {...form.getInputProps('current_password')}
        />
        <PasswordInput
          label="New password"
          description={`${PASSWORD_RULE}.`}
          autoComplete="new-password"
          key={form.key('new_password')}
          {...form.getInputProps('new_password')}
        />
      </CallForm>
    </Section>
  )
}
