import { Anchor, Divider, Group, PasswordInput, Text, TextInput } from '@mantine/core'
import { adminEntrance } from '@shop/contract/access/session'
import { useState } from 'react'
import { Link } from 'react-router'
import { call } from '../app/call.ts'
import { focusOnAppear } from '../ui/form.tsx'
import { CallForm } from './call-form.tsx'
import { PasskeyButton } from './passkeys.tsx'

type Step = 'password' | 'code' | 'recovery'

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
  return (
    <>
      <CallForm
        initialValues={{ email, password: '' }}
        send={(body) => call(adminEntrance.signIn, { body })}
        onDone={({ next }) => onDone(next)}
        action="Sign in"
      >
        {(field) => (
          <>
            <TextInput label="Email" type="email" autoComplete="username" {...field('email')} />
            <PasswordInput label="Password" autoComplete="current-password" {...field('password')} />
          </>
        )}
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
  return (
    <CallForm
      initialValues={{ code: '' }}
      send={(body) => call(adminEntrance.verifyCode, { body })}
      onDone={onDone}
      action="Continue"
      intro={<Text>Open your authenticator app and enter the six-digit code.</Text>}
      links={
        <Group justify="space-between">
          <Anchor component="button" type="button" py="xs" onClick={onRecovery}>
            Use a recovery code
          </Anchor>
          <Anchor component="button" type="button" py="xs" onClick={onRestart}>
            Start over
          </Anchor>
        </Group>
      }
    >
      {(field) => (
        <TextInput
          label="Code"
          inputMode="numeric"
          autoComplete="one-time-code"
          ref={focusOnAppear}
          {...field('code')}
        />
      )}
    </CallForm>
  )
}

/** The second step with a recovery code instead of the app. */
function RecoveryForm({ onDone, onBack }: { onDone: () => unknown; onBack: () => void }) {
  return (
    <CallForm
      initialValues={{ code: '' }}
      send={(body) => call(adminEntrance.verifyRecoveryCode, { body })}
      onDone={onDone}
      action="Continue"
      intro={<Text>Enter one of your recovery codes. Each works once.</Text>}
      links={
        <Anchor component="button" type="button" py="xs" onClick={onBack}>
          Use the app instead
        </Anchor>
      }
    >
      {(field) => (
        <TextInput
          label="Recovery code"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          ref={focusOnAppear}
          {...field('code')}
        />
      )}
    </CallForm>
  )
}
