import { isMailAddress } from '@shop/contract/customer'
import type { MailBlock, NewMail } from '../mail/enqueue-mail.ts'
import type { StoredInquiry } from './contact.repository.ts'

/** Tells the shop who wrote and what, with a link to the inquiry in the admin; Reply-To is the sender. */
export function contactMail(stored: StoredInquiry, to: string, adminUrl: string): NewMail {
  const { message_id, first_name, last_name, email, reason, reference, message } = stored
  return {
    kind: 'contact',
    to,
    replyTo: email,
    subject: `${reason}: ${first_name} ${last_name}`,
    blocks: [
      {
        facts: [
          ['From', `${first_name} ${last_name}`],
          ['E-mail', email],
          ['Reason', reason],
          ...(reference === '' ? [] : [['About', reference] as const]),
        ],
      },
      { quote: message },
      replyInstructions(stored, `${adminUrl}/admin/inquiries/${message_id}`),
    ],
  }
}

/** The shop's answer, above the inquiry that it answers; what is replied to it reaches the shop. */
export function answerMail(stored: StoredInquiry, text: string, replyTo: string): NewMail {
  const { email, reason, reference } = stored
  return {
    kind: 'inquiry-answer',
    to: email,
    replyTo,
    subject: `Re: ${reference === '' ? reason : `${reason}: ${reference}`}`,
    blocks: [...text.split(/\n{2,}/), ...quotedMessage(stored)],
  }
}

/** What stands below an answer: the day of the inquiry, in the time zone of the shop's machine, and its text. */
export function quotedMessage({ received_at, message }: StoredInquiry): MailBlock[] {
  const day = new Date(received_at).toLocaleDateString('en-US', { dateStyle: 'long' })
  return [`On ${day} you wrote:`, { quote: message }]
}

/** The form accepts addresses that cannot be used as Reply-To; a reply would then go to the shop itself. */
function replyInstructions({ email, first_name }: StoredInquiry, link: string): string {
  return isMailAddress(email)
    ? `Answer in the admin, which then counts the inquiry as answered: ${link} An answer to this mail reaches ${first_name} too.`
    : `The e-mail address looks mistyped, and an answer to this mail does not reach ${first_name}. The inquiry in the admin: ${link}`
}
