import { Button, Stack, Text, Title } from '@mantine/core'
import { EmptyState } from './empty-state.tsx'

/** An error with a retry button. What the user may not do, or is not there, is not worth another try. */
export function ErrorState({
  error,
  isRetrying = false,
  onRetry,
}: {
  error: unknown
  isRetrying?: boolean
  onRetry: () => void
}) {
  if (statusOf(error) === 404) {
    return (
      <div role="alert">
        <EmptyState text={`${messageOf(error)} It may have been removed.`} />
      </div>
    )
  }
  return (
    <Stack role="alert" align="center" gap="sm" py="xl" px="md" ta="center">
      <Title order={2} fz="1.375rem">
        That did not work
      </Title>
      <Text maw="32rem">{messageOf(error)}</Text>
      {statusOf(error) !== 403 && (
        <Button loading={isRetrying} onClick={onRetry}>
          Try again
        </Button>
      )}
    </Stack>
  )
}

const UNKNOWN = 'Something on this page broke. Please reload it; if it happens again, tell whoever runs the shop.'

function statusOf(error: unknown): unknown {
  return error instanceof Error && 'status' in error ? error.status : null
}

/** Errors whose messages are written for users. */
const FOR_USERS: readonly string[] = ['AdminCallError', 'CodeLoadError']

/** What to show of an error: its own message only where that is written for users. */
export function messageOf(error: unknown): string {
  return error instanceof Error && FOR_USERS.includes(error.name) ? error.message : UNKNOWN
}
