import { Badge, Button, Group, Stack, Text } from '@mantine/core'
import { modals } from '@mantine/modals'
import { endAllSessionsEndpoint, endSessionEndpoint } from '@shop/contract/admin/session'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../app/call.ts'
import { ErrorState } from '../ui/error-state.tsx'
import { FailureLine } from '../ui/failure-line.tsx'
import { formatTime } from '../ui/format-time.ts'
import { Loading } from '../ui/loading.tsx'
import { Section } from '../ui/section.tsx'
import { usePlainCall } from '../ui/use-plain-call.ts'
import { sessionsQuery } from './session.queries.ts'
import { useLeave } from './use-leave.ts'

/** The user's sessions. */
export function SessionsSection() {
  const queryClient = useQueryClient()
  const { data, error, refetch } = useQuery(sessionsQuery)
  const end = usePlainCall(
    (id: string) => call(endSessionEndpoint, { body: { id } }),
    () => queryClient.invalidateQueries(sessionsQuery),
  )
  return (
    <Section title="Where you are signed in">
      {data === undefined && error !== null && <ErrorState error={error} onRetry={() => void refetch()} />}
      {data === undefined && error === null && <Loading label="Loading your sessions" />}
      <FailureLine text={end.failure} />
      <Stack gap="sm" mb="md">
        {data?.sessions.map(({ id, current, device, opened_at, used_at }) => (
          <Group key={id} justify="space-between" wrap="nowrap">
            <div>
              <Group gap="xs">
                <Text>{device}</Text>
                {current && <Badge color="moss">This one</Badge>}
              </Group>
              <Text c="dimmed" fz="sm">
                Since {formatTime(opened_at)}, last used {formatTime(used_at)}
              </Text>
            </div>
            {!current && (
              <Button
                variant="default"
                loading={end.isPending && end.pressed === id}
                onClick={() => end.press(id)}
                aria-label={`Sign out ${device}, since ${formatTime(opened_at)}`}
              >
                Sign out
              </Button>
            )}
          </Group>
        ))}
      </Stack>
      <EndAllButton />
    </Section>
  )
}

function EndAllButton() {
  const { press, isPending, failure } = usePlainCall(() => call(endAllSessionsEndpoint, {}), useLeave())
  const confirmSignOut = () =>
    modals.openConfirmModal({
      title: 'Sign out everywhere?',
      children: 'Every device has to sign in again, this one as well.',
      labels: { confirm: 'Sign out everywhere', cancel: 'Stay signed in' },
      onConfirm: () => press(),
    })
  return (
    <>
      <FailureLine text={failure} />
      <Button variant="default" loading={isPending} onClick={confirmSignOut}>
        Sign out everywhere
      </Button>
    </>
  )
}
