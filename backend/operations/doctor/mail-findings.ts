import { createHash } from 'node:crypto'
import type { FastifyBaseLogger } from 'fastify'
import { enqueueMail, type NewMail } from '../../mail/enqueue-mail.ts'
import { forgetSent, hasMail } from '../../mail/outbox.repository.ts'
import { type Database, inTransaction } from '../../platform/database/database.ts'
import type { Finding } from '../../platform/finding.ts'
import { type JobWorker, startDailyJob } from '../../platform/jobs/daily-job.ts'
import { localDay } from '../../platform/lib/days/local-day.ts'
import type { ShopModule } from '../../platform/module.ts'
import { mailToOf, type Settings } from '../../platform/settings/settings.ts'
import { areOrdersOpen, getShopSettings } from '../../platform/settings/shop-settings.repository.ts'
import { findProblems } from './find-problems.ts'

const HOUR_OF_DAY = 6
const ID_PREFIX = 'finding-'

type AlertContext = { database: Database; settings: Settings; clock: () => Date; modules: readonly ShopModule[] }

/** Checks an open shop daily on one node, and emails problems. */
export function startOpenShopCheck(
  context: AlertContext & { log: Pick<FastifyBaseLogger, 'info' | 'error'> },
): JobWorker {
  const { database, log } = context
  return startDailyJob({
    ...{ database, log, name: 'open-shop-check', hour: HOUR_OF_DAY },
    run: async () => {
      const mailed = await mailFindings(context)
      if (mailed.length > 0) log.info({ codes: mailed }, 'the family was emailed what is wrong with the open shop')
    },
  })
}

/** Emails each error once a month while it lasts, and again after it was fixed. Returns new codes. */
export async function mailFindings({ database, settings, clock, modules }: AlertContext): Promise<string[]> {
  if (!(await areOrdersOpen(database))) return []
  const findings = await findProblems({ database, settings, clock, modules }, { thorough: true })
  const now = clock()
  const errors = findings
    .filter(({ code, severity }) => severity === 'error' || code === 'certificate_ends')
    .map((error) => ({ error, id: idOf(error, now) }))
  const mailed: string[] = []
  await inTransaction(database, async (trx) => {
    await forgetSent(
      trx,
      ID_PREFIX,
      errors.map(({ id }) => id),
    )
    const shop = await getShopSettings(trx)
    for (const { error, id } of errors) {
      if (await hasMail(trx, id)) continue
      await enqueueMail(trx, alertMail(error, mailToOf(settings, shop)), { now, shop, id })
      mailed.push(error.code)
    }
  })
  return mailed
}

/** The email's id, without the text's numbers, which change daily. */
function idOf({ code, text }: Finding, now: Date): string {
  const what = createHash('sha256').update(text.replace(/\d+/g, '')).digest('hex').slice(0, 16)
  return `${ID_PREFIX}${code}-${localDay(now).slice(0, 7)}-${what}`
}

function alertMail({ text, remedy }: Finding, to: string): NewMail {
  return {
    kind: 'open-shop-alert',
    to,
    text: { name: 'open_shop_alert', values: { problem: text, remedy } },
  }
}
