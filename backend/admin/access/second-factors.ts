import type { FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { type Database, inTransaction } from '../../platform/database/database.ts'
import { AppError } from '../../platform/http/errors/app-error.ts'
import type { Admin, AdminContext } from './admin-sessions.ts'
import {
  countPasskeys,
  deletePasskey,
  deleteSessions,
  listOpenSessions,
  lockAdmin,
  reopenTotpSetup,
} from './admins.repository.ts'
import { attempt, fieldError, useCodeOnce } from './auth-attempts.ts'
import { parseRecoveryCode } from './recovery-codes.ts'

const setup = z.object({ totpURI: z.string(), backupCodes: z.array(z.string()) })

type Setup = { uri: string; recovery_codes: string[] }

/** Creates an app's secret and recovery codes; it takes effect once a code is verified. */
export async function beginTotp(
  context: AdminContext,
  request: FastifyRequest,
  { email }: Pick<Admin, 'email'>,
  password: string,
): Promise<Setup> {
  const body = { password, method: 'totp' }
  const result = await attempt(context, request, { path: '/two-factor/enable', body, account: email })
  const { totpURI, backupCodes } = setup.parse(result.body)
  return { uri: totpURI, recovery_codes: backupCodes }
}

/**
 * Replaces the app. The old one stops working at once, since its phone may be in other hands, and other sessions end. A
 * password still needs a second factor: the new recovery codes.
 */
export async function replaceTotp(
  context: AdminContext,
  request: FastifyRequest,
  admin: Admin,
  { password, code }: { password: string; code: string },
): Promise<Setup> {
  const { database, clock } = context
  if (!admin.has_totp) throw new AppError('conflict', 'No app is set up yet.')
  await attempt(context, request, { path: '/verify-password', body: { password }, account: admin.email })
  await requireCode(context, request, admin, code)
  const sessions = await listOpenSessions(database, admin.id, clock())
  await deleteSessions(
    database,
    sessions.map(({ id }) => id).filter((id) => id !== admin.sessionId),
  )
  await reopenTotpSetup(database, admin.id)
  const setup = await beginTotp(context, request, admin, password)
  await context.reportFactorChange(request, admin, 'app')
  return setup
}

async function requireCode(context: AdminContext, request: FastifyRequest, admin: Admin, typed: string): Promise<void> {
  const digits = typed.replace(/\s/g, '')
  if (!/^\d{6}$/.test(digits)) {
    const body = { code: parseRecoveryCode(typed), disableSession: true }
    await attempt(context, request, { path: '/two-factor/verify-backup-code', body, account: admin.email })
    return
  }
  await attempt(context, request, { path: '/two-factor/verify-totp', body: { code: digits }, account: admin.email })
  if (!(await useCodeOnce(context, request, admin.id, digits))) {
    throw fieldError('code', 'This code has already been used. Please type the next one that the app shows.')
  }
}

const LAST_FACTOR = 'Set up an app with codes first: without this passkey you couldn’t sign in.'

/** Removes a passkey, but never the last second factor, even concurrently. */
export async function removePasskey(
  database: Database,
  { id: userId, has_totp }: Pick<Admin, 'id' | 'has_totp'>,
  id: string,
): Promise<void> {
  await inTransaction(database, async (trx) => {
    await lockAdmin(trx, userId)
    if (!has_totp && (await countPasskeys(trx, userId)) === 1) throw new AppError('conflict', LAST_FACTOR)
    if (!(await deletePasskey(trx, userId, id))) throw new AppError('not_found')
  })
}
