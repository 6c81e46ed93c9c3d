import { keyBefore, useLocation, useNavigate } from '../router/router.tsx'
import { readReturnKey, readReturnPath } from './return-path.ts'

/**
 * Leads back to where the visitor came from, with a state for that page (R16). Where it is the entry before in the
 * history that one is gone back to, so that it does not stand there twice and Back leads on as before (R43).
 */
export function useLeaveLogin(): (state?: unknown) => void {
  const navigate = useNavigate()
  const location = useLocation()

  return (state) => {
    const key = readReturnKey(location.state)
    const arrive = () => navigate(readReturnPath(location.state), { replace: true, state })
    if (key === null || key !== keyBefore()) return arrive()
    if (state !== undefined) window.addEventListener('popstate', arrive, { once: true })
    navigate(-1)
  }
}
