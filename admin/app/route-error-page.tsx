import { useRouteError } from 'react-router'
import { ErrorState } from '../ui/error-state.tsx'

/** A page that broke, or whose code could not be loaded: after an update of the shop the old code is gone. */
export function RouteErrorPage() {
  const error = useRouteError()
  return <ErrorState error={error} onRetry={() => window.location.reload()} />
}
