import { useQueryClient } from '@tanstack/react-query'
import { useLocation, useNavigate } from 'react-router'
import { sessionQuery } from '../app/session.queries.ts'
import { Entrance } from './entrance.tsx'
import { SignIn } from './sign-in.tsx'

/** Signs in and returns to the previous page, which is always one of the admin. */
export function SignInPage() {
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const { state } = useLocation()
  const from = typeof state?.from === 'string' ? state.from : '/'
  return (
    <Entrance title="Sign in">
      <SignIn
        onDone={async () => {
          await queryClient.resetQueries(sessionQuery)
          await navigate(from, { replace: true })
        }}
      />
    </Entrance>
  )
}
