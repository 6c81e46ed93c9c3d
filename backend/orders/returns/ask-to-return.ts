import type { ReturnItem, ReturnReason } from '@shop/contract/returns/calls'
import { askProblem } from '@shop/contract/returns/rules'
import { enqueueMail } from '../../mail/enqueue-mail.ts'
import { getReturnDays, getReturnPolicy } from '../../pages/texts/page-texts.repository.ts'
import type { Context } from '../../platform/context.ts'
import { inTransaction } from '../../platform/database/database.ts'
import { AppError } from '../../platform/http/errors/app-error.ts'
import { localDay } from '../../platform/lib/days/local-day.ts'
import { toFamilyOf } from '../../platform/settings/settings.ts'
import { getShopSettings } from '../../platform/settings/shop-settings.repository.ts'
import { lockOrder } from '../orders.repository.ts'
import { insertReturn, listReturns } from '../returns.repository.ts'
import { returnAskedMail, returnAskedMailIds, returnAskedShopMail } from './returns.mail.ts'

type AskRequest = { items: readonly ReturnItem[]; reason: ReturnReason; details: string }

/** Stores a request for a return, with mails to both sides. Refuses more units than were bought. */
export async function askToReturn(
  { database, clock, settings }: Pick<Context, 'database' | 'clock' | 'settings'>,
  orderId: string,
  { items, reason, details }: AskRequest,
): Promise<void> {
  await inTransaction(database, async (trx) => {
    const order = await lockOrder(trx, orderId)
    if (order === null) throw new AppError('conflict', 'This order has just changed. Please look it up again.')
    const now = clock()
    const returns = await listReturns(trx, order)
    const time = { today: localDay(now), days: await getReturnDays(trx, order) }
    const problem = askProblem({ ...order, returns }, items, time)
    if (problem !== null) throw new AppError('conflict', problem)
    const return_id = `${orderId}-RMA${returns.length + 1}`
    const asked = { return_id, order_id: orderId, reason, details, items }
    await insertReturn(trx, { ...asked, return_state: 'asked', answer: '', asked_at: now.toISOString() })
    const shop = await getShopSettings(trx)
    const ids = returnAskedMailIds(return_id)
    await enqueueMail(trx, returnAskedShopMail(order, asked, toFamilyOf(settings, shop)), { now, shop, id: ids.shop })
    await enqueueMail(trx, returnAskedMail(order, asked, { shop, policy: await getReturnPolicy(trx) }), {
      now,
      shop,
      id: ids.shopper,
    })
  })
}
