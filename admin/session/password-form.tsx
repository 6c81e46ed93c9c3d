import { Anchor, Divider, PasswordInput, TextInput } from '@mantine/core'
import { signInEndpoint } from '@shop/contract/admin/session'
import { Link } from 'react-router'
import { call } from '../app/call.ts'
import { CallForm } from './call-form.tsx'
import { PasskeyButton } from './passkey-button.tsx'
import { useFormCall } from './use-form-call.ts'

/** The first step; not needed with a passkey. */
export function PasswordForm({ email, onDone }: { email: string; onDone: (next: 'done' | 'code') => unknown }) {
  const { form, ...sending } = useFormCall({
    initialValues: { email, password: '' },
    send: (body) => call(signInEndpoint, { body }),
    onDone: ({ next }) => onDone(next),
  })
  return (
    <>
      <CallForm call={sending} action="Sign in">
        <TextInput
          label="E-mail"
          type="email"
          autoComplete="username"
          key={form.key('email')}
          {...form.getInputProps('email')}
        />
        <PasswordInput
          label="Password"
          autoComplete="current-password"
          key={form.key('password')}
          {...form.getInputProps('password')}
        />
      </CallForm>
      <Anchor component={Link} to="/forgot" py="sm" mt="xs" display="inline-block">
        Forgot password?
      </Anchor>
      <Divider label="or" my="md" />
      <PasskeyButton onDone={() => onDone('done')} />
    </>
  )
}
