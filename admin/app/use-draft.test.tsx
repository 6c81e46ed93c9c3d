import type { Session } from '@shop/contract/access/session'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToString } from 'react-dom/server'
import { afterEach, expect, test, vi } from 'vitest'
import { sessionQuery } from './session.ts'
import { useDraft } from './use-draft.ts'

afterEach(() => vi.unstubAllGlobals())

/** Returns the draft that a page shows to this admin. */
function draftOf(adminId: string): string {
  const queryClient = new QueryClient()
  const admin: Session = {
    id: adminId,
    name: '',
    email: '',
    role: 'helper',
    rights: [],
    has_totp: true,
    passkeys: 0,
    has_payments: false,
    time_zone: 'America/New_York',
  }
  queryClient.setQueryData(sessionQuery.queryKey, admin)
  return renderToString(
    <QueryClientProvider client={queryClient}>
      <Probe />
    </QueryClientProvider>,
  )
}

function Probe() {
  return useDraft('answer-1').text
}

test('a draft is there for who wrote it, and for no one else on the same device', () => {
  const getItem = (key: string) => (key === 'admin-draft:ada:answer-1' ? 'It does.' : null)
  vi.stubGlobal('window', { localStorage: { getItem } })
  expect([draftOf('ada'), draftOf('grace')]).toEqual(['It does.', ''])
})
