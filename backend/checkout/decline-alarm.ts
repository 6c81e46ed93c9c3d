import { enqueueMail } from '../mail/enqueue-mail.ts'
import { paymentAlertMail } from '../orders/orders.mail.ts'
import { inTransaction } from '../platform/database/database.ts'
import { getShopSettings } from '../platform/settings/shop-settings.repository.ts'
import type { WorkerContext } from './place-order.ts'
import { countedSince, countPlacements, raiseDeclineAlarm } from './placements.repository.ts'

/** Least declines in the window, and their share of placements, that count as card testing. */
const MAX_DECLINES = 30
const MAX_SHARE = 0.5
const FEWEST_FOR_SHARE = 20

/** Raises the alarm for half an hour after many declines, and tells the family once. Call it after a decline. */
export async function alarmAfterDeclines({ database, clock, toFamily, log }: WorkerContext): Promise<void> {
  const now = clock()
  const { declined, all } = await countPlacements(database, { since: countedSince(now), until: now })
  const isAttack = declined > MAX_DECLINES || (all >= FEWEST_FOR_SHARE && declined / all > MAX_SHARE)
  if (!isAttack) return
  await inTransaction(database, async (trx) => {
    if (!(await raiseDeclineAlarm(trx, now))) return
    log.warn({ declined, all }, 'many cards are declined: those who fail are stopped earlier for half an hour')
    const shop = await getShopSettings(trx)
    const text = `${declined} of the last ${all} cards were declined. Someone may be trying stolen cards. Orders stay open. For half an hour, we block addresses after two declined cards and slow down similar cards. To stop all orders, pause them under Settings.`
    await enqueueMail(trx, paymentAlertMail(text, [], toFamily(shop).to), { now, shop })
  })
}
