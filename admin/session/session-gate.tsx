import { Divider, Modal, Text, Title } from '@mantine/core'
import type { AdminUser, Session } from '@shop/contract/access/session'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Navigate, useLocation } from 'react-router'
import { AdminCallError } from '../app/call.ts'
import { storePendingChanges } from '../app/changes/pending-changes.ts'
import type { Noun } from '../app/frame/navigation.ts'
import { Shell } from '../app/frame/shell.tsx'
import { sessionQuery, useIsSessionExpired } from '../app/session.ts'
import { ErrorState, Loading } from '../ui/states.tsx'
import { Entrance } from './entrance.tsx'
import { AddPasskey } from './passkeys.tsx'
import { SignIn } from './sign-in.tsx'
import { TotpSetup } from './totp-setup.tsx'

/** Shows pages to signed-in users, and redirects others to the sign-in with a way back. */
export function SessionGate({ nouns }: { nouns: readonly Noun[] }) {
  const { data: admin, error, isFetching } = useQuery(sessionQuery)
  const { pathname, search } = useLocation()
  if (admin !== undefined) return <SignedIn nouns={nouns} admin={admin} />
  if (error instanceof AdminCallError && error.status === 401) {
    return <Navigate to="/sign-in" replace state={{ from: `${pathname}${search}` }} />
  }
  if (error !== null) {
    return (
      <Entrance title="Admin">
        <ErrorState error={error} isRetrying={isFetching} />
      </Entrance>
    )
  }
  return (
    <main>
      <Loading label="Opening the admin" />
    </main>
  )
}

function SignedIn({ nouns, admin }: { nouns: readonly Noun[]; admin: Session }) {
  const queryClient = useQueryClient()
  const needsSecondFactor = !admin.has_totp && admin.passkeys === 0
  useEffect(() => storePendingChanges(queryClient, window.localStorage, admin.id), [queryClient, admin.id])
  return (
    <>
      {needsSecondFactor ? <SecondFactorPage admin={admin} /> : <Shell nouns={nouns} admin={admin} />}
      <SignInAgain admin={admin} />
    </>
  )
}

/** A dialog for signing in again after the session expired; the page behind it is unchanged. */
function SignInAgain({ admin }: { admin: AdminUser }) {
  const isExpired = useIsSessionExpired()
  const queryClient = useQueryClient()
  const goOn = async () => {
    const now = await queryClient.fetchQuery({ ...sessionQuery, staleTime: 0 })
    // Another user must not see the first one's unfinished work.
    if (now.id !== admin.id) return window.location.assign('/admin')
    return queryClient.invalidateQueries()
  }
  return (
    <Modal
      opened={isExpired}
      onClose={() => {}}
      withCloseButton={false}
      closeOnEscape={false}
      closeOnClickOutside={false}
      title="Please sign in again"
    >
      <Text mb="md">Your session has ended. Everything on this page stays as you left it.</Text>
      <SignIn email={admin.email} onDone={goOn} />
    </Modal>
  )
}

/** Users without a second factor must set one up first. */
function SecondFactorPage({ admin }: { admin: AdminUser }) {
  const queryClient = useQueryClient()
  const [hasBegun, setHasBegun] = useState(false)
  const reload = () => queryClient.invalidateQueries(sessionQuery)
  return (
    <Entrance title="Set up two-step sign-in">
      {!hasBegun && (
        <Text mb="md">
          A password isn’t enough to protect a shop, {admin.name}. Choose an app with codes or a passkey on this device.
          You can add the other later.
        </Text>
      )}
      <TotpSetup onBegin={() => setHasBegun(true)} onCancel={() => setHasBegun(false)} onDone={reload} />
      {!hasBegun && (
        <>
          <Divider label="or" my="lg" />
          <Title order={2} fz="1.25rem" mb="md">
            A passkey
          </Title>
          <AddPasskey onDone={reload} />
        </>
      )}
    </Entrance>
  )
}
