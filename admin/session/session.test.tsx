import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import { Component as ForgotPage } from './forgot-page.tsx'
import { entranceQuery } from './session.queries.ts'
import { secretOf } from './totp-setup.tsx'

test('without an email server the page for a forgotten password says so, and whom to ask', () => {
  const queryClient = new QueryClient()
  queryClient.setQueryData(entranceQuery.queryKey, { has_owner: true, sends_mail: false })
  const html = renderToStaticMarkup(
    <MantineProvider>
      <QueryClientProvider client={queryClient}>
        <MemoryRouter>
          <ForgotPage />
        </MemoryRouter>
      </QueryClientProvider>
    </MantineProvider>,
  )
  expect(html).toContain('No email server is set up, so we can’t email you a link. Please ask your technical contact')
})

test('the secret is shown in groups of four', () => {
  expect(secretOf('otpauth://totp/Shop:a%40b.c?secret=ABCDEFGHIJ&issuer=Shop')).toBe('ABCD EFGH IJ')
})
