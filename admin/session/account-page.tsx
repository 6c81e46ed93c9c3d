import { Badge, Button, Divider, Group, PasswordInput, Stack, Text } from '@mantine/core'
import { nameRights } from '@shop/contract/access/helper-rights'
import { type AdminUser, adminEntrance, adminSession, PASSWORD_RULE } from '@shop/contract/access/session'
import type { ResultOf } from '@shop/contract/http/call'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../app/call.ts'
import { notifyDone } from '../app/changes/notify-change.tsx'
import { describeWaitingOrders, emptyDevice } from '../app/fair-storage.ts'
import { sessionQuery, useLeave } from '../app/session.ts'
import { confirmOnce } from '../ui/dialog.tsx'
import { usePlainCall } from '../ui/form.tsx'
import { Columns, Hint, Page, Section } from '../ui/page.tsx'
import { ErrorState, FailureLine, Loaded } from '../ui/states.tsx'
import { formatTime } from '../ui/time.ts'
import { CallForm } from './call-form.tsx'
import { AddPasskey } from './passkeys.tsx'
import { passkeysQuery, sessionsQuery } from './session.queries.ts'
import { TotpSection } from './totp-section.tsx'

export { AccountPage as Component }

/** The user's account: password, second factors, passkeys and sessions. */
function AccountPage() {
  const { data: admin } = useQuery(sessionQuery)
  if (admin === undefined) return null
  return (
    <Page title="Your account">
      <Columns
        left={
          <>
            <WhoSection admin={admin} />
            <TotpSection admin={admin} />
            <PasskeysSection admin={admin} />
          </>
        }
        right={
          <>
            <PasswordSection />
            <SessionsSection />
          </>
        }
      />
    </Page>
  )
}

const ROLE_WORDS = { owner: 'an owner of this shop', helper: 'a helper in this shop' } as const

export function WhoSection({ admin }: { admin: AdminUser }) {
  const { press, isPending, failure } = usePlainCall(() => call(adminEntrance.signOut, {}), useLeaveDevice())
  return (
    <Section title={admin.name}>
      <Text mb="md">
        {admin.email}, {ROLE_WORDS[admin.role]}
        {admin.role === 'helper' && `, with access to: ${nameRights(admin.rights)}`}
      </Text>
      <FailureLine text={failure} />
      <Button variant="default" loading={isPending} onClick={() => askAboutOrders(() => press())}>
        Sign out
      </Button>
    </Section>
  )
}

/** Leaves the admin, and nothing of a fair on this device. */
function useLeaveDevice(): () => Promise<void> {
  const leave = useLeave()
  return async () => {
    await emptyDevice()
    await leave()
  }
}

/** Signs out at once, or after a question where orders would be lost. */
function askAboutOrders(signOut: () => void): void {
  const waiting = describeWaitingOrders()
  if (waiting === null) signOut()
  else {
    confirmOnce({
      title: 'Sign out and delete the orders?',
      children: waiting,
      labels: { confirm: 'Sign out and delete', cancel: 'Stay signed in' },
      onConfirm: signOut,
    })
  }
}

export function PasswordSection() {
  const queryClient = useQueryClient()
  return (
    <Section title="Password">
      <CallForm
        initialValues={{ current_password: '', new_password: '' }}
        send={(body) => call(adminSession.changePassword, { body })}
        onDone={(_result, reset) => {
          reset()
          notifyDone('Password changed. Your other devices have to sign in again.', null)
          return queryClient.invalidateQueries(sessionsQuery)
        }}
        action="Change the password"
        inSection
      >
        {(field) => (
          <>
            <PasswordInput label="Current password" autoComplete="current-password" {...field('current_password')} />
            <PasswordInput
              label="New password"
              description={`${PASSWORD_RULE}.`}
              autoComplete="new-password"
              {...field('new_password')}
            />
          </>
        )}
      </CallForm>
    </Section>
  )
}

export function PasskeysSection({ admin }: { admin: AdminUser }) {
  const queryClient = useQueryClient()
  const { data, error } = useQuery(passkeysQuery)
  const reload = () =>
    Promise.all([queryClient.invalidateQueries(passkeysQuery), queryClient.invalidateQueries(sessionQuery)])
  const remove = usePlainCall((id: string) => call(adminSession.removePasskey, { body: { id } }), reload)
  const passkeys = data?.passkeys ?? []
  const isNeeded = !admin.has_totp && passkeys.length === 1
  return (
    <Section title="Passkeys">
      {data === undefined && error !== null && <ErrorState error={error} />}
      <FailureLine text={remove.failure} />
      <Stack gap="sm">
        {passkeys.map(({ id, name, created_at }) => (
          <Group key={id} justify="space-between" wrap="nowrap">
            <Text miw={0} className="anywhere">
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
        {isNeeded && <Text c="dimmed">Set up an app first: without this passkey you couldn’t sign in.</Text>}
        {passkeys.length > 0 && <Divider />}
        <AddPasskey onDone={reload} />
      </Stack>
    </Section>
  )
}

export function SessionsSection() {
  const queryClient = useQueryClient()
  const end = usePlainCall(
    (id: string) => call(adminSession.endSession, { body: { id } }),
    () => queryClient.invalidateQueries(sessionsQuery),
  )
  return (
    <Section title="Where you’re signed in">
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
          {current && <Badge color="moss">This device</Badge>}
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
  const { press, isPending, failure } = usePlainCall(() => call(adminSession.endAllSessions, {}), useLeaveDevice())
  const confirmSignOut = () =>
    confirmOnce({
      title: 'Sign out everywhere?',
      children: `Every device has to sign in again, including this one. ${describeWaitingOrders() ?? ''}`,
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
