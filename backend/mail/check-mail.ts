import { plural } from '@shop/contract/text/plural'
import { formatCounted, type TodayTask } from '@shop/contract/today/admin'
import type { Database } from '../platform/database/database.ts'
import type { CheckContext, Finding } from '../platform/finding.ts'
import { checkMailServer } from './mailer.ts'
import { countUnsent } from './outbox.repository.ts'
import { listBrokenTexts } from './texts/mail-texts.repository.ts'
import { MAIL_TEXTS } from './texts/mail-texts.ts'

/** Emails whose edited text does not fit this version. */
export async function checkMailTexts({ database }: CheckContext): Promise<Finding[]> {
  const broken = await listBrokenTexts(database)
  if (broken.length === 0) return []
  const titles = broken.map((name) => `"${MAIL_TEXTS[name].title}"`).join(', ')
  return [
    {
      code: 'mail_text_broken',
      severity: 'warning',
      text: `An edited email no longer fits this version of the shop, which sends its own text: ${titles}.`,
      remedy: 'Open it under Email templates and fix the lines named there, or go back to the default text.',
    },
  ]
}

export async function checkMail({ settings: { smtpUrl }, thorough }: CheckContext): Promise<Finding[]> {
  if (smtpUrl === null) {
    const text = 'No email server is set up, so emails to shoppers are waiting.'
    return [{ code: 'mail_not_set', severity: 'error', text, remedy: 'Set SMTP_URL and restart the shop.' }]
  }
  const problem = thorough ? await checkMailServer(smtpUrl) : null
  if (problem === null) return []
  const text = `The email server cannot be used (${problem}).`
  return [
    { code: 'mail_unreachable', severity: 'error', text, remedy: 'Check SMTP_URL: host, port, user and password.' },
  ]
}

export async function checkOutbox({ database }: CheckContext): Promise<Finding[]> {
  const { failed } = await countUnsent(database)
  if (failed === 0) return []
  const text = plural(failed, 'One email could not be delivered.', `${failed} emails could not be delivered.`)
  const remedy = '"npm run shop -- outbox list" says why, and "npm run shop -- outbox retry" sends them again.'
  return [{ code: 'mail_failed', severity: 'error', text, remedy }]
}

/** The task to look at emails that could not be sent. */
export async function findMailTasks({ database }: { database: Database }): Promise<TodayTask[]> {
  const { failed } = await countUnsent(database)
  if (failed === 0) return []
  const title = `${formatCounted(failed, 'email')} could not be sent`
  const action = { label: plural(failed, 'See it', 'See them'), to: '/mails' }
  return [{ title, detail: 'Someone is waiting for it.', urgency: 'now', action }]
}
