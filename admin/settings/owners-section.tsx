import { Badge, Button, CopyButton, Group, Stack, Text, Title } from '@mantine/core'
import { DEFAULT_RIGHTS, type HelperRight, nameRights } from '@shop/contract/access/helper-rights'
import { adminOwners, type Owner } from '@shop/contract/access/owners'
import type { AdminRole } from '@shop/contract/access/session'
import type { ResultOf } from '@shop/contract/http/call'
import { isLoopbackUrl } from '@shop/contract/http/loopback'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../app/call.ts'
import { useChange } from '../app/changes/use-change.ts'
import { sessionQuery } from '../app/session.ts'
import { confirmOnce } from '../ui/dialog.tsx'
import { focusOnAppear, usePlainCall } from '../ui/form.tsx'
import { Hint, Section } from '../ui/page.tsx'
import { FailureLine, Loaded } from '../ui/states.tsx'
import { formatTime } from '../ui/time.ts'
import { HelperRights, RightsField } from './helper-rights.tsx'
import { invitesQuery, ownersQuery } from './settings.queries.ts'

/** Who may use the admin, with invitations for more. */
export function OwnersSection() {
  const { data: me } = useQuery(sessionQuery)
  return (
    <Section title="Owners and helpers">
      <Text mb="sm">You choose what helpers can use. They can’t see settings or refund orders.</Text>
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

function OwnerRow({ owner, isMe }: { owner: Owner; isMe: boolean }) {
  const { id, name, email, role, rights, since } = owner
  const { change, isPending } = useChange(adminOwners.removeOwner, {
    done: `${name} can no longer sign in`,
    refreshes: [ownersQuery.queryKey, invitesQuery.queryKey],
  })
  const confirmRemoval = () =>
    confirmOnce({
      title: `Remove ${name}?`,
      children: `${role === 'owner' ? 'Their sessions and all open invitations' : 'Their sessions'} will end. Their devices delete what they saved for a fair, including orders they haven’t sent: make sure they’re sent first. What they did stays in the change log. You can’t undo this.`,
      labels: { confirm: 'Remove', cancel: 'Keep' },
      confirmProps: { color: 'brick' },
      onConfirm: () => change({ body: { id } }),
    })
  return (
    <Group justify="space-between" gap="xs">
      <div className="anywhere">
        <Group gap="xs">
          <Text>{name}</Text>
          <Badge color={role === 'owner' ? 'moss' : 'ink'}>{role === 'owner' ? 'Owner' : 'Helper'}</Badge>
        </Group>
        <Hint>
          {email}, since {formatTime(since)}
        </Hint>
        {role === 'helper' && <Text fz="sm">Can use: {nameRights(rights)}</Text>}
      </div>
      <Group gap="xs">
        {role === 'helper' && <HelperRights helper={owner} />}
        {!isMe && (
          <Button variant="default" loading={isPending} onClick={confirmRemoval} aria-label={`Remove ${name}`}>
            Remove
          </Button>
        )}
      </Group>
    </Group>
  )
}

function Invite() {
  const [rights, setRights] = useState<HelperRight[]>([...DEFAULT_RIGHTS])
  const { press, isPending, pressed, failure, result } = useInvite(rights)
  const { data: open, isFetching } = useQuery(invitesQuery)
  const isClosed = !isFetching && open?.every(({ expires_at }) => expires_at !== result?.expires_at)
  return (
    <Stack gap="sm">
      <RightsField label="A new helper can use" rights={rights} onChange={setRights} />
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

const INVITED_MESSAGES: Readonly<Record<AdminRole, string>> = {
  owner: 'an owner, with access to everything',
  helper: 'a helper',
}

/** It gets the focus, which brings it on the screen of a phone. */
function InviteLink({ role, link, expiresAt }: { role: AdminRole; link: string; expiresAt: string }) {
  return (
    <div ref={focusOnAppear} tabIndex={-1}>
      <Text mb="xs">
        The first person to open this link becomes {INVITED_MESSAGES[role]}. It’s valid until {formatTime(expiresAt)},
        and is shown only here.
      </Text>
      <Text component="code" className="anywhere" fz="sm">
        {link}
      </Text>
      {isLoopbackUrl(link) && (
        <Text mt="xs" fw={600}>
          It only opens on this computer. For other devices, set PUBLIC_URL to the shop’s https address.
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

function useInvite(rights: HelperRight[]) {
  const queryClient = useQueryClient()
  return usePlainCall(
    (role: AdminRole) => call(adminOwners.inviteOwner, { body: { role, rights } }),
    () => void queryClient.invalidateQueries(invitesQuery),
  )
}

/** Invitations that no one has used yet; nothing while there are none. */
function OpenInvites() {
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

type OpenInvite = ResultOf<typeof adminOwners.listInvites>['invites'][number]

function InviteRow({ invite: { id, role, rights, invited_by, invited_at, expires_at } }: { invite: OpenInvite }) {
  const noun = role === 'owner' ? 'an owner' : 'a helper'
  const { change, isPending } = useChange(adminOwners.withdrawInvite, {
    done: 'Invitation cancelled',
    refreshes: [invitesQuery.queryKey],
  })
  const confirmWithdrawal = () =>
    confirmOnce({
      title: `Cancel the invitation for ${noun}?`,
      children: 'The link will stop working. You can’t undo this, but you can invite them again.',
      labels: { confirm: 'Cancel invitation', cancel: 'Keep' },
      confirmProps: { color: 'brick' },
      onConfirm: () => change({ body: { id } }),
    })
  const made = [invited_by && `by ${invited_by}`, invited_at && formatTime(invited_at)].filter(Boolean).join(', ')
  return (
    <Group justify="space-between" wrap="nowrap">
      <div className="anywhere">
        <Badge color={role === 'owner' ? 'moss' : 'ink'}>{role === 'owner' ? 'Owner' : 'Helper'}</Badge>
        <Text fz="sm">Valid until {formatTime(expires_at)}</Text>
        {role === 'helper' && <Text fz="sm">Can use: {nameRights(rights)}</Text>}
        {made !== '' && <Hint>Invited {made}</Hint>}
      </div>
      <Button
        variant="default"
        flex="none"
        loading={isPending}
        onClick={confirmWithdrawal}
        aria-label={`Cancel the invitation for ${noun}, valid until ${formatTime(expires_at)}`}
      >
        {' '}
        Cancel{' '}
      </Button>
    </Group>
  )
}
