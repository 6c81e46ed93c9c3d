import { Button, Text } from '@mantine/core'
import { onlineManager } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useLocation, useNavigate, useNavigation, useRouteError } from 'react-router'
import { Page } from '../../ui/page.tsx'
import { EmptyState, messageOf } from '../../ui/states.tsx'
import { CodeLoadError } from '../code.tsx'

export function NotFoundPage() {
  return (
    <Page title="Page not found">
      <EmptyState text="There’s no page at this address.">
        <Button component={Link} to="/">
          Go to Today
        </Button>
      </EmptyState>
    </Page>
  )
}

/** Shown in the place of a page that failed, or whose code could not be loaded. */
export function RouteErrorPage() {
  const error = useRouteError()
  const location = useLocation()
  const navigate = useNavigate()
  const isRetrying = useNavigation().state !== 'idle'
  const [retriedPath, setRetriedPath] = useState<string | null>(null)
  const retry = () => {
    // Code that is still missing was replaced by an update of the shop; only a new document knows the new one.
    const isGone = retriedPath === location.pathname && onlineManager.isOnline()
    if (!(error instanceof CodeLoadError) || isGone) return window.location.reload()
    setRetriedPath(location.pathname)
    void navigate(location, { replace: true, state: location.state })
  }
  return (
    <Page title="That didn’t work">
      <Text role="alert" mb="md" maw="32rem">
        {messageOf(error)}
      </Text>
      <Button loading={isRetrying} onClick={retry}>
        Try again
      </Button>
    </Page>
  )
}
