import { formatCount } from '@shop/contract/text/plural'
import type { FastifyBaseLogger } from 'fastify'
import { enqueueMail, type NewMail } from '../../mail/enqueue-mail.ts'
import { type Database, inTransaction } from '../../platform/database/database.ts'
import { type JobWorker, startJob } from '../../platform/jobs/daily-job.ts'
import { mailToOf, publicUrlOf, type Settings } from '../../platform/settings/settings.ts'
import { getShopSettings } from '../../platform/settings/shop-settings.repository.ts'
import { forgetRisen, type LowProduct, listUntoldLow, noteTold } from './low-stock.repository.ts'

/** Milliseconds; products of one round are in one email. */
const ROUND_INTERVAL_MS = 60_000
const MAX_NAMED_PRODUCTS = 100

type LowStockContext = { database: Database; settings: Settings; clock: () => Date }

/** On one of the nodes. */
export function startLowStockMails(
  context: LowStockContext & { log: Pick<FastifyBaseLogger, 'info' | 'error'> },
): JobWorker {
  const { database, log, clock } = context
  return startJob({
    ...{ database, log, clock, name: 'low-stock' },
    lastDue: (now) => new Date(now.getTime() - ROUND_INTERVAL_MS),
    run: async () => {
      const products = await mailLowStock(context)
      if (products > 0) log.info({ products }, 'the family was emailed which products run low')
    },
  })
}

/** Emails the products that fell to their level, again after more were in stock; returns their number. */
export async function mailLowStock({ database, settings, clock }: LowStockContext): Promise<number> {
  return inTransaction(database, async (trx) => {
    await forgetRisen(trx)
    const low = await listUntoldLow(trx)
    const ids = low.map(({ product_id }) => product_id)
    const noted = await noteTold(trx, ids, clock())
    const told = low.filter(({ product_id }) => noted.has(product_id))
    if (told.length === 0) return 0
    const shop = await getShopSettings(trx)
    const link = `${publicUrlOf(settings, shop)}/admin/products`
    await enqueueMail(trx, lowStockMail(told, { to: mailToOf(settings, shop), link }), { now: clock(), shop })
    return told.length
  })
}

function lowStockMail(products: readonly LowProduct[], { to, link }: { to: string; link: string }): NewMail {
  const [first] = products
  const lines = products.slice(0, MAX_NAMED_PRODUCTS).map(({ product_id, product_name, stock_quantity: stock }) => {
    return `${product_name} (${product_id}): ${stock <= 0 ? 'sold out' : `${stock} left`}`
  })
  const more = products.length - lines.length
  const values = {
    what: products.length === 1 && first !== undefined ? first.product_name : formatCount(products.length, 'product'),
    products: [{ list: more === 0 ? lines : [...lines, `and ${formatCount(more, 'other')}`] }],
    link,
  }
  return { kind: 'low-stock', to, text: { name: 'low_stock', values } }
}
