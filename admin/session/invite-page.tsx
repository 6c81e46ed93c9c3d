import { PasswordInput, Text, TextInput } from '@mantine/core'
import { type AdminRole, acceptInviteEndpoint, checkInviteEndpoint, PASSWORD_RULE } from '@shop/contract/admin/session'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useLocation, useNavigate } from 'react-router'
import { call } from '../app/call.ts'
import { sessionQuery } from '../app/session.queries.ts'
import { Loaded } from '../ui/loaded.tsx'
import { CallForm } from './call-form.tsx'
import { Entrance } from './entrance.tsx'
import { useFormCall } from './use-form-call.ts'

/** The page of an invitation. Its token is in the URL's fragment, which browsers do not send to servers. */
export function InvitePage() {
  const token = useLocation().hash.slice(1)
  return (
    <Entrance title="Welcome">
      <Loaded query={useQuery(inviteQuery(token))} label="Looking at the invitation">
        {({ role }) => <InviteForm token={token} role={role} />}
      </Loaded>
    </Entrance>
  )
}

const inviteQuery = (token: string) =>
  queryOptions({
    queryKey: ['invite', token],
    queryFn: () => call(checkInviteEndpoint, { body: { token } }),
    retry: false,
    // After use the invitation is invalid, but its form is still shown.
    staleTime: Number.POSITIVE_INFINITY,
  })

const WELCOME: Readonly<Record<AdminRole, string>> = {
  owner: 'You are about to become an owner of this shop: you may do everything here.',
  helper: 'You are invited to help in this shop with its goods, orders and inquiries.',
}

function InviteForm({ token, role }: { token: string; role: AdminRole }) {
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const { form, ...sending } = useFormCall({
    initialValues: { name: '', email: '', password: '' },
    send: (values) => call(acceptInviteEndpoint, { body: { token, ...values } }),
    onDone: async () => {
      await queryClient.resetQueries(sessionQuery)
      await navigate('/', { replace: true })
    },
  })
  return (
    <CallForm call={sending} action="Continue" intro={<Text>{WELCOME[role]}</Text>}>
      <TextInput label="Name" autoComplete="name" key={form.key('name')} {...form.getInputProps('name')} />
      <TextInput
        label="E-mail"
        type="email"
        autoComplete="username"
        key={form.key('email')}
        {...form.getInputProps('email')}
      />
      <PasswordInput
        label="Password"
        description={`${PASSWORD_RULE}. A sentence is easy to keep.`}
        autoComplete="new-password"
        key={form.key('password')}
        {...form.getInputProps('password')}
      />
    </CallForm>
  )
}
