import { Badge, Button, CopyButton, Group, Stack, Text } from '@mantine/core'
import { inviteOwnerEndpoint, type Owner, removeOwnerEndpoint } from '@shop/contract/admin/owners'
import type { AdminRole } from '@shop/contract/admin/session'
import { isLoopbackUrl } from '@shop/contract/loopback'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../app/call.ts'
import { sessionQuery } from '../app/session.queries.ts'
import { useChange } from '../app/use-change.ts'
import { confirmOnce } from '../ui/confirm-once.ts'
import { FailureLine } from '../ui/failure-line.tsx'
import { formatTime } from '../ui/format-time.ts'
import { Loaded } from '../ui/loaded.tsx'
import { Section } from '../ui/section.tsx'
import { useFocus } from '../ui/use-focus.ts'
import { usePlainCall } from '../ui/use-plain-call.ts'
import { OpenInvites } from './open-invites.tsx'
import { invitesQuery, ownersQuery } from './settings.queries.ts'

/** Who may use the admin, with invitations for more. */
export function OwnersSection() {
  const { data: me } = useQuery(sessionQuery)
  return (
    <Section title="Owners and helpers">
      <Text mb="sm">A helper sees no settings and pays nothing back.</Text>
      <Loaded query={useQuery(ownersQuery)} label="Loading owners and helpers">
        {(owners) => (
          <Stack gap="sm" mb="md">
            {owners.map((owner) => (
              <OwnerRow key={owner.id} owner={owner} isMe={owner.id === me?.id} />
            ))}
          </Stack>
        )}
      </Loaded>
      <OpenInvites />
      <Invite />
    </Section>
  )
}

function OwnerRow({ owner: { id, name, email, role, since }, isMe }: { owner: Owner; isMe: boolean }) {
  const { change, isPending } = useChange(removeOwnerEndpoint, {
    done: `${name} can no longer sign in`,
    refreshes: [ownersQuery.queryKey, invitesQuery.queryKey],
  })
  const confirmRemoval = () =>
    confirmOnce({
      title: `Remove ${name}?`,
      children: `${role === 'owner' ? 'Their sessions and all open invitations' : 'Their sessions'} end at once. What they did stays in the log of changes. This cannot be undone.`,
      labels: { confirm: 'Remove', cancel: 'Keep' },
      confirmProps: { color: 'brick' },
      onConfirm: () => change({ body: { id } }),
    })
  return (
    <Group justify="space-between" wrap="nowrap">
      <div style={{ minWidth: 0, overflowWrap: 'anywhere' }}>
        <Group gap="xs">
          <Text>{name}</Text>
          <Badge color={role === 'owner' ? 'moss' : 'ink'}>{role === 'owner' ? 'Owner' : 'Helper'}</Badge>
        </Group>
        <Text c="dimmed" fz="sm">
          {email}, since {formatTime(since)}
        </Text>
      </div>
      {!isMe && (
        <Button
          variant="default"
          flex="none"
          loading={isPending}
          onClick={confirmRemoval}
          aria-label={`Remove ${name}`}
        >
          Remove
        </Button>
      )}
    </Group>
  )
}

function Invite() {
  const { press, isPending, pressed, failure, result } = useInvite()
  const { data: open, isFetching } = useQuery(invitesQuery)
  const isClosed = !isFetching && open?.every(({ expires_at }) => expires_at !== result?.expires_at)
  return (
    <Stack gap="sm">
      <FailureLine text={failure} />
      <Group gap="sm">
        <Button variant="default" loading={isPending && pressed === 'helper'} onClick={() => press('helper')}>
          Invite a helper
        </Button>
        <Button variant="default" loading={isPending && pressed === 'owner'} onClick={() => press('owner')}>
          Invite an owner
        </Button>
      </Group>
      {result !== undefined && pressed !== undefined && !isClosed && (
        <InviteLink key={result.link} role={pressed} link={result.link} expiresAt={result.expires_at} />
      )}
    </Stack>
  )
}

const INVITED: Readonly<Record<AdminRole, string>> = {
  owner: 'an owner, who may do everything here',
  helper: 'a helper, who sees no settings and pays nothing back',
}

/** It gets the focus, which brings it on the screen of a phone. */
function InviteLink({ role, link, expiresAt }: { role: AdminRole; link: string; expiresAt: string }) {
  const box = useFocus<HTMLDivElement>()
  return (
    <div ref={box} tabIndex={-1}>
      <Text mb="xs">
        Whoever opens this link first becomes {INVITED[role]}. It is valid until {formatTime(expiresAt)}, and is shown
        only here.
      </Text>
      <Text component="code" style={{ overflowWrap: 'anywhere' }} fz="sm">
        {link}
      </Text>
      {isLoopbackUrl(link) && (
        <Text mt="xs" fw={600}>
          It opens on this computer only. For other devices, PUBLIC_URL has to be the https address of the shop.
        </Text>
      )}
      <CopyButton value={link}>
        {({ copied, copy }) => (
          <Button variant="default" mt="xs" display="block" onClick={copy}>
            {copied ? 'Copied' : 'Copy the link'}
          </Button>
        )}
      </CopyButton>
    </div>
  )
}

function useInvite() {
  const queryClient = useQueryClient()
  return usePlainCall(
    (role: AdminRole) => call(inviteOwnerEndpoint, { body: { role } }),
    () => void queryClient.invalidateQueries(invitesQuery),
  )
}
