import * as z from 'zod/mini'
import { accountCalls, isAcceptablePassword } from './accounts.ts'
import { cleanedEmail, cleanedWords } from './cleaned.ts'
import { EMAIL_LENGTH, INVALID_EMAIL, isEmail, NAME_LENGTH } from './customer.ts'
import { defineEndpoints, successBody } from './endpoint.ts'
import { ownAccountCalls } from './own-account.ts'
import { hasWebAddress, NAME_WITH_ADDRESS } from './person-name.ts'

const name = z.string().check(cleanedWords, z.minLength(1), z.maxLength(NAME_LENGTH))
const email = z.string().check(cleanedEmail, z.maxLength(EMAIL_LENGTH), z.refine(isEmail, INVALID_EMAIL))

/** Names and e-mail address of a customer in the calls of shoppers, whose spelling is the specification's (section 7). */
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

/** A password as it is compared with the stored one: any text. */
const anyPassword = z.string().check(z.minLength(1), z.maxLength(1000))
/** A password that is chosen (R28). */
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

/** Of a mail's link; ours have 43 characters. */
const linkToken = z.string().check(z.maxLength(1000))
const EXAMPLE_TOKEN = 'dJ4mQ0xT9sB2vL7eH5kR8nW1yC6pZ3uG0aF4iX9oV2E'

export const accountEndpoints = defineEndpoints(
  'accounts',
  { ...accountCalls, ...ownAccountCalls },
  {
    signIn: {
      summary: 'Signs in with email and password',
      description: 'Opens a session for 30 days. An unknown email and a wrong password get the same response.',
      body: credentials,
      response: wireSession,
      errors: ['unauthorized'],
      example: { body: { loginId: 'demo@packwright.example', password: 'backpack40' } },
    },
    signUp: {
      summary: 'Creates an account; loginId equals the email address',
      description:
        'Creates an account and opens a session. A password has 6 to 128 characters with letters and numbers, and is none of the commonly used ones. An address that has an account already is a conflict.',
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
      summary: 'Revokes the bearer token',
      description:
        'Ends the session of the token that is sent. Without one, or with one that has ended already, there is nothing to do and the response is the same.',
      response: successBody,
    },
    getAccount: {
      summary: 'Gets the account of the signed-in customer',
      description: 'Name, address, whether the address is confirmed, and the open sessions, newest first.',
      response: wireAccount,
      errors: ['unauthorized'],
    },
    changeName: {
      summary: 'Changes the name of the signed-in customer',
      description: 'Orders keep the name that they were placed with.',
      body: z.object(accountNames),
      response: z.extend(successBody, { user: wireUser }),
      errors: ['unauthorized'],
      example: { body: { firstName: 'Demo', lastName: 'Shopper' } },
    },
    changePassword: {
      summary: 'Changes the password of the signed-in customer',
      description:
        'Takes the current password too. All other sessions end, and the customer is told by email. A wrong current password is 403.',
      body: z.object({ currentPassword: anyPassword, password: newPassword }),
      response: successBody,
      errors: ['unauthorized', 'forbidden', 'conflict'],
      example: { body: { currentPassword: 'backpack40', password: 'walks 40 miles' } },
    },
    sendConfirmation: {
      summary: 'Sends an email that confirms the email address',
      description: 'Its link works for 24 hours. For a confirmed address there is nothing to do.',
      response: successBody,
      errors: ['unauthorized'],
    },
    confirmAddress: {
      summary: 'Confirms the email address by the token of an email',
      description:
        'The token is only taken from the customer it was sent to, who therefore has to be signed in. From then on orders that were placed as a guest with this address belong to the account. A token that is unknown, expired or of another account is a conflict.',
      body: z.object({ token: linkToken }),
      response: successBody,
      errors: ['unauthorized', 'conflict'],
      example: { body: { token: EXAMPLE_TOKEN } },
    },
    endSessions: {
      summary: 'Signs the customer out everywhere',
      description: 'Ends all sessions of the customer, that of the token included.',
      response: successBody,
      errors: ['unauthorized'],
    },
    requestPasswordReset: {
      summary: 'Sends an email with a link that sets a new password',
      description:
        'The link works for 30 minutes, once. The response is the same whether or not there is an account with this address (R31); one address gets at most three emails in 30 minutes.',
      body: z.object({ email }),
      response: successBody,
      example: { body: { email: 'demo@packwright.example' } },
    },
    resetPassword: {
      summary: 'Sets a new password by the token of an email',
      description:
        'Ends all sessions of the customer, confirms the address that the email was sent to, and tells the customer by email. A token that is unknown, used or expired is a conflict; a password that is refused does not use it up.',
      body: z.object({ token: linkToken, password: newPassword }),
      response: successBody,
      errors: ['conflict'],
      example: { body: { token: EXAMPLE_TOKEN, password: 'carries 25 liters' } },
    },
    closeAccount: {
      summary: 'Closes the account of the signed-in customer',
      description:
        'Takes the password. Deletes the account with its sessions and tells the customer by email; orders stay, as those of a guest. A wrong password is 403.',
      body: z.object({ password: anyPassword }),
      response: successBody,
      errors: ['unauthorized', 'forbidden', 'conflict'],
      example: { body: { password: 'carries 25 liters' } },
    },
  },
)
