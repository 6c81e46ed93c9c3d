import {
  answerInquiryEndpoint,
  exportInquiriesEndpoint,
  getInquiryEndpoint,
  type Inquiry,
  type InquiryAnswer,
  listInquiriesEndpoint,
  markInquiryEndpoint,
} from '@shop/contract/admin/inquiries'
import type { FastifyInstance } from 'fastify'
import { adminRoute, EVERYONE } from '../admin/admin-route.ts'
import { decodeCursor, encodeCursor, PAGE_SIZE } from '../admin/list-cursor.ts'
import type { Context } from '../context.ts'
import { composeText } from '../mail/compose.ts'
import { isMailAddress } from '../mail/mail-address.ts'
import { deliveryOf } from '../mail/outbox.repository.ts'
import { getShopSettings } from '../shop-settings/shop-settings.repository.ts'
import { answerMessage } from './answer-message.ts'
import { quotedMessage } from './contact.mail.ts'
import {
  type AnswerWithMail,
  findMessage,
  listAnswers,
  listMessages,
  listMessagesPage,
  type StoredMessage,
} from './contact.repository.ts'
import { markMessage, requireMessage } from './mark-message.ts'
import { messagesCsv } from './messages-csv.ts'

/** The admin's routes for inquiries. */
export function contactAdminRoutes(app: FastifyInstance, context: Context): void {
  const { database, settings } = context

  adminRoute(app, context, listInquiriesEndpoint, EVERYONE, async ({ query: { status, search, after } }) => {
    const [receivedAt = '', messageId = ''] = after === undefined ? [] : decodeCursor(after, 2)
    const from = after === undefined ? null : { receivedAt, messageId }
    const messages = await listMessagesPage(database, status, { from, search, limit: PAGE_SIZE + 1 })
    const shown = messages.slice(0, PAGE_SIZE)
    const last = messages.length > PAGE_SIZE ? shown.at(-1) : undefined
    return {
      inquiries: shown.map(toInquiry),
      next: last === undefined ? null : encodeCursor([last.received_at, last.message_id]),
    }
  })

  adminRoute(app, context, exportInquiriesEndpoint, EVERYONE, async ({ query }) => {
    return { csv: messagesCsv(await listMessages(database, query.status)) }
  })

  adminRoute(app, context, getInquiryEndpoint, EVERYONE, async ({ params }) => {
    const message = requireMessage(await findMessage(database, params.id))
    const answers = await listAnswers(database, params.id)
    return {
      inquiry: toInquiry(message),
      answers: answers.map(toAnswer),
      below_answer: composeText(quotedMessage(message), await getShopSettings(database)),
      can_be_answered: isMailAddress(message.email),
      has_mail_server: settings.smtpUrl !== null,
    }
  })

  adminRoute(app, context, answerInquiryEndpoint, EVERYONE, async ({ params, body }, { admin }) => {
    const { text, seen_answers: seenAnswers } = body
    return { audit_id: await answerMessage({ ...context, actor: admin.email }, params.id, { text, seenAnswers }) }
  })

  adminRoute(app, context, markInquiryEndpoint, EVERYONE, async ({ params, body }, { admin }) => {
    return { audit_id: await markMessage({ ...context, actor: admin.email }, params.id, body.mark) }
  })
}

function toInquiry({ probable_spam, ...message }: StoredMessage): Inquiry {
  return { ...message, probable_spam: probable_spam === 1 }
}

function toAnswer({ answer_id, text, author, answered_at, mail_id, state, last_error }: AnswerWithMail): InquiryAnswer {
  return {
    answer_id,
    text,
    author,
    answered_at,
    mail_id,
    delivery: deliveryOf(state),
    delivery_error: last_error,
  }
}
