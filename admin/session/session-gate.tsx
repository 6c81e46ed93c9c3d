import type { AdminUser } from '@shop/contract/admin/session'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Navigate, useLocation } from 'react-router'
import { AdminCallError } from '../app/call.ts'
import { storePendingChanges } from '../app/pending-changes.ts'
import { sessionQuery } from '../app/session.queries.ts'
import { Shell } from '../app/shell.tsx'
import { ErrorState } from '../ui/error-state.tsx'
import { Loading } from '../ui/loading.tsx'
import { Entrance } from './entrance.tsx'
import { SecondFactorPage } from './second-factor-page.tsx'
import { SignInAgain } from './sign-in-again.tsx'

/** Shows pages to signed-in users, and redirects others to the sign-in with a way back. */
export function SessionGate() {
  const { data: admin, error, isFetching, refetch } = useQuery(sessionQuery)
  const { pathname, search } = useLocation()
  if (admin !== undefined) return <SignedIn admin={admin} />
  if (error instanceof AdminCallError && error.status === 401) {
    return <Navigate to="/sign-in" replace state={{ from: `${pathname}${search}` }} />
  }
  if (error !== null) {
    return (
      <Entrance title="Admin">
        <ErrorState error={error} isRetrying={isFetching} onRetry={() => void refetch()} />
      </Entrance>
    )
  }
  return (
    <main>
      <Loading label="Opening the admin" />
    </main>
  )
}

function SignedIn({ admin }: { admin: AdminUser }) {
  const queryClient = useQueryClient()
  const needsSecondFactor = !admin.has_totp && admin.passkeys === 0
  useEffect(() => storePendingChanges(queryClient, window.localStorage, admin.id), [queryClient, admin.id])
  return (
    <>
      {needsSecondFactor ? <SecondFactorPage admin={admin} /> : <Shell admin={admin} />}
      <SignInAgain admin={admin} />
    </>
  )
}
