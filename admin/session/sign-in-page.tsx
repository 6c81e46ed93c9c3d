import { Alert, Code } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { KeyRound } from 'lucide-react'
import { useLocation, useNavigate } from 'react-router'
import { sessionQuery } from '../app/session.ts'
import { Entrance } from './entrance.tsx'
import { entranceQuery } from './session.queries.ts'
import { SignIn } from './sign-in.tsx'

export { SignInPage as Component }

/** Signs in and returns to the previous page, which is always one of the admin. */
function SignInPage() {
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const { state } = useLocation()
  const { data } = useQuery(entranceQuery)
  const from = typeof state?.from === 'string' ? state.from : '/'
  return (
    <Entrance title="Sign in">
      {data?.has_owner === false && <NoOwner />}
      <SignIn
        onDone={async () => {
          await queryClient.resetQueries(sessionQuery)
          await navigate(from, { replace: true })
        }}
      />
    </Entrance>
  )
}

function NoOwner() {
  return (
    <Alert color="amber" variant="light" mb="md" icon={<KeyRound aria-hidden />} title="This shop has no owner yet">
      Open the link that the shop printed when it started. <Code>npm run shop -- owner invite</Code> prints a new one.
    </Alert>
  )
}
