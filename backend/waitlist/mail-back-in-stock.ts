import type { FastifyBaseLogger } from 'fastify'
import { enqueueMail } from '../mail/enqueue-mail.ts'
import { type Database, inTransaction } from '../platform/database/database.ts'
import { type JobWorker, startJob } from '../platform/jobs/daily-job.ts'
import { publicUrlOf, type Settings } from '../platform/settings/settings.ts'
import { areOrdersOpen, getShopSettings } from '../platform/settings/shop-settings.repository.ts'
import { waitlistNoticeMail } from './waitlist.mail.ts'
import { listDue, markDue, takeWaiting } from './waitlist.repository.ts'

/** Milliseconds between steps, and emails per step and product: the first have time to buy. */
const STEP_INTERVAL_MS = 5 * 60_000
const MAILS_PER_STEP = 50

type WaitlistContext = { database: Database; settings: Settings; clock: () => Date }

export function startWaitlist(
  context: WaitlistContext & { log: Pick<FastifyBaseLogger, 'info' | 'error'> },
): JobWorker {
  const { database, log, clock } = context
  return startJob({
    ...{ database, log, clock, name: 'waitlist' },
    lastDue: (now) => new Date(now.getTime() - STEP_INTERVAL_MS),
    run: async () => {
      const mails = await mailWaitlist(context)
      if (mails > 0) log.info({ mails }, 'emailed the waitlist')
    },
  })
}

/**
 * Emails at most 50 people per product that is in stock again, and for orders; returns the count. A subject must be
 * there for a full step, so a quick undo emails no one. Each email and its deletion are one transaction.
 */
export async function mailWaitlist({ database, settings, clock }: WaitlistContext): Promise<number> {
  const before = clock()
  const due = await inTransaction(database, async (trx) => {
    await markDue(trx, await areOrdersOpen(trx), before)
    return listDue(trx, before)
  })
  let mails = 0
  for (const { product_id, product_name } of due) {
    mails += await inTransaction(database, async (trx) => {
      const shop = await getShopSettings(trx)
      const page = product_id === '' ? '/shop' : `/product/${encodeURIComponent(product_id)}`
      const said = { link: publicUrlOf(settings, shop) + page, ordersOpen: shop.orders === 'open' }
      const addresses = await takeWaiting(trx, { product_id, before, limit: MAILS_PER_STEP })
      for (const to of addresses) {
        await enqueueMail(trx, waitlistNoticeMail({ to, shop, product: product_name }, said), { now: clock(), shop })
      }
      return addresses.length
    })
  }
  return mails
}
