import { Button } from '@mantine/core'
import { Link } from 'react-router'
import { EmptyState } from '../ui/empty-state.tsx'
import { Page } from '../ui/page.tsx'

export function NotFoundPage() {
  return (
    <Page title="Page not found">
      <EmptyState text="There is nothing at this address.">
        <Button component={Link} to="/">
          Go to the start
        </Button>
      </EmptyState>
    </Page>
  )
}
