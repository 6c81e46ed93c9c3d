import type { FastifyBaseLogger } from 'fastify'
import { enqueueMail } from '../mail/enqueue-mail.ts'
import { type Database, inTransaction } from '../platform/database/database.ts'
import { type JobWorker, startJob } from '../platform/jobs/daily-job.ts'
import { publicUrlOf, type Settings } from '../platform/settings/settings.ts'
import { areOrdersOpen, getShopSettings } from '../platform/settings/shop-settings.repository.ts'
import { waitlistNoticeMail } from './waitlist.mail.ts'
import { listDue, markDue, takeWaiting } from './waitlist.repository.ts'

/** Milliseconds between steps, and mails of a step about one product: those who come first have time to buy. */
const STEP_INTERVAL_MS = 5 * 60_000
const MAILS_PER_STEP = 50

type WaitlistContext = { database: Database; settings: Settings; clock: () => Date }

/** Mails those who wait for what is there now, on one of the nodes. */
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
 * One step: mails at most 50 of those who wait for each product that is in stock again, and of those who wait for orders;
 * returns how many. What was not there at the step before waits for the next one, so a stock or a switch that is
 * undone within minutes mails no one. A mail and the deletion of its address are one transaction.
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
