import { useState } from 'react'
import { CodeForm } from './code-form.tsx'
import { PasswordForm } from './password-form.tsx'
import { RecoveryForm } from './recovery-form.tsx'

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
