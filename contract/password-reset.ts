import * as z from 'zod/mini'
import { newPassword } from './accounts.ts'
import { customerEmail } from './customer.ts'
import { defineEndpoint } from './endpoint.ts'
import { isErrorBody, successBody } from './errors.ts'
import { linkToken } from './own-account.ts'

export const requestPasswordResetEndpoint = defineEndpoint({
  method: 'POST',
  path: '/api/auth/forgotPassword',
  summary: 'Sends a mail with a link that sets a new password',
  tag: 'accounts',
  description:
    'The link works for 30 minutes, once. The response is the same whether or not there is an account with this address (R31); one address gets at most three mails in 30 minutes.',
  body: z.object({ email: customerEmail }),
  response: successBody,
  errors: [],
  isError: isErrorBody,
  parse: () => true,
})

export const resetPasswordEndpoint = defineEndpoint({
  method: 'POST',
  path: '/api/auth/resetPassword',
  summary: 'Sets a new password by the token of a mail',
  tag: 'accounts',
  description:
    'Ends all sessions of the customer, confirms the address that the mail was sent to, and tells the customer by mail. A token that is unknown, used or expired is a conflict; a password that is refused does not use it up.',
  body: z.object({ token: linkToken, password: newPassword }),
  response: successBody,
  errors: ['conflict'],
  isError: isErrorBody,
  parse: () => true,
})
