import * as z from 'zod/mini'
import { defineEndpoints, successBody } from '../http/endpoint.ts'
import { cleanedEmail, cleanedWords } from '../text/cleaned.ts'
import { hasWebAddress, NAME_WITH_ADDRESS } from '../text/person-name.ts'
import { accountCalls, isAcceptablePassword } from './calls.ts'
import { EMAIL_LENGTH, INVALID_EMAIL, isEmail, NAME_LENGTH } from './fields.ts'
import { ownAccountCalls } from './own-account.ts'

const name = z.string().check(cleanedWords, z.minLength(1), z.maxLength(NAME_LENGTH))
const email = z.string().check(cleanedEmail, z.maxLength(EMAIL_LENGTH), z.refine(isEmail, INVALID_EMAIL))

/** A customer in the calls of shoppers, spelled as in the specification (section 7). */
export const customer = z.object({ firstName: name, lastName: name, email })

const accountName = name.check(z.refine<string>((value) => !hasWebAddress(value), NAME_WITH_ADDRESS))
const accountNames = { firstName: accountName, lastName: accountName }

const wireUser = z
  .object({ customer_id: z.string(), firstName: z.string(), lastName: z.string(), email: z.string() })
  .register(z.globalRegistry, { id: 'Customer', description: 'The customer of an account.' })

const wireSession = z.extend(successBody, { user: wireUser, token: z.string() }).register(z.globalRegistry, {
  id: 'Session',
  description: 'The signed-in customer and the token of the session.',
})

/** Any text, since it is only compared with the stored one. */
const anyPassword = z.string().check(z.minLength(1), z.maxLength(1000))
const newPassword = z
  .string()
  .check(z.refine(isAcceptablePassword, 'Must be minimum 6 characters containing both letters and numbers'))

const credentials = z
  .object({ loginId: z.string().check(z.minLength(1), z.maxLength(1000)), password: anyPassword })
  .register(z.globalRegistry, { id: 'Credentials', description: 'Email address and password.' })

export const newAccount = z
  .extend(customer, { ...accountNames, loginId: z.string().check(z.maxLength(1000)), password: newPassword })
  .register(z.globalRegistry, {
    id: 'Account',
    description: 'A new account; `loginId` equals the email address.',
  })

const wireAccountSession = z
  .object({ device: z.nullable(z.string()), signedInAt: z.string(), current: z.boolean() })
  .register(z.globalRegistry, { id: 'OwnSession', description: 'A browser that is signed in.' })

const wireAccount = z
  .object({ user: wireUser, emailConfirmed: z.boolean(), sessions: z.array(wireAccountSession) })
  .register(z.globalRegistry, { id: 'OwnAccount', description: 'The account of the signed-in customer.' })

const linkToken = z.string().check(z.maxLength(1000))
const EXAMPLE_TOKEN = 'dJ4mQ0xT9sB2vL7eH5kR8nW1yC6pZ3uG0aF4iX9oV2E'

export const accountEndpoints = defineEndpoints(
  'accounts',
  { ...accountCalls, ...ownAccountCalls },
  {
    signIn: {
      summary: 'Signs in with email and password',
      description: 'Opens a session for 30 days. Unknown emails and wrong passwords get the same response.',
      body: credentials,
      response: wireSession,
      errors: ['unauthorized'],
      example: { body: { loginId: 'demo@packwright.example', password: 'backpack40' } },
    },
    signUp: {
      summary: 'Creates an account',
      description:
        '`loginId` equals the email address. Opens a session. 6 to 128 characters with letters and numbers, no common password. 409 if the address has an account.',
      body: newAccount,
      response: wireSession,
      errors: ['conflict'],
      example: {
        body: {
          firstName: 'Grace',
          lastName: 'Miller',
          email: 'grace@packwright.example',
          loginId: 'grace@packwright.example',
          password: 'walks 40 miles',
        },
      },
    },
    signOut: {
      summary: 'Signs out',
      description: 'Ends the session of the token. The same response without one.',
      response: successBody,
    },
    getAccount: {
      summary: 'Returns your account',
      description: "Name, address, whether it's confirmed, and open sessions, newest first.",
      response: wireAccount,
      errors: ['unauthorized'],
    },
    changeName: {
      summary: 'Changes your name',
      description: 'Orders keep the name they were placed with.',
      body: z.object(accountNames),
      response: z.extend(successBody, { user: wireUser }),
      errors: ['unauthorized'],
      example: { body: { firstName: 'Demo', lastName: 'Shopper' } },
    },
    changePassword: {
      summary: 'Changes your password',
      description: 'Needs the current one (403 if wrong). Ends all other sessions and emails the customer.',
      body: z.object({ currentPassword: anyPassword, password: newPassword }),
      response: successBody,
      errors: ['unauthorized', 'forbidden', 'conflict'],
      example: { body: { currentPassword: 'backpack40', password: 'walks 40 miles' } },
    },
    sendConfirmation: {
      summary: 'Emails a link to confirm your address',
      description: 'It works for 24 hours. Does nothing if the address is confirmed.',
      response: successBody,
      errors: ['unauthorized'],
    },
    confirmAddress: {
      summary: 'Confirms your address by the token of an email',
      description:
        'Only for the customer it was sent to. Their guest orders then belong to the account. 409 if the token is unknown, expired or of another account.',
      body: z.object({ token: linkToken }),
      response: successBody,
      errors: ['unauthorized', 'conflict'],
      example: { body: { token: EXAMPLE_TOKEN } },
    },
    endSessions: {
      summary: 'Signs you out everywhere',
      description: 'This session too.',
      response: successBody,
      errors: ['unauthorized'],
    },
    requestPasswordReset: {
      summary: 'Emails a link to reset the password',
      description:
        'It works once and expires in 30 minutes. Same response for unknown addresses. At most three emails in 30 minutes.',
      body: z.object({ email }),
      response: successBody,
      example: { body: { email: 'demo@packwright.example' } },
    },
    resetPassword: {
      summary: 'Resets a password by the token of an email',
      description:
        "Ends all sessions, confirms the address and emails the customer. 409 if the token is unknown, used or expired. A refused password doesn't use it up.",
      body: z.object({ token: linkToken, password: newPassword }),
      response: successBody,
      errors: ['conflict'],
      example: { body: { token: EXAMPLE_TOKEN, password: 'carries 25 liters' } },
    },
    closeAccount: {
      summary: 'Closes your account',
      description:
        'Needs the password (403 if wrong). Deletes account and sessions and emails the customer. Orders stay as guest orders.',
      body: z.object({ password: anyPassword }),
      response: successBody,
      errors: ['unauthorized', 'forbidden', 'conflict'],
      example: { body: { password: 'carries 25 liters' } },
    },
  },
)
