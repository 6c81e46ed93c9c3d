import { MantineProvider } from '@mantine/core'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { AdminCallError } from '../app/call.ts'
import { ErrorState } from './states.tsx'

test.each([
  [503, true, true],
  [403, true, false],
  [404, false, false],
])('status %i is called a failure: %s, and another try is offered: %s', (status, isFailure, isOffered) => {
  const html = renderToStaticMarkup(
    <MantineProvider>
      <ErrorState error={new AdminCallError('It failed.', status)} onRetry={() => {}} />
    </MantineProvider>,
  )
  expect(html).toContain('It failed.')
  expect(html.includes('That did not work')).toBe(isFailure)
  expect(html.includes('Try again')).toBe(isOffered)
})
