import { Badge, Button, Group, Stack, Text } from '@mantine/core'
import { adminSession } from '@shop/contract/admin/session'
import type { ResultOf } from '@shop/contract/call'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../app/call.ts'
import { useLeave } from '../app/session.ts'
import { confirmOnce } from '../ui/dialog.tsx'
import { usePlainCall } from '../ui/form.tsx'
import { Hint, Section } from '../ui/page.tsx'
import { FailureLine, Loaded } from '../ui/states.tsx'
import { formatTime } from '../ui/time.ts'
import { sessionsQuery } from './session.queries.ts'

export function SessionsSection() {
  const queryClient = useQueryClient()
  const end = usePlainCall(
    (id: string) => call(adminSession.endSession, { body: { id } }),
    () => queryClient.invalidateQueries(sessionsQuery),
  )
  return (
    <Section title="Where you are signed in">
      <FailureLine text={end.failure} />
      <Loaded query={useQuery(sessionsQuery)} label="Loading your sessions">
        {({ sessions }) => (
          <Stack gap="sm" mb="md">
            {sessions.map((session) => (
              <SessionRow
                key={session.id}
                session={session}
                isEnding={end.isPending && end.pressed === session.id}
                onEnd={() => end.press(session.id)}
              />
            ))}
          </Stack>
        )}
      </Loaded>
      <EndAllButton />
    </Section>
  )
}

type SessionRowProps = {
  session: ResultOf<typeof adminSession.listSessions>['sessions'][number]
  isEnding: boolean
  onEnd: () => void
}

function SessionRow({ session: { current, device, opened_at, used_at }, isEnding, onEnd }: SessionRowProps) {
  return (
    <Group justify="space-between" wrap="nowrap">
      <div>
        <Group gap="xs">
          <Text>{device}</Text>
          {current && <Badge color="moss">This one</Badge>}
        </Group>
        <Hint>
          Since {formatTime(opened_at)}, last used {formatTime(used_at)}
        </Hint>
      </div>
      {!current && (
        <Button
          variant="default"
          flex="none"
          loading={isEnding}
          onClick={onEnd}
          aria-label={`Sign out ${device}, since ${formatTime(opened_at)}`}
        >
          Sign out
        </Button>
      )}
    </Group>
  )
}

function EndAllButton() {
  const { press, isPending, failure } = usePlainCall(() => call(adminSession.endAllSessions, {}), useLeave())
  const confirmSignOut = () =>
    confirmOnce({
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
