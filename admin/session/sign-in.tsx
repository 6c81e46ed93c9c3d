import { Anchor, Divider, Group, PasswordInput, Text, TextInput } from '@mantine/core'
import { signInEndpoint, verifyCodeEndpoint, verifyRecoveryCodeEndpoint } from '@shop/contract/admin/session'
import { useState } from 'react'
import { Link } from 'react-router'
import { call } from '../app/call.ts'
import { useFocus } from '../ui/form.tsx'
import { CallForm, useFormCall } from './call-form.tsx'
import { PasskeyButton } from './passkeys.tsx'

type Step = 'password' | 'code' | 'recovery'

/** The steps of a sign-in, for a page or a dialog. */
export function SignIn({ email = '', onDone }: { email?: string; onDone: () => unknown }) {
  const [step, setStep] = useState<Step>('password')
  if (step === 'code') {
    return <CodeForm onDone={onDone} onRecovery={() => setStep('recovery')} onRestart={() => setStep('password')} />
  }
  if (step === 'recovery') return <RecoveryForm onDone={onDone} onBack={() => setStep('code')} />
  return <PasswordForm email={email} onDone={(next) => (next === 'code' ? setStep('code') : onDone())} />
}

/** The first step; not needed with a passkey. */
function PasswordForm({ email, onDone }: { email: string; onDone: (next: 'done' | 'code') => unknown }) {
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

type CodeFormProps = { onDone: () => unknown; onRecovery: () => void; onRestart: () => void }

/** The second step: the code of the authenticator app. */
function CodeForm({ onDone, onRecovery, onRestart }: CodeFormProps) {
  const field = useFocus()
  const { form, ...sending } = useFormCall({
    initialValues: { code: '' },
    send: (body) => call(verifyCodeEndpoint, { body }),
    onDone,
  })
  return (
    <CallForm
      call={sending}
      action="Continue"
      intro={<Text>Open the app with your codes and type the six digits that it shows.</Text>}
      links={
        <Group justify="space-between">
          <Anchor component="button" type="button" py="xs" onClick={onRecovery}>
            Use a recovery code
          </Anchor>
          <Anchor component="button" type="button" py="xs" onClick={onRestart}>
            Start again
          </Anchor>
        </Group>
      }
    >
      <TextInput
        label="Code"
        inputMode="numeric"
        autoComplete="one-time-code"
        ref={field}
        key={form.key('code')}
        {...form.getInputProps('code')}
      />
    </CallForm>
  )
}

/** The second step with a recovery code instead of the app. */
function RecoveryForm({ onDone, onBack }: { onDone: () => unknown; onBack: () => void }) {
  const field = useFocus()
  const { form, ...sending } = useFormCall({
    initialValues: { code: '' },
    send: (body) => call(verifyRecoveryCodeEndpoint, { body }),
    onDone,
  })
  return (
    <CallForm
      call={sending}
      action="Continue"
      intro={<Text>Type one of the recovery codes that you kept. Each of them counts once.</Text>}
      links={
        <Anchor component="button" type="button" py="xs" onClick={onBack}>
          Use the app after all
        </Anchor>
      }
    >
      <TextInput
        label="Recovery code"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        ref={field}
        key={form.key('code')}
        {...form.getInputProps('code')}
      />
    </CallForm>
  )
}
