import { randomBytes } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { hashToken } from '../../accounts/passwords/hash-token.ts'
import { requireGoodPassword } from '../../accounts/passwords/require-good-password.ts'
import type { Context } from '../../context.ts'
import { inTransaction, type Trx } from '../../database/database.ts'
import { AppError } from '../../http/errors/app-error.ts'
import { logFactorChange } from '../../http/log-authentication.ts'
import type { StoredAdmin } from '../admins.repository.ts'
import { type ChangeContext, writeAudit } from '../audit/write-audit.ts'
import { mailFactorChange } from './factor-changes.ts'
import {
  claimReset,
  deleteSecondFactors,
  findOpenReset,
  insertReset,
  replaceAdminPassword,
} from './resets.repository.ts'

/** Minutes that a link is valid which a command printed, and one that was mailed. */
const PRINTED_MINUTES = 15
export const MAILED_MINUTES = 30

const CLOSED =
  'This link has been used, or is too old. Please ask for a new one, or run: npm run shop -- owner reset with your e-mail address.'

type NewReset = { userId: string; withSecondFactor: boolean; minutes: number; now: Date }

/** The path of a link with which somebody sets a new password, once. Its token is in the fragment, which no server sees. */
export async function createReset(trx: Trx, { userId, withSecondFactor, minutes, now }: NewReset): Promise<string> {
  const token = randomBytes(24).toString('base64url')
  await insertReset(
    trx,
    {
      token_hash: hashToken(token),
      user_id: userId,
      second_factor: withSecondFactor ? 1 : 0,
      expires_at: new Date(now.getTime() + minutes * 60_000).toISOString(),
      used_at: null,
    },
    now,
  )
  return `/admin/reset#${token}`
}

/** A link that a command prints; it may remove the second factor too, which a mail never does. */
export async function printReset(
  { database, clock, actor }: ChangeContext,
  { id, email }: Pick<StoredAdmin, 'id' | 'email'>,
  { withSecondFactor }: { withSecondFactor: boolean },
): Promise<string> {
  return inTransaction(database, async (trx) => {
    const now = clock()
    const subject = { kind: 'admin', id: email }
    const after = { second_factor: withSecondFactor }
    await writeAudit(trx, { at: now, actor, action: 'admin.reset_allowed', subject, before: null, after })
    return createReset(trx, { userId: id, withSecondFactor, minutes: PRINTED_MINUTES, now })
  })
}

type ResetContext = Pick<Context, 'database' | 'clock' | 'settings' | 'passwords'>

/** Whose link this is; throws for one that is unknown, expired or used. */
export async function getOpenReset({ database, clock }: Pick<Context, 'database' | 'clock'>, token: string) {
  const reset = await findOpenReset(database, hashToken(token), clock())
  if (reset === null) throw new AppError('not_found', CLOSED)
  return reset
}

/** Sets the new password and ends all sessions, writes that to the audit log, and mails it to whose account it is. */
export async function resetAccess(
  context: ResetContext,
  request: FastifyRequest,
  { token, password }: { token: string; password: string },
): Promise<void> {
  const { database, clock, passwords } = context
  const { id, email, second_factor } = await getOpenReset(context, token)
  await requireGoodPassword(password, email)
  const hash = await passwords.hash(password)
  const change = second_factor === 1 ? 'access_reset' : 'password_reset'
  await inTransaction(database, async (trx) => {
    const now = clock()
    if (!(await claimReset(trx, hashToken(token), now))) throw new AppError('not_found', CLOSED)
    await replaceAdminPassword(trx, id, hash)
    if (second_factor === 1) await deleteSecondFactors(trx, id)
    await mailFactorChange(trx, context, email, change)
    const subject = { kind: 'admin', id: email }
    const after = { second_factor: second_factor === 1 }
    await writeAudit(trx, { at: now, actor: email, action: 'admin.access_reset', subject, before: null, after })
  })
  logFactorChange(request, { admin: id }, change)
}
