import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { sessionExpiry } from '../app/session-expiry.ts'

/** Clears cached data and goes to the sign-in. */
export function useLeave(): () => Promise<void> {
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  return async () => {
    sessionExpiry.close()
    await navigate('/sign-in', { replace: true })
    queryClient.clear()
  }
}
