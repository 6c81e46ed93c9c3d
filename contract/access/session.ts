import * as z from 'zod/mini'
import { EMAIL_LENGTH, NAME_LENGTH } from '../accounts/fields.ts'
import { defineAdminCalls, definePublicAdminCalls, successBody } from '../http/endpoint.ts'
import { timeZone } from '../settings/admin.ts'
import { RIGHT_NAMES } from './helper-rights.ts'

/** An owner may do everything; a helper never sees settings, refunds, or who uses the admin. */
export const ADMIN_ROLES = ['owner', 'helper'] as const
export type AdminRole = (typeof ADMIN_ROLES)[number]

/** Longer than a customer's, since it gives access to the whole shop. */
export const ADMIN_PASSWORD_MIN_LENGTH = 10
export const ADMIN_PASSWORD_MAX_LENGTH = 128

export const PASSWORD_RULE = `Please choose a password of at least ${ADMIN_PASSWORD_MIN_LENGTH} characters`

const name = z.string().check(z.trim(), z.minLength(1, 'Please enter a name'), z.maxLength(NAME_LENGTH))
/** An email as strict as the sign-in library wants it, which would refuse a person who joined with another. */
const email = z.pipe(
  z.string().check(z.trim(), z.maxLength(EMAIL_LENGTH)),
  z.email('Please enter a valid email address'),
)
const newPassword = z
  .string()
  .check(z.minLength(ADMIN_PASSWORD_MIN_LENGTH, PASSWORD_RULE), z.maxLength(ADMIN_PASSWORD_MAX_LENGTH))
const anyPassword = z.string().check(z.minLength(1, 'Please enter your password'), z.maxLength(1000))
/** Authenticator apps show codes with blanks. */
const totpCode = z.string().check(z.regex(/^\s*(\d\s*){6}$/, 'Please enter the six digits that your app shows'))
const recoveryCode = z.string().check(z.trim(), z.minLength(1, 'Please enter a recovery code'), z.maxLength(100))
const token = z.string().check(z.minLength(1), z.maxLength(200))

export const wireRights = z.array(z.enum(RIGHT_NAMES))

export const wireAdmin = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  role: z.enum(ADMIN_ROLES),
  rights: wireRights,
  has_totp: z.boolean(),
  passkeys: z.int(),
})
export type AdminUser = z.infer<typeof wireAdmin>

const wireSession = z.extend(wireAdmin, {
  has_payments: z.boolean(),
  /** In which days and times are shown on any device (R55). */
  time_zone: z.string(),
})
export type Session = z.infer<typeof wireSession>

const signInStep = z.object({ next: z.enum(['done', 'code']) })

const webAuthnOptions = z.record(z.string(), z.unknown())
/** A device's response, passed on unchanged. */
const credential = z.looseObject({ id: z.string().check(z.minLength(1), z.maxLength(2000)) })

export const adminEntrance = definePublicAdminCalls({
  getEntrance: {
    method: 'GET',
    path: '/api/admin/entrance',
    summary: 'Says whether the shop has an owner',
    description: 'The first owner signs up with the link that the start of the shop prints.',
    response: z.object({
      has_owner: z.boolean(),
      /** A forgotten password can be replaced by email. */
      sends_mail: z.boolean(),
    }),
  },
  checkRemoved: {
    method: 'POST',
    path: '/api/admin/entrance/removed',
    summary: 'Says whether somebody was removed from the admin',
    description: 'By the id of their account, for a device that keeps the data of a fair for them.',
    body: z.object({ id: z.string().check(z.minLength(1), z.maxLength(100)) }),
    response: z.object({ is_removed: z.boolean() }),
  },
  checkInvite: {
    method: 'POST',
    path: '/api/admin/invite/check',
    summary: 'Checks an invitation',
    description: 'Its role and when it expires. An invitation can be used once.',
    body: z.object({ token }),
    response: z.object({
      role: z.enum(ADMIN_ROLES),
      expires_at: z.string(),
      /** The shop's time zone, which its first owner is asked for; `null` in other invitations. */
      time_zone: z.nullable(z.string()),
    }),
    errors: ['not_found'],
  },
  acceptInvite: {
    method: 'POST',
    path: '/api/admin/invite/accept',
    summary: 'Accepts an invitation',
    description:
      "Creates the account and opens a session; a second factor comes next. The first owner sets the shop's time zone.",
    body: z.object({ token, name, email, password: newPassword, time_zone: z.optional(timeZone) }),
    response: successBody,
    errors: ['not_found', 'conflict'],
  },
  signIn: {
    method: 'POST',
    path: '/api/admin/auth/sign-in',
    summary: 'Signs in with email and password',
    description: 'The first step, before the code of the app. Same response for unknown addresses and wrong passwords.',
    body: z.object({
      email: z.string().check(z.trim(), z.minLength(1, 'Please enter your email address'), z.maxLength(1000)),
      password: anyPassword,
    }),
    response: signInStep,
    errors: ['unauthorized'],
  },
  verifyCode: {
    method: 'POST',
    path: '/api/admin/auth/verify-code',
    summary: 'Verifies a code of the authenticator app',
    description: 'The second step of a sign-in, and the last of setting up the app. A code can be used once.',
    body: z.object({ code: totpCode }),
    response: successBody,
    errors: ['unauthorized'],
  },
  verifyRecoveryCode: {
    method: 'POST',
    path: '/api/admin/auth/verify-recovery-code',
    summary: 'Verifies a recovery code',
    description: 'The second step of a sign-in without the app. Each code can be used once.',
    body: z.object({ code: recoveryCode }),
    response: successBody,
    errors: ['unauthorized'],
  },
  passkeyOptions: {
    method: 'POST',
    path: '/api/admin/auth/passkey-options',
    summary: 'Begins a sign-in with a passkey',
    description: 'WebAuthn options for the browser.',
    response: webAuthnOptions,
  },
  signInWithPasskey: {
    method: 'POST',
    path: '/api/admin/auth/sign-in-with-passkey',
    summary: 'Signs in with a passkey',
    description: 'A passkey is both factors: the device, and the person who unlocked it.',
    body: z.object({ response: credential }),
    response: successBody,
    errors: ['unauthorized'],
  },
  signOut: {
    method: 'POST',
    path: '/api/admin/auth/sign-out',
    summary: 'Ends the session',
    description: 'The response is the same without a session.',
    response: successBody,
  },
  requestAdminReset: {
    method: 'POST',
    path: '/api/admin/reset/request',
    summary: 'Emails a link to reset your password',
    description:
      'Same response for every address. Needs a second factor, which stays. Without an email server, a command makes the link.',
    body: z.object({
      email: z.string().check(z.trim(), z.minLength(1, 'Please enter your email address'), z.maxLength(1000)),
    }),
    response: successBody,
    errors: ['conflict'],
  },
  checkAdminReset: {
    method: 'POST',
    path: '/api/admin/reset/check',
    summary: 'Checks a password reset link',
    description: 'Says whose it is, and whether it removes the second factor.',
    body: z.object({ token }),
    response: z.object({ email: z.string(), second_factor: z.boolean() }),
    errors: ['not_found'],
  },
  resetAdminPassword: {
    method: 'POST',
    path: '/api/admin/reset',
    summary: 'Resets your password',
    description: 'Ends all sessions. The second factor stays unless the link removes it.',
    body: z.object({ token, password: newPassword }),
    response: successBody,
    errors: ['not_found'],
  },
})

export const adminSession = defineAdminCalls({
  getSession: {
    method: 'GET',
    path: '/api/admin/session',
    summary: 'Returns the signed-in user',
    description: 'Also before a second factor has been set up.',
    response: wireSession,
  },
  startTotp: {
    method: 'POST',
    path: '/api/admin/auth/start-totp',
    summary: 'Begins setting up an authenticator app',
    description: 'The key URI for the app, and recovery codes. Both take effect once a code of the app is verified.',
    body: z.object({ password: anyPassword }),
    response: z.object({ uri: z.string(), recovery_codes: z.array(z.string()) }),
    errors: ['conflict'],
  },
  replaceTotp: {
    method: 'POST',
    path: '/api/admin/auth/replace-totp',
    summary: 'Begins setting up another authenticator app',
    description:
      'Needs the password and a code or recovery code. The old app, its codes and other sessions end at once. Verify a code to finish; until then its recovery codes sign in.',
    body: z.object({ password: anyPassword, code: recoveryCode }),
    response: z.object({ uri: z.string(), recovery_codes: z.array(z.string()) }),
    errors: ['conflict'],
  },
  renewRecoveryCodes: {
    method: 'POST',
    path: '/api/admin/auth/renew-recovery-codes',
    summary: 'Creates new recovery codes',
    description: 'The old ones stop working.',
    body: z.object({ password: anyPassword }),
    response: z.object({ recovery_codes: z.array(z.string()) }),
    errors: ['conflict'],
  },
  newPasskeyOptions: {
    method: 'POST',
    path: '/api/admin/auth/new-passkey-options',
    summary: 'Begins adding a passkey',
    description: 'WebAuthn options for the browser. Needs the password.',
    body: z.object({ password: anyPassword }),
    response: webAuthnOptions,
  },
  addPasskey: {
    method: 'POST',
    path: '/api/admin/auth/add-passkey',
    summary: 'Adds a passkey',
    description: 'The device must have verified its user.',
    body: z.object({
      name: z.string().check(z.trim(), z.minLength(1, 'Please name the device'), z.maxLength(NAME_LENGTH)),
      response: credential,
    }),
    response: successBody,
  },
  listPasskeys: {
    method: 'GET',
    path: '/api/admin/passkeys',
    summary: 'Lists your passkeys',
    description: 'Each with the name it was given.',
    response: z.object({ passkeys: z.array(z.object({ id: z.string(), name: z.string(), created_at: z.string() })) }),
  },
  removePasskey: {
    method: 'POST',
    path: '/api/admin/passkeys/remove',
    summary: 'Removes one of your passkeys',
    description: 'The last one only if an authenticator app is set up.',
    body: z.object({ id: token }),
    response: successBody,
    errors: ['not_found', 'conflict'],
  },
  listSessions: {
    method: 'GET',
    path: '/api/admin/sessions',
    summary: 'Lists your sessions',
    description: 'Where you’re signed in, the latest first.',
    response: z.object({
      sessions: z.array(
        z.object({
          id: z.string(),
          current: z.boolean(),
          device: z.string(),
          opened_at: z.string(),
          used_at: z.string(),
        }),
      ),
    }),
  },
  endSession: {
    method: 'POST',
    path: '/api/admin/sessions/end',
    summary: 'Ends one of your sessions',
    description: 'That device must sign in again.',
    body: z.object({ id: token }),
    response: successBody,
    errors: ['not_found'],
  },
  endAllSessions: {
    method: 'POST',
    path: '/api/admin/sessions/end-all',
    summary: 'Signs you out everywhere',
    description: 'Ends this session as well.',
    response: successBody,
  },
  changePassword: {
    method: 'POST',
    path: '/api/admin/auth/change-password',
    summary: 'Changes your password',
    description: 'Ends your other sessions.',
    body: z.object({ current_password: anyPassword, new_password: newPassword }),
    response: successBody,
  },
})
