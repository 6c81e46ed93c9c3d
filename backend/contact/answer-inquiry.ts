import { randomBytes } from 'node:crypto'
import type { ShopSettings } from '@shop/contract/shop'
import type { UndoRule } from '../admin/audit/undo-change.ts'
import { type ChangeContext, writeAudit } from '../admin/audit/write-audit.ts'
import { inTransaction } from '../database/database.ts'
import { AppError } from '../http/errors/app-error.ts'
import { isMailAddress } from '../lib/mail-address.ts'
import { enqueueMail, MAIL_HOLD } from '../mail/enqueue-mail.ts'
import { hasLeft, withdrawMail } from '../mail/outbox.repository.ts'
import { mailToOf, type Settings } from '../settings/settings.ts'
import { getShopSettings } from '../settings/shop/shop-settings.repository.ts'
import { answerMail } from './contact.mail.ts'
import {
  deleteAnswer,
  findInquiry,
  insertAnswer,
  listAnswers,
  lockInquiry,
  updateInquiryState,
} from './contact.repository.ts'
import { parseInquiryState, requireInquiry, stateOf } from './mark-inquiry.ts'

const UNUSABLE =
  'This e-mail address is mistyped, so that no mail reaches it. Please answer in another way and mark the message as answered.'
const SENT = 'The mail has left, and cannot be called back. You can write another answer.'

const ANSWERED_MEANWHILE =
  'Somebody else has answered meanwhile, as you can read above. Send yours once more if it should go as well.'

/** With `seenAnswers`, the number of answers that the writer has seen, nobody answers what another has just answered. */
type NewAnswer = { text: string; seenAnswers?: number | undefined }

type AnswerContext = ChangeContext & { settings: Pick<Settings, 'mailTo'> }

/**
 * Answers an inquiry by a mail that quotes it, in one transaction with the answer and its audit entry, whose id is
 * returned. The mail waits ten seconds in the outbox, in which the answer can be undone.
 */
export async function answerInquiry(
  { database, clock, actor, settings }: AnswerContext,
  inquiryId: string,
  { text, seenAnswers }: NewAnswer,
): Promise<number> {
  return inTransaction(database, async (trx) => {
    const inquiry = requireInquiry(await lockInquiry(trx, inquiryId))
    if (!isMailAddress(inquiry.email)) throw new AppError('conflict', UNUSABLE)
    if (seenAnswers !== undefined && (await listAnswers(trx, inquiryId)).length !== seenAnswers) {
      throw new AppError('conflict', ANSWERED_MEANWHILE)
    }
    const now = clock()
    const shop: ShopSettings = await getShopSettings(trx)
    const mail = answerMail(inquiry, text, mailToOf(settings, shop))
    const mailId = await enqueueMail(trx, mail, { now, shop, holdFor: MAIL_HOLD })
    const [answerId, at] = [randomBytes(6).toString('hex'), now.toISOString()]
    const row = { answer_id: answerId, message_id: inquiryId, text, author: actor, answered_at: at, mail_id: mailId }
    await insertAnswer(trx, row)
    await updateInquiryState(trx, inquiryId, { answered_at: at, probable_spam: 0 })
    // The text stays out of the log, which outlives the inquiry.
    const before = { ...stateOf(inquiry), answer: null, mail: null }
    const after = { answered_at: at, probable_spam: 0, answer: answerId, mail: mailId }
    const subject = { kind: 'inquiry', id: inquiryId }
    return writeAudit(trx, { at: now, actor, action: 'inquiry.answered', subject, before, after })
  })
}

/** Withdraws an answer whose mail has not left yet. */
export const undoAnswer: UndoRule = {
  lock: async (trx, { subject, after }) => {
    await lockInquiry(trx, subject.id)
    if (await hasLeft(trx, mailOf(after))) throw new AppError('conflict', SENT)
  },
  readPresent: async (database, { subject, after }) => {
    const inquiry = await findInquiry(database, subject.id)
    if (inquiry === null || (await hasLeft(database, mailOf(after)))) return null
    return { ...Object(after), ...stateOf(inquiry) }
  },
  writeBefore: async (trx, { subject, before, after }) => {
    const { answer } = Object(after)
    // Its delivery may have begun since.
    if (!(await withdrawMail(trx, mailOf(after)))) throw new AppError('conflict', SENT)
    await deleteAnswer(trx, String(answer))
    await updateInquiryState(trx, subject.id, parseInquiryState(before))
  },
}

/** The id of an answer's mail in the state that the audit log holds. */
function mailOf(state: unknown): string {
  return String(Object(state).mail)
}
