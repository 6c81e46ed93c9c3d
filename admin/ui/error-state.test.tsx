import { MantineProvider } from '@mantine/core'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { AdminCallError } from '../app/call.ts'
import { ErrorState } from './error-state.tsx'

test.each([
  [503, true],
  [403, false],
  [404, false],
])('after a failure with status %i another try is offered: %s', (status, isOffered) => {
  const html = renderToStaticMarkup(
    <MantineProvider>
      <ErrorState error={new AdminCallError('It failed.', status)} onRetry={() => {}} />
    </MantineProvider>,
  )
  expect(html).toContain('It failed.')
  expect(html.includes('Try again')).toBe(isOffered)
})
