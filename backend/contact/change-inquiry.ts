import { randomBytes } from 'node:crypto'
import { isMailAddress } from '@shop/contract/accounts/fields'
import type { InquiryMark } from '@shop/contract/contact/admin'
import { type ChangeContext, writeAudit } from '../admin/audit/audit.repository.ts'
import { canonicalJson } from '../admin/audit/canonical-json.ts'
import type { UndoRule } from '../admin/audit/undo-change.ts'
import { enqueueMail, MAIL_HOLD } from '../mail/enqueue-mail.ts'
import { hasLeft, withdrawMail } from '../mail/outbox.repository.ts'
import { inTransaction } from '../platform/database/database.ts'
import { AppError } from '../platform/http/errors/app-error.ts'
import { mailToOf, type Settings } from '../platform/settings/settings.ts'
import { getShopSettings } from '../platform/settings/shop-settings.repository.ts'
import { answerMail } from './contact.mail.ts'
import {
  deleteAnswer,
  findInquiry,
  type InquiryState,
  insertAnswer,
  listAnswers,
  lockInquiry,
  type StoredInquiry,
  updateInquiryState,
} from './contact.repository.ts'

const UNUSABLE_ADDRESS_MESSAGE =
  'This email address has a typo, so email can’t reach it. Please answer another way, then mark the message as answered.'
const SENT_MESSAGE = 'The email has been sent and can’t be stopped. You can write another answer.'

const ANSWERED_MEANWHILE =
  'Someone else has answered in the meantime, as you can see above. To send yours too, send it again.'

/** `seen_answers` is the number shown to the writer, so no one answers twice by accident. */
type NewAnswer = { text: string; seen_answers?: number | undefined }

type AnswerContext = ChangeContext & { settings: Pick<Settings, 'mailTo'> }

/** Answers an inquiry; returns the audit id. The email is held ten seconds, in which it can be undone. */
export async function answerInquiry(
  { database, clock, actor, settings }: AnswerContext,
  inquiryId: string,
  { text, seen_answers }: NewAnswer,
): Promise<number> {
  return inTransaction(database, async (trx) => {
    const inquiry = requireInquiry(await lockInquiry(trx, inquiryId))
    if (!isMailAddress(inquiry.email)) throw new AppError('conflict', UNUSABLE_ADDRESS_MESSAGE)
    if (seen_answers !== undefined && (await listAnswers(trx, inquiryId)).length !== seen_answers) {
      throw new AppError('conflict', ANSWERED_MEANWHILE)
    }
    const now = clock()
    const shop = await getShopSettings(trx)
    const mail = answerMail(inquiry, text, mailToOf(settings, shop))
    const mailId = await enqueueMail(trx, mail, { now, shop, holdFor: MAIL_HOLD })
    const [answerId, at] = [randomBytes(6).toString('hex'), now.toISOString()]
    const row = { answer_id: answerId, message_id: inquiryId, text, author: actor, answered_at: at, mail_id: mailId }
    await insertAnswer(trx, row)
    await updateInquiryState(trx, inquiryId, { answered_at: at, probable_spam: 0 })
    // The audit log outlives the inquiry, so it lacks the text.
    const before = { ...stateOf(inquiry), answer: null, mail: null }
    const after = { answered_at: at, probable_spam: 0, answer: answerId, mail: mailId }
    const subject = { kind: 'inquiry', id: inquiryId }
    return writeAudit(trx, { at: now, actor, action: 'inquiry.answered', subject, before, after })
  })
}

export const undoAnswer: UndoRule = {
  lock: async (trx, { subject, after }) => {
    await lockInquiry(trx, subject.id)
    if (await hasLeft(trx, mailOf(after))) throw new AppError('conflict', SENT_MESSAGE)
  },
  readPresent: async (database, { subject, after }) => {
    const inquiry = await findInquiry(database, subject.id)
    if (inquiry === null || (await hasLeft(database, mailOf(after)))) return null
    return { ...Object(after), ...stateOf(inquiry) }
  },
  writeBefore: async (trx, { subject, before, after }) => {
    const { answer } = Object(after)
    // Its delivery may have begun.
    if (!(await withdrawMail(trx, mailOf(after)))) throw new AppError('conflict', SENT_MESSAGE)
    await deleteAnswer(trx, String(answer))
    await updateInquiryState(trx, subject.id, parseInquiryState(before))
  },
}

/** The email of the audit log's state. */
function mailOf(state: unknown): string {
  return String(Object(state).mail)
}

/** Throws not_found without one. */
export function requireInquiry(inquiry: StoredInquiry | null): StoredInquiry {
  if (inquiry === null) throw new AppError('not_found', 'There is no such message.')
  return inquiry
}

/** Marks an inquiry as answered or spam, or unmarks it, without an email. Returns the audit id, or `null`. */
export async function markInquiry(
  { database, clock, actor }: ChangeContext,
  inquiryId: string,
  mark: InquiryMark,
): Promise<number | null> {
  return inTransaction(database, async (trx) => {
    const inquiry = requireInquiry(await lockInquiry(trx, inquiryId))
    const now = clock()
    const [before, after] = [stateOf(inquiry), marked(inquiry, mark, now)]
    if (canonicalJson(before) === canonicalJson(after)) return null
    await updateInquiryState(trx, inquiryId, after)
    const subject = { kind: 'inquiry', id: inquiryId }
    return writeAudit(trx, { at: now, actor, action: 'inquiry.marked', subject, before, after })
  })
}

export const undoMark: UndoRule = {
  lock: (trx, { subject }) => lockInquiry(trx, subject.id),
  readPresent: async (database, { subject }) => {
    const inquiry = await findInquiry(database, subject.id)
    return inquiry === null ? null : stateOf(inquiry)
  },
  writeBefore: (trx, { subject, before }) => updateInquiryState(trx, subject.id, parseInquiryState(before)),
}

function stateOf({ answered_at, probable_spam }: StoredInquiry): InquiryState {
  return { answered_at, probable_spam }
}

function marked(inquiry: StoredInquiry, mark: InquiryMark, now: Date): InquiryState {
  const { answered_at, probable_spam } = inquiry
  if (mark === 'answered') return { answered_at: answered_at ?? now.toISOString(), probable_spam }
  if (mark === 'open') return { answered_at: null, probable_spam }
  return { answered_at, probable_spam: mark === 'spam' ? 1 : 0 }
}

function parseInquiryState(value: unknown): InquiryState {
  const answeredAt: unknown = Reflect.get(Object(value), 'answered_at')
  const isSpam = Reflect.get(Object(value), 'probable_spam') === 1
  return { answered_at: typeof answeredAt === 'string' ? answeredAt : null, probable_spam: isSpam ? 1 : 0 }
}
