import { Badge, Button, Group, Stack, Text, Title } from '@mantine/core'
import { type listInvitesEndpoint, withdrawInviteEndpoint } from '@shop/contract/admin/owners'
import type { ResultOf } from '@shop/contract/endpoint'
import { useQuery } from '@tanstack/react-query'
import { useChange } from '../app/use-change.ts'
import { confirmOnce } from '../ui/confirm-once.ts'
import { formatTime } from '../ui/format-time.ts'
import { Loaded } from '../ui/loaded.tsx'
import { invitesQuery } from './settings.queries.ts'

/** Invitations that nobody has used yet; nothing while there are none. */
export function OpenInvites() {
  return (
    <Loaded query={useQuery(invitesQuery)} label="Loading open invitations">
      {(invites) =>
        invites.length > 0 && (
          <Stack gap="sm" mb="md">
            <Title order={3} fz="1rem">
              Open invitations
            </Title>
            {invites.map((invite) => (
              <InviteRow key={invite.id} invite={invite} />
            ))}
          </Stack>
        )
      }
    </Loaded>
  )
}

type OpenInvite = ResultOf<typeof listInvitesEndpoint>['invites'][number]

function InviteRow({ invite: { id, role, invited_by, invited_at, expires_at } }: { invite: OpenInvite }) {
  const noun = role === 'owner' ? 'an owner' : 'a helper'
  const { change, isPending } = useChange(withdrawInviteEndpoint, {
    done: 'The invitation is withdrawn',
    refreshes: [invitesQuery.queryKey],
  })
  const confirmWithdrawal = () =>
    confirmOnce({
      title: `Withdraw the invitation of ${noun}?`,
      children: 'Its link opens nothing any more. This cannot be undone; you can invite them again.',
      labels: { confirm: 'Withdraw', cancel: 'Keep' },
      confirmProps: { color: 'brick' },
      onConfirm: () => change({ body: { id } }),
    })
  const made = [invited_by && `by ${invited_by}`, invited_at && formatTime(invited_at)].filter(Boolean).join(', ')
  return (
    <Group justify="space-between" wrap="nowrap">
      <div style={{ minWidth: 0, overflowWrap: 'anywhere' }}>
        <Badge color={role === 'owner' ? 'moss' : 'ink'}>{role === 'owner' ? 'Owner' : 'Helper'}</Badge>
        <Text fz="sm">Valid until {formatTime(expires_at)}</Text>
        {made !== '' && (
          <Text c="dimmed" fz="sm">
            Invited {made}
          </Text>
        )}
      </div>
      <Button
        variant="default"
        flex="none"
        loading={isPending}
        onClick={confirmWithdrawal}
        aria-label={`Withdraw the invitation of ${noun}, valid until ${formatTime(expires_at)}`}
      >
        Withdraw
      </Button>
    </Group>
  )
}
