import { isMailAddress } from '@shop/contract/accounts/fields'
import type { NewMail } from '../mail/enqueue-mail.ts'
import type { MailBlock } from '../mail/texts/mail-blocks.ts'
import { formatLongDay, localDay } from '../platform/lib/days/local-day.ts'
import type { StoredInquiry } from './contact.repository.ts'

/** Tells the shop who wrote and what, with a link to the inquiry in the admin; Reply-To is the sender. */
export function contactMail(stored: StoredInquiry, to: string, adminUrl: string): NewMail {
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
    how_to_answer: replyInstructions(stored, `${adminUrl}/admin/inquiries/${message_id}`),
  }
  return { kind: 'contact', to, replyTo: email, text: { name: 'inquiry_shop', values } }
}

/** The shop's answer, above the inquiry that it answers, or what stands around it; what is replied to it reaches the shop. */
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

/** The day of an inquiry where the shop is, such as `November 21, 2026`. */
export function dayOf({ received_at }: Pick<StoredInquiry, 'received_at'>): string {
  return formatLongDay(localDay(new Date(received_at)))
}

/** The form accepts addresses that cannot be used as Reply-To; a reply would then go to the shop itself. */
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
