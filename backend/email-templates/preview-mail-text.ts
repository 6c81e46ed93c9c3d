import type { MailText, MailWords } from '@shop/contract/mail/templates'
import { answerMail, contactMail } from '../contact/contact.mail.ts'
import { listInquiriesPage } from '../contact/contact.repository.ts'
import { type ComposedMail, composeWords, type NewMail } from '../mail/enqueue-mail.ts'
import { listStoredTexts } from '../mail/texts/mail-texts.repository.ts'
import {
  exampleValues,
  type Fill,
  MAIL_TEXT_NAMES,
  MAIL_TEXTS,
  type MailTextName,
  ownWords,
  placeholdersOf,
  problemsOf,
} from '../mail/texts/mail-texts.ts'
import { listOrdersPage } from '../orders/list/orders-page.repository.ts'
import { findOrder, type StoredOrder } from '../orders/orders.repository.ts'
import { mailsOfOrder, sampleOrder } from '../orders/page/mail-samples.ts'
import type { Context } from '../platform/context.ts'
import type { Database } from '../platform/database/database.ts'
import { AppError } from '../platform/http/errors/app-error.ts'
import { localDay } from '../platform/lib/days/local-day.ts'
import { mailToOf, publicUrlOf } from '../platform/settings/settings.ts'
import { getShopSettings } from '../platform/settings/shop-settings.repository.ts'

type PreviewContext = Pick<Context, 'database' | 'settings' | 'clock'>

/** With placeholders, as owners edit it. */
export async function listMailTexts(database: Database): Promise<MailText[]> {
  const stored = await listStoredTexts(database)
  return MAIL_TEXT_NAMES.map((name) => {
    const { title, group, to } = MAIL_TEXTS[name]
    const { version, words } = stored.get(name) ?? { version: 0, words: null }
    const own = ownWords(name)
    const is_broken = words !== null && problemsOf(name, words).length > 0
    const is_edited = words !== null
    return {
      name,
      title,
      group,
      to,
      placeholders: placeholdersOf(name),
      ...(words ?? own),
      own,
      is_edited,
      is_broken,
      version,
    }
  })
}

type Preview = ComposedMail & { about: string }

/** `about` is an order number, or empty for the latest. */
export async function previewMailText(
  context: PreviewContext,
  name: MailTextName,
  { words, about }: { words: MailWords; about: string },
): Promise<Preview> {
  const shop = await getShopSettings(context.database)
  const { values, of } = await realValues(context, name, about)
  return { ...composeWords({ name, values }, words, shop), about: of }
}

/** An order's or inquiry's values, else examples. */
async function realValues(
  context: PreviewContext,
  name: MailTextName,
  about: string,
): Promise<{ values: Readonly<Record<string, Fill>>; of: string }> {
  const { database, clock } = context
  const order = await findShownOrder(database, about)
  const shown = order ?? (await sampleOrder(database, { shipDays: 2, today: localDay(clock()) }))
  const mail = (await mailsOfOrder(database, shown, { ...context, now: clock() })).find(
    ({ text }) => text.name === name,
  )
  if (mail !== undefined) {
    return {
      values: mail.text.values,
      of: order === null ? 'A sample order' : `Order # ${order.order_id}`,
    }
  }
  const inquiry = (await inquiryMails(context)).find(({ text }) => text.name === name)
  if (inquiry !== undefined) return { values: inquiry.text.values, of: 'The latest inquiry' }
  return { values: exampleValues(name), of: 'Examples' }
}

async function findShownOrder(database: Database, about: string): Promise<StoredOrder | null> {
  if (about !== '') {
    const order = await findOrder(database, about)
    if (order === null) throw new AppError('not_found', `There is no order ${about}.`)
    return order
  }
  const [latest] = await listOrdersPage(database, { filter: 'all', q: '' }, { from: null, limit: 1 })
  return latest === undefined ? null : findOrder(database, latest.order_id)
}

async function inquiryMails({ database, settings }: PreviewContext): Promise<NewMail[]> {
  const [latest] = await listInquiriesPage(database, 'all', { from: null, search: '', limit: 1 })
  if (latest === undefined) return []
  const shop = await getShopSettings(database)
  const to = mailToOf(settings, shop)
  return [
    contactMail(latest, to, { adminUrl: publicUrlOf(settings, shop), isLast: false }),
    answerMail(latest, 'Thank you for your message.', to),
  ]
}
