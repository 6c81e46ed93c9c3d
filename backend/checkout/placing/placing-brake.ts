import { type ChangeContext, writeAudit } from '../../admin/audit/audit.repository.ts'
import { inTransaction } from '../../database/database.ts'
import { enqueueMail } from '../../mail/enqueue-mail.ts'
import { paymentAlertMail } from '../../orders/orders.mail.ts'
import { getShopSettings } from '../../settings/shop/shop-settings.repository.ts'
import type { WorkerContext } from './place-order.ts'
import { closePlacing, countedSince, countPlacements, findBrake, reopenPlacing } from './placements.repository.ts'

/** Declines in the window from which somebody tries stolen cards; and their share, of so many placements. */
const MAX_DECLINES = 30
const MAX_SHARE = 0.5
const FEWEST_FOR_SHARE = 20

/** Closes placing for half an hour after too many declines, and tells the family, once. To be called after a decline. */
export async function brakeAfterDeclines({ database, clock, toFamily, log }: WorkerContext): Promise<void> {
  const now = clock()
  const since = await countedSince(database, now)
  const { declined, all } = await countPlacements(database, { since, until: now })
  const isTooMany = declined > MAX_DECLINES || (all >= FEWEST_FOR_SHARE && declined / all > MAX_SHARE)
  if (!isTooMany) return
  await inTransaction(database, async (trx) => {
    if (!(await closePlacing(trx, now))) return
    log.warn({ declined, all }, 'placing orders is closed for half an hour: too many cards are declined')
    const shop = await getShopSettings(trx)
    const text = `${declined} of the last ${all} cards were declined, as when stolen cards are tried. Orders are closed for half an hour; "npm run shop -- payments resume" opens them earlier.`
    await enqueueMail(trx, paymentAlertMail(text, [], toFamily(shop).to), { now, shop })
  })
}

/** Opens placing again; what was declined before counts no more. False when it was not closed. */
export async function resumePlacing({ database, clock, actor }: ChangeContext): Promise<boolean> {
  return inTransaction(database, async (trx) => {
    const now = clock()
    const before = await findBrake(trx, now)
    if (before === null) return false
    await reopenPlacing(trx, now)
    const subject = { kind: 'payment', id: 'placing' }
    await writeAudit(trx, {
      at: now,
      actor,
      action: 'payments.resumed',
      subject,
      before: { closed_until: before },
      after: null,
    })
    return true
  })
}
