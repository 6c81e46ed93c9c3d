import { isMailAddress } from '@shop/contract/accounts/fields'
import {
  adminContact,
  type Inquiry,
  type InquiryAnswer,
  type InquiryStatus,
  inquiriesFile,
} from '@shop/contract/contact/admin'
import type { FastifyInstance } from 'fastify'
import { adminRoute, INQUIRIES } from '../admin/admin-route.ts'
import { listAudit } from '../admin/audit/audit.repository.ts'
import { isObject } from '../admin/audit/canonical-json.ts'
import { fileRoute } from '../admin/file-route.ts'
import { decodeCursor, PAGE_SIZE, pageOf } from '../admin/list-cursor.ts'
import { composeMail } from '../mail/enqueue-mail.ts'
import { deliveryOf } from '../mail/outbox.repository.ts'
import type { Context } from '../platform/context.ts'
import type { Database } from '../platform/database/database.ts'
import { readInBatches } from '../platform/database/queries.ts'
import { type Columns, csvParts } from '../platform/lib/csv/csv.ts'
import { getShopSettings } from '../platform/settings/shop-settings.repository.ts'
import { answerInquiry, markInquiry, requireInquiry } from './change-inquiry.ts'
import { answerMail } from './contact.mail.ts'
import {
  type AnswerWithMail,
  findInquiry,
  listAnswers,
  listInquiriesPage,
  type StoredInquiry,
} from './contact.repository.ts'

export function contactAdminRoutes(app: FastifyInstance, context: Context): void {
  const { database, settings } = context

  adminRoute(app, context, adminContact.listInquiries, INQUIRIES, async ({ query: { status, search, after } }) => {
    const [receivedAt = '', inquiryId = ''] = after === undefined ? [] : decodeCursor(after, 2)
    const from = after === undefined ? null : { receivedAt, inquiryId }
    const inquiries = await listInquiriesPage(database, status, { from, search, limit: PAGE_SIZE + 1 })
    const { rows, next } = pageOf(inquiries, ({ received_at, message_id }) => [received_at, message_id])
    return { inquiries: rows.map(toInquiry), next }
  })

  fileRoute(app, context, inquiriesFile, INQUIRIES, ({ status }) => ({
    name: `inquiries-${status}`,
    parts: inquiriesCsv(database, status),
  }))

  adminRoute(app, context, adminContact.getInquiry, INQUIRIES, async ({ params }) => {
    const inquiry = requireInquiry(await findInquiry(database, params.id))
    const answers = await listAnswers(database, params.id)
    const undoIds = await findUndoIds(database, params.id, answers)
    const shop = await getShopSettings(database)
    return {
      inquiry: toInquiry(inquiry),
      answers: answers.map((answer) => toAnswer(answer, undoIds.get(answer.answer_id) ?? null)),
      below_answer: (await composeMail(database, answerMail(inquiry, '', shop.email), shop)).text,
      can_be_answered: isMailAddress(inquiry.email),
      has_mail_server: settings.smtpUrl !== null,
    }
  })

  adminRoute(app, context, adminContact.answerInquiry, INQUIRIES, async ({ params, body }, { admin }) => {
    return { audit_id: await answerInquiry({ ...context, actor: admin.email }, params.id, body) }
  })

  adminRoute(app, context, adminContact.markInquiry, INQUIRIES, async ({ params, body }, { admin }) => {
    return { audit_id: await markInquiry({ ...context, actor: admin.email }, params.id, body.mark) }
  })
}

function toInquiry({ probable_spam, ...inquiry }: StoredInquiry): Inquiry {
  return { ...inquiry, probable_spam: probable_spam === 1 }
}

/** Searched for held answers, newest first. */
const MAX_ENTRIES = 50

/** The undoable changes by answer, whose emails are still held. */
async function findUndoIds(
  database: Database,
  id: string,
  answers: readonly AnswerWithMail[],
): Promise<Map<string, number>> {
  const held = new Set(
    answers.filter(({ state, attempts }) => state === 'waiting' && attempts === 0).map((answer) => answer.answer_id),
  )
  if (held.size === 0) return new Map()
  const entries = await listAudit(database, { subject: { kind: 'inquiry', id } }, MAX_ENTRIES)
  return new Map(
    entries.flatMap(({ id: entryId, action, after, undoes }) => {
      const answer = isObject(after) ? after.answer : null
      const isAnswer =
        action === 'inquiry.answered' && undoes === null && typeof answer === 'string' && held.has(answer)
      return isAnswer ? [[answer, entryId]] : []
    }),
  )
}

function toAnswer(answer: AnswerWithMail, undo_id: number | null): InquiryAnswer {
  const { answer_id, text, author, answered_at, mail_id, state, last_error } = answer
  return {
    answer_id,
    text,
    author,
    answered_at,
    mail_id,
    delivery: deliveryOf(state),
    delivery_error: last_error,
    undo_id,
  }
}

const COLUMN_NAMES = [
  'message_id',
  'received_at',
  'answered_at',
  'first_name',
  'last_name',
  'email',
  'reason',
  'reference',
  'message',
  'probable_spam',
] as const satisfies readonly (keyof StoredInquiry)[]

const INQUIRY_COLUMNS: Columns<StoredInquiry> = Object.fromEntries(
  COLUMN_NAMES.map((name) => [name, (inquiry: StoredInquiry) => inquiry[name]]),
)

export function inquiriesCsv(database: Database, status: InquiryStatus): AsyncGenerator<string> {
  const batches = readInBatches<StoredInquiry>((after, limit) => {
    const from = after === null ? null : { receivedAt: after.received_at, inquiryId: after.message_id }
    return listInquiriesPage(database, status, { from, limit })
  })
  return csvParts(INQUIRY_COLUMNS, batches)
}
