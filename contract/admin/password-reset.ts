import * as z from 'zod/mini'
import { successBody } from '../errors.ts'
import { definePublicEndpoint, newPassword, token } from './session.ts'

export const requestAdminResetEndpoint = definePublicEndpoint(
  {
    method: 'POST',
    path: '/api/admin/reset/request',
    summary: 'Mails a link that sets a new password',
    description:
      'To an owner or a helper with a second factor, which stays as it is. Every address gets the same response. Without a mail server a command makes the link.',
    body: z.object({
      email: z.string().check(z.trim(), z.minLength(1, 'Please enter your e-mail address'), z.maxLength(1000)),
    }),
    response: successBody,
  },
  ['conflict'],
)

export const checkAdminResetEndpoint = definePublicEndpoint(
  {
    method: 'POST',
    path: '/api/admin/reset/check',
    summary: 'Checks a link that sets a new password',
    description: 'Whose it is, and whether it removes the second factor too. A link can be used once.',
    body: z.object({ token }),
    response: z.object({ email: z.string(), second_factor: z.boolean() }),
  },
  ['not_found'],
)

export const resetAdminPasswordEndpoint = definePublicEndpoint(
  {
    method: 'POST',
    path: '/api/admin/reset',
    summary: 'Sets a new password',
    description: 'Ends all sessions. Signing in needs the second factor as before, unless the link removes it.',
    body: z.object({ token, password: newPassword }),
    response: successBody,
  },
  ['not_found'],
)
