import * as z from 'zod/mini'
import { anyPassword, newPassword, parseUser, type User, wireUser } from './accounts.ts'
import { asList, asRecord, asText } from './coercion.ts'
import { customer } from './customer.ts'
import { defineEndpoint } from './endpoint.ts'
import { isErrorBody, successBody } from './errors.ts'

/** The account of the signed-in customer. All calls here are our additions; another backend may have none of them. */
export type Account = z.infer<typeof wireAccount>

/** A browser that is signed in. */
export const wireAccountSession = z.object({
  /** For example `Firefox on Android`; `null` when unknown. */
  device: z.nullable(z.string()),
  /** An ISO time; empty when unknown. */
  signedInAt: z.string(),
  /** Whether the call was made in this session. */
  current: z.boolean(),
})
export const wireAccount = z.object({
  user: wireUser,
  emailConfirmed: z.boolean(),
  sessions: z.array(wireAccountSession),
})

/** The longest token of a link that is looked at; ours have 43 characters. */
const LINK_TOKEN_LENGTH = 1000
export const linkToken = z.string().check(z.maxLength(LINK_TOKEN_LENGTH))

export const getAccountEndpoint = defineEndpoint({
  method: 'GET',
  path: '/api/account',
  summary: 'Gets the account of the signed-in customer',
  tag: 'accounts',
  description: 'Name, address, whether the address is confirmed, and the open sessions, newest first.',
  response: wireAccount,
  errors: ['unauthorized'],
  bearer: 'required',
  isError: isErrorBody,
  parse: parseAccount,
})

export const changeNameEndpoint = defineEndpoint({
  method: 'POST',
  path: '/api/account/changeName',
  summary: 'Changes the name of the signed-in customer',
  tag: 'accounts',
  description: 'Orders keep the name that they were placed with.',
  body: z.pick(customer, { firstName: true, lastName: true }),
  response: z.extend(successBody, { user: wireUser }),
  errors: ['unauthorized'],
  bearer: 'required',
  isError: isErrorBody,
  parse: parseChangedUser,
})

export const changePasswordEndpoint = defineEndpoint({
  method: 'POST',
  path: '/api/account/changePassword',
  summary: 'Changes the password of the signed-in customer',
  tag: 'accounts',
  description:
    'Takes the current password too. All other sessions end, and the customer is told by mail. A wrong current password is 403.',
  body: z.object({ currentPassword: anyPassword, password: newPassword }),
  response: successBody,
  errors: ['unauthorized', 'forbidden', 'conflict'],
  bearer: 'required',
  isError: isErrorBody,
  parse: () => true,
})

export const endSessionsEndpoint = defineEndpoint({
  method: 'POST',
  path: '/api/account/endSessions',
  summary: 'Signs the customer out everywhere',
  tag: 'accounts',
  description: 'Ends all sessions of the customer, that of the token included.',
  response: successBody,
  errors: ['unauthorized'],
  bearer: 'required',
  isError: isErrorBody,
  parse: () => true,
})

export const closeAccountEndpoint = defineEndpoint({
  method: 'POST',
  path: '/api/account/close',
  summary: 'Closes the account of the signed-in customer',
  tag: 'accounts',
  description:
    'Takes the password. Deletes the account with its sessions and tells the customer by mail; orders stay, as those of a guest. A wrong password is 403.',
  body: z.object({ password: anyPassword }),
  response: successBody,
  errors: ['unauthorized', 'forbidden', 'conflict'],
  bearer: 'required',
  isError: isErrorBody,
  parse: () => true,
})

export const sendConfirmationEndpoint = defineEndpoint({
  method: 'POST',
  path: '/api/account/sendConfirmation',
  summary: 'Sends a mail that confirms the e-mail address',
  tag: 'accounts',
  description: 'Its link works for 24 hours. For a confirmed address there is nothing to do.',
  response: successBody,
  errors: ['unauthorized'],
  bearer: 'required',
  isError: isErrorBody,
  parse: () => true,
})

export const confirmAddressEndpoint = defineEndpoint({
  method: 'POST',
  path: '/api/account/confirmAddress',
  summary: 'Confirms the e-mail address by the token of a mail',
  tag: 'accounts',
  description:
    'The token is only taken from the customer it was sent to, who therefore has to be signed in. From then on orders that were placed as a guest with this address belong to the account. A token that is unknown, expired or of another account is a conflict.',
  body: z.object({ token: linkToken }),
  response: successBody,
  errors: ['unauthorized', 'conflict'],
  bearer: 'required',
  isError: isErrorBody,
  parse: () => true,
})

/** Parses an account; throws a TypeError without a user. Sessions that cannot be parsed are left out. */
function parseAccount(body: unknown): Account {
  const row = asRecord(body)
  const user = parseUser(row?.user)
  if (user === null) throw new TypeError('the response holds no user')
  const sessions = asList(row?.sessions).flatMap((value) => {
    const session = asRecord(value)
    if (session === null) return []
    const { device, signedInAt, current } = session
    return [{ device: asText(device), signedInAt: asText(signedInAt) ?? '', current: current === true }]
  })
  return { user, emailConfirmed: row?.emailConfirmed === true, sessions }
}

function parseChangedUser(body: unknown): User {
  const user = parseUser(asRecord(body)?.user)
  if (user === null) throw new TypeError('the response holds no user')
  return user
}
