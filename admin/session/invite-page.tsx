import { PasswordInput, Text, TextInput } from '@mantine/core'
import { type AdminRole, adminEntrance, PASSWORD_RULE } from '@shop/contract/access/session'
import type { ResultOf } from '@shop/contract/http/call'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { call } from '../app/call.ts'
import { sessionQuery } from '../app/session.ts'
import { TimeZoneSelect } from '../settings/shop/time-zone-select.tsx'
import { formatTime } from '../ui/time.ts'
import { CallForm } from './call-form.tsx'
import { LinkEntrance } from './entrance.tsx'

export { InvitePage as Component }

/** The page of an invitation. Its token is in the URL's fragment, which browsers do not send to servers. */
function InvitePage() {
  const token = useLocation().hash.slice(1)
  const query = useQuery(inviteQuery(token))
  return (
    <LinkEntrance title="Welcome" query={query} label="Checking the invitation">
      {(invite) => <InviteForm token={token} invite={invite} />}
    </LinkEntrance>
  )
}

/** Milliseconds between two looks at an invitation that should have expired by the browser's clock, which may be wrong. */
const POLL_INTERVAL_MS = 30_000

const inviteQuery = (token: string) =>
  queryOptions({
    queryKey: ['invite', token],
    queryFn: () => call(adminEntrance.checkInvite, { body: { token } }),
    retry: false,
    // Looked at again when it expires and when someone returns to the page, before they fill in the form.
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: 'always',
    refetchIntervalInBackground: true,
    refetchInterval: ({ state: { data } }) =>
      data !== undefined && Math.max(Date.parse(data.expires_at) - Date.now(), POLL_INTERVAL_MS),
  })

const WELCOME_TEXTS: Readonly<Record<AdminRole, string>> = {
  owner: 'You’re about to become an owner of this shop, with access to everything.',
  helper: 'You’re invited to help in this shop.',
}

type Invite = ResultOf<typeof adminEntrance.checkInvite>
type InviteFormProps = { token: string; invite: Invite }

function InviteForm({ token, invite: { role, expires_at, time_zone } }: InviteFormProps) {
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const [zone, setZone] = useState(time_zone)
  return (
    <CallForm
      initialValues={{ name: '', email: '', password: '' }}
      send={(values) =>
        call(adminEntrance.acceptInvite, { body: { token, ...values, ...(zone && { time_zone: zone }) } })
      }
      onDone={async () => {
        await queryClient.resetQueries(sessionQuery)
        await navigate('/', { replace: true })
      }}
      action="Continue"
      intro={
        <Text>
          {WELCOME_TEXTS[role]} The invitation is valid until {formatTime(expires_at)}.
        </Text>
      }
    >
      {(field) => (
        <>
          <TextInput label="Name" autoComplete="name" {...field('name')} />
          <TextInput label="Email" type="email" autoComplete="username" {...field('email')} />
          <PasswordInput
            label="Password"
            description={`${PASSWORD_RULE}. A sentence is easy to remember.`}
            autoComplete="new-password"
            {...field('password')}
          />
          {zone !== null && <TimeZoneSelect value={zone} onChange={setZone} />}
        </>
      )}
    </CallForm>
  )
}
