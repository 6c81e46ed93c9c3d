import { keyBefore, useLocation, useNavigate } from '../router/router.tsx'
import { readReturnKey, readReturnPath } from './return-path.ts'

/**
 * Returns to where the visitor came from, with a state for that page (R16). If that is the previous history entry it
 * goes back, so that the page is not in the history twice (R43).
 */
export function useLeaveLogin(): (state?: unknown) => void {
  const navigate = useNavigate()
  const location = useLocation()

  return (state) => {
    const key = readReturnKey(location.state)
    const openReturnPage = () => navigate(readReturnPath(location.state), { replace: true, state })
    if (key === null || key !== keyBefore()) return openReturnPage()
    if (state !== undefined) window.addEventListener('popstate', openReturnPage, { once: true })
    navigate(-1)
  }
}
