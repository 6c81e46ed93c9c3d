import { isMailAddress } from '@shop/contract/accounts/fields'
import { DAY_MS } from '@shop/contract/durations'
import { CONFIRM_DAYS, type TellMeStep, tellMeAddress, WAIT_DAYS } from '@shop/contract/waitlist/calls'
import type { FastifyBaseLogger } from 'fastify'
import { mailboxOf, normalizeEmail } from '../accounts/normalize.ts'
import { createToken, hashToken } from '../accounts/passwords/tokens.ts'
import { findProduct } from '../catalog/catalog.repository.ts'
import { enqueueMail } from '../mail/enqueue-mail.ts'
import type { Context } from '../platform/context.ts'
import { type Database, inTransaction } from '../platform/database/database.ts'
import { countsTogether, isOverLimit, type Limit } from '../platform/http/rate-limits/rate-limiter.ts'
import { publicUrlOf } from '../platform/settings/settings.ts'
import { areOrdersOpen, getShopSettings } from '../platform/settings/shop-settings.repository.ts'
import { waitlistConfirmationMail } from './waitlist.mail.ts'
import { confirmWaiting, deleteWaiting, upsertWaiting } from './waitlist.repository.ts'

/** Further ones are dropped silently: the earlier links still work. */
const PER_MAILBOX: Limit = { max: 5, minutes: 6 * 60 }

/** For all mailboxes, so many clients can't flood the shop's email. */
const ALL_MAILS: Limit = { max: 200, minutes: 60 }

/** Emails a link to confirm the address. `null` when there is nothing to wait for. */
export async function joinWaitlist(
  {
    database,
    clock,
    settings,
    rateLimiter,
    log,
  }: Pick<Context, 'database' | 'clock' | 'settings' | 'rateLimiter'> & { log: Pick<FastifyBaseLogger, 'warn'> },
  { product_id, typed }: { product_id: string; typed: string },
): Promise<TellMeStep | null> {
  if (!isMailAddress(typed.trim())) return 'malformed'
  const wanted = await findWanted(database, product_id)
  if (wanted === null) return null
  const email = normalizeEmail(typed)
  const toMailbox = { key: `waitlist email to ${mailboxOf(email)}`, limit: PER_MAILBOX }
  if (!(await countsTogether({ database, rateLimiter }, toMailbox, { key: 'waitlist emails', limit: ALL_MAILS }))) {
    if (await isOverLimit(database, toMailbox, clock())) return 'sent'
    log.warn(
      { mails: ALL_MAILS.max },
      'so many ask "Tell me when" that no more of its emails are sent for up to an hour',
    )
    return 'busy'
  }
  const now = clock()
  const token = createToken()
  await inTransaction(database, async (trx) => {
    const expires_at = new Date(now.getTime() + CONFIRM_DAYS * DAY_MS).toISOString()
    await upsertWaiting(trx, { token_hash: hashToken(token), email, product_id, expires_at })
    const shop = await getShopSettings(trx)
    const link = publicUrlOf(settings, shop) + tellMeAddress(product_id, 'confirm', token)
    await enqueueMail(trx, waitlistConfirmationMail({ to: email, shop, product: wanted.product }, link), { now, shop })
  })
  return 'sent'
}

/** A product with a stock of 0, or with an empty id, that orders open. */
async function findWanted(database: Database, productId: string): Promise<{ product: string | null } | null> {
  if (productId === '') return (await areOrdersOpen(database)) ? null : { product: null }
  const product = await findProduct(database, productId)
  if (product === null || product.status === 'draft' || product.stock_quantity > 0) return null
  return { product: product.product_name }
}

/** Confirms or deletes the address of a token; `null` when it is unknown or expired. */
export async function answerMail(
  { database, clock }: Pick<Context, 'database' | 'clock'>,
  { token, answer }: { token: string; answer: 'yes' | 'no' },
): Promise<TellMeStep | null> {
  const now = clock()
  if (answer === 'no') return (await deleteWaiting(database, hashToken(token))) ? 'removed' : null
  const until = new Date(now.getTime() + WAIT_DAYS * DAY_MS)
  return (await confirmWaiting(database, hashToken(token), { now, until })) ? 'confirmed' : null
}
