import { Modal, Text } from '@mantine/core'
import type { AdminUser } from '@shop/contract/admin/session'
import { useQueryClient } from '@tanstack/react-query'
import { sessionQuery } from '../app/session.queries.ts'
import { useIsSessionExpired } from '../app/session-expiry.ts'
import { SignIn } from './sign-in.tsx'

/** A dialog for signing in again after the session expired; the page behind it is unchanged. */
export function SignInAgain({ admin }: { admin: AdminUser }) {
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
