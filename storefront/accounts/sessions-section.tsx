import { type Account, endSessionsEndpoint } from '@shop/contract/own-account'
import { useApi } from '../data/api.tsx'
import { AccountForm } from './account-form.tsx'
import { clearSession, currentVisitor } from './session-store.ts'
import { useAccountRequest } from './use-account-request.ts'

/** The browsers that are signed in, and a button that signs all of them out. */
export function SessionsSection({ sessions }: Pick<Account, 'sessions'>) {
  const api = useApi()
  const request = useAccountRequest()

  async function endSessions(): Promise<void> {
    const { token } = currentVisitor()
    await api.call(endSessionsEndpoint, {}, { token })
    if (currentVisitor().token === token) clearSession()
  }

  return (
    <AccountForm
      label="Sessions"
      submit="Sign out everywhere"
      submitting="Signing out..."
      done="You are signed out everywhere."
      request={request}
      onSubmit={() => void request.send(endSessions)}
    >
      <ul className="mb-5 divide-y divide-line border-y border-line">
        {sessions.map(({ device, signedInAt, current }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: sessions have no name of their own
          <li key={index} className="flex flex-wrap items-baseline justify-between gap-x-6 py-3">
            <span className="font-medium">{device ?? 'A browser'}</span>
            <span className="text-sm text-ink-soft tabular-nums">
              {current ? 'this browser, since ' : 'since '}
              {dayOf(signedInAt)}
            </span>
          </li>
        ))}
      </ul>
    </AccountForm>
  )
}

/** The customer's own day of a time, for example `11/22/2026`. */
function dayOf(time: string): string {
  const date = new Date(time)
  return Number.isNaN(date.getTime()) ? 'N/A' : date.toLocaleDateString('en-US')
}
