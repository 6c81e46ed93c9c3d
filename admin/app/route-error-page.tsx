import { useRouteError } from 'react-router'
import { ErrorState } from '../ui/error-state.tsx'

/** Shown when a page failed or its code could not be loaded, such as the old code after an update of the shop. */
export function RouteErrorPage() {
  const error = useRouteError()
  return <ErrorState error={error} onRetry={() => window.location.reload()} />
}
