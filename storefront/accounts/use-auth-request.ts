import type { Session } from '@shop/contract/accounts/calls'
import { CallError } from '@shop/contract/http/errors'
import { failedCall } from '../data/failed-call.ts'
import { useSend } from '../data/use-send.ts'
import { showPopup } from '../popups/popup-store.ts'
import { useLeaveLogin } from './return-path.ts'
import { saveSession } from './session-store.ts'

export type AuthMode = 'signIn' | 'signUp'
/** A failed sign-in or sign-up. `hint` explains a call that got no usable response. */
export type Failure = { title: string; text: string; hint: string | null }

const FAILURE_WORDS = {
  signIn: { title: 'Login Failed', text: 'Invalid email or password' },
  signUp: { title: 'Registration Failed', text: 'Please check your information' },
} as const

export type AuthRequest = ReturnType<typeof useAuthRequest>

type Sent = { mode: AuthMode; call: () => Promise<Session> }

export function useAuthRequest() {
  const leave = useLeaveLogin()
  const { isPending, isSuccess, error, variables, send } = useSend(async ({ call }: Sent) => {
    const { sentUser, token } = await call()
    saveSession(sentUser, token)
  })
  const mode = variables?.mode ?? null

  return {
    /** Which of the two is running; remains set after success, until the page is left. */
    busy: isPending || isSuccess ? mode : null,
    failure: error && mode && { mode, failure: failureOf(mode, error) },
    send: (sent: Sent) => {
      const { pathname } = window.location
      // A visitor who is leaving the page is not redirected or interrupted.
      const isHere = () => window.location.pathname === pathname
      void send(sent, {
        onSuccess: () => isHere() && leave(),
        onError: (cause) => isHere() && showFailure(failureOf(sent.mode, cause)),
      })
    },
  }
}

/** Shows an alert; the same text is at the form (R34). */
function showFailure({ title, text }: Failure): void {
  showPopup({ kind: 'error', title, text, timer: null, button: 'Okay' })
}

export function failureOf(mode: AuthMode, error: unknown): Failure {
  const { title, text } = FAILURE_WORDS[mode]
  if (!(error instanceof CallError)) return { title, text, hint: null }
  return { title, text: error.serverMessage ?? text, hint: hintOf(error) }
}

/** An explanation for calls without a usable response; `null` for rejected ones. */
function hintOf(error: CallError): string | null {
  return error.kind === 'parse' ? 'We couldn’t read the shop’s response. Please try again later.' : failedCall(error)
}
