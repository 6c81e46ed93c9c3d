import { Anchor, Button, PasswordInput, Text } from '@mantine/core'
import { adminEntrance, PASSWORD_RULE } from '@shop/contract/access/session'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { Link, useLocation, useNavigate } from 'react-router'
import { call } from '../app/call.ts'
import { notifyDone } from '../app/changes/notify-change.tsx'
import { CallForm } from './call-form.tsx'
import { LinkEntrance } from './entrance.tsx'

export { ResetPage as Component }

/** Where a link leads that sets a new password. Its token is in the fragment, which browsers do not send to servers. */
function ResetPage() {
  const token = useLocation().hash.slice(1)
  const query = useQuery(resetQuery(token))
  return (
    <LinkEntrance
      title="A new password"
      query={query}
      label="Checking the link"
      instead={
        <>
          <Button component={Link} to="/forgot">
            Ask for a new link
          </Button>
          <Anchor component={Link} to="/sign-in" py="sm">
            Back to sign in
          </Anchor>
        </>
      }
    >
      {({ email, second_factor }) => <ResetForm token={token} email={email} losesSecondFactor={second_factor} />}
    </LinkEntrance>
  )
}

const resetQuery = (token: string) =>
  queryOptions({
    queryKey: ['reset', token],
    queryFn: () => call(adminEntrance.checkAdminReset, { body: { token } }),
    retry: false,
    // After use the link is invalid, but its form is still shown.
    staleTime: Number.POSITIVE_INFINITY,
  })

type ResetFormProps = { token: string; email: string; losesSecondFactor: boolean }

function ResetForm({ token, email, losesSecondFactor }: ResetFormProps) {
  const navigate = useNavigate()
  return (
    <CallForm
      initialValues={{ password: '' }}
      send={({ password }) => call(adminEntrance.resetAdminPassword, { body: { token, password } })}
      onDone={() => {
        notifyDone('Your password has been reset. Sign in with the new one.', null)
        return navigate('/sign-in', { replace: true })
      }}
      action="Set password"
      intro={
        <Text className="anywhere">
          For {email}. You’ll be signed out everywhere
          {losesSecondFactor
            ? ', and your app, recovery codes and passkeys stop working. You’ll set up new ones when you sign in.'
            : ', and sign in with the new password and your app or passkey.'}
        </Text>
      }
    >
      {(field) => (
        <PasswordInput
          label="New password"
          description={`${PASSWORD_RULE}. A sentence is easy to remember.`}
          autoComplete="new-password"
          {...field('password')}
        />
      )}
    </CallForm>
  )
}
