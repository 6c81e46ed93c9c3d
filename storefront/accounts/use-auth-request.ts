import type { Session } from '@shop/contract/accounts/calls'
import { CallError } from '@shop/contract/http/errors'
import { useRef, useState } from 'react'
import { failedCall } from '../data/failed-call.ts'
import { showPopup } from '../popups/popup-store.ts'
import { useLeaveLogin } from './return-path.ts'
import { saveSession } from './session-store.ts'

export type AuthMode = 'signIn' | 'signUp'
/** A failed sign-in or sign-up. `hint` explains a call that got no usable response. */
export type Failure = { title: string; text: string; hint: string | null }

const WORDS = {
  signIn: { title: 'Login Failed', text: 'Invalid email or password' },
  signUp: { title: 'Registration Failed', text: 'Please check your information' },
} as const

export type AuthRequest = ReturnType<typeof useAuthRequest>

export function useAuthRequest() {
  const leave = useLeaveLogin()
  /** Which of the two is running; remains set after success, until the page is left. */
  const [busy, setBusy] = useState<AuthMode | null>(null)
  const [failure, setFailure] = useState<{ mode: AuthMode; failure: Failure } | null>(null)
  const underWay = useRef(false)

  async function send(mode: AuthMode, call: () => Promise<Session>): Promise<void> {
    if (underWay.current) return
    underWay.current = true
    setBusy(mode)
    setFailure(null)
    const { pathname } = window.location
    // A visitor who has left the page meanwhile is not redirected or interrupted.
    const isHere = () => window.location.pathname === pathname
    try {
      const { sentUser, token } = await call()
      saveSession(sentUser, token)
      if (isHere()) leave()
    } catch (error) {
      console.info('The account could not be opened', error)
      if (isHere()) fail(mode, failureOf(mode, error))
      underWay.current = false
      setBusy(null)
    }
  }

  /** Shows an alert, and the same text at the form (R34). */
  function fail(mode: AuthMode, failure: Failure): void {
    setFailure({ mode, failure })
    showPopup({ kind: 'error', title: failure.title, text: failure.text, timer: null, button: 'Okay' })
  }

  return { busy, failure, send }
}

export function failureOf(mode: AuthMode, error: unknown): Failure {
  const { title, text } = WORDS[mode]
  if (!(error instanceof CallError)) return { title, text, hint: null }
  return { title, text: error.serverMessage ?? text, hint: hintOf(error) }
}

/** An explanation for calls without a usable response; `null` for rejected ones. */
function hintOf(error: CallError): string | null {
  return error.kind === 'parse'
    ? 'The response of the shop could not be read. Please try again later.'
    : failedCall(error)
}
