import { Button, Divider, Group, Stack, Text } from '@mantine/core'
import { type AdminUser, removePasskeyEndpoint } from '@shop/contract/admin/session'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../app/call.ts'
import { sessionQuery } from '../app/session.queries.ts'
import { ErrorState } from '../ui/error-state.tsx'
import { FailureLine } from '../ui/failure-line.tsx'
import { formatTime } from '../ui/format-time.ts'
import { Section } from '../ui/section.tsx'
import { usePlainCall } from '../ui/use-plain-call.ts'
import { AddPasskey } from './add-passkey.tsx'
import { passkeysQuery } from './session.queries.ts'

/** The user's passkeys. */
export function PasskeysSection({ admin }: { admin: AdminUser }) {
  const queryClient = useQueryClient()
  const { data, error, refetch } = useQuery(passkeysQuery)
  const reload = () =>
    Promise.all([queryClient.invalidateQueries(passkeysQuery), queryClient.invalidateQueries(sessionQuery)])
  const remove = usePlainCall((id: string) => call(removePasskeyEndpoint, { body: { id } }), reload)
  const passkeys = data?.passkeys ?? []
  const isNeeded = !admin.has_totp && passkeys.length === 1
  return (
    <Section title="Passkeys">
      {data === undefined && error !== null && <ErrorState error={error} onRetry={() => void refetch()} />}
      <FailureLine text={remove.failure} />
      <Stack gap="sm">
        {passkeys.map(({ id, name, created_at }) => (
          <Group key={id} justify="space-between" wrap="nowrap">
            <Text miw={0} style={{ overflowWrap: 'anywhere' }}>
              {name}, since {formatTime(created_at)}
            </Text>
            <Button
              variant="default"
              flex="none"
              disabled={isNeeded}
              loading={remove.isPending && remove.pressed === id}
              onClick={() => remove.press(id)}
              aria-label={`Remove ${name}`}
            >
              Remove
            </Button>
          </Group>
        ))}
        {isNeeded && <Text c="dimmed">Set up an app first: without this passkey you could not sign in.</Text>}
        {passkeys.length > 0 && <Divider />}
        <AddPasskey onDone={reload} />
      </Stack>
    </Section>
  )
}
