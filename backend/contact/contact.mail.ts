import { isMailAddress } from '@shop/contract/accounts/fields'
import type { NewMail } from '../mail/enqueue-mail.ts'
import type { MailBlock } from '../mail/texts/mail-blocks.ts'
import { formatLongDay, localDay } from '../platform/lib/days/local-day.ts'
import type { StoredInquiry } from './contact.repository.ts'

/** Tells the shop about an inquiry, with a link; Reply-To is the sender. `isLast`: the last email for a while. */
export function contactMail(
  stored: StoredInquiry,
  to: string,
  { adminUrl, isLast }: { adminUrl: string; isLast: boolean },
): NewMail {
  const { message_id, first_name, last_name, email, reason, reference, message } = stored
  const sender = [
    ['From', `${first_name} ${last_name}`],
    ['Email', email],
    ['Reason', reason],
    ...(reference === '' ? [] : [['About', reference] as const]),
  ] as const
  const values = {
    ...{ first_name, last_name, reason },
    sender: [{ facts: sender }],
    message: [{ quote: message }],
    how_to_answer: [
      ...replyInstructions(stored, `${adminUrl}/admin/inquiries/${message_id}`),
      ...(isLast ? [LAST_MAIL] : []),
    ],
  }
  return { kind: 'contact', to, replyTo: email, text: { name: 'inquiry_shop', values } }
}

const LAST_MAIL =
  'We received so many inquiries that no emails are sent about further ones for up to an hour. You find them all in the admin.'

/** The shop's answer above the quoted inquiry; replies go to the shop. */
export function answerMail(stored: StoredInquiry, text: string, replyTo: string): NewMail {
  const { email, reason, reference, message } = stored
  const values = {
    subject: reference === '' ? reason : `${reason}: ${reference}`,
    answer: text === '' ? '' : text.split(/\n{2,}/),
    day: dayOf(stored),
    message: [{ quote: message }],
  }
  return { kind: 'inquiry-answer', to: email, replyTo, text: { name: 'inquiry_answer', values } }
}

/** In the shop's time zone, such as `November 21, 2026`. */
export function dayOf({ received_at }: Pick<StoredInquiry, 'received_at'>): string {
  return formatLongDay(localDay(new Date(received_at)))
}

/** Some accepted addresses can't be a Reply-To; a reply would go to the shop itself. */
function replyInstructions({ email, first_name }: StoredInquiry, link: string): MailBlock[] {
  return isMailAddress(email)
    ? [
        { button: 'Answer in the admin', url: link },
        `You can also reply to this email, and your reply goes straight to ${first_name}. Only answers from the admin mark the inquiry as answered.`,
      ]
    : [
        { button: 'Open in the admin', url: link },
        `The email address looks mistyped, so a reply to this email won’t reach ${first_name}.`,
      ]
}
