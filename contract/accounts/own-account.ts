import { get, post } from '../http/call.ts'
import { asList, asRecord, asText } from '../http/coercion.ts'
import { isErrorBody } from '../http/errors.ts'
import { parseUser, type User } from './calls.ts'

export type AccountSession = {
  /** Such as `Firefox on Android`; `null` when unknown. */
  device: string | null
  /** An ISO time; empty when unknown. */
  signedInAt: string
  current: boolean
}

export type Account = { user: User; emailConfirmed: boolean; sessions: AccountSession[] }

const CALL_OPTIONS = { isError: isErrorBody } as const
const SIGNED_IN = { ...CALL_OPTIONS, bearer: 'required' } as const

const done = () => true

export const ownAccountCalls = {
  getAccount: get<Account>('/api/account', parseAccount, SIGNED_IN),
  changeName: post<User, { body: { firstName: string; lastName: string } }>(
    '/api/account/changeName',
    parseChangedUser,
    SIGNED_IN,
  ),
  changePassword: post<boolean, { body: { currentPassword: string; password: string } }>(
    '/api/account/changePassword',
    done,
    SIGNED_IN,
  ),
  sendConfirmation: post<boolean>('/api/account/sendConfirmation', done, SIGNED_IN),
  confirmAddress: post<boolean, { body: { token: string } }>('/api/account/confirmAddress', done, SIGNED_IN),
  endSessions: post<boolean>('/api/account/endSessions', done, SIGNED_IN),
  requestPasswordReset: post<boolean, { body: { email: string } }>('/api/auth/forgotPassword', done, CALL_OPTIONS),
  resetPassword: post<boolean, { body: { token: string; password: string } }>(
    '/api/auth/resetPassword',
    done,
    CALL_OPTIONS,
  ),
  closeAccount: post<boolean, { body: { password: string } }>('/api/account/close', done, SIGNED_IN),
}

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
