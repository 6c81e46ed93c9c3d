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
  findMessage,
  insertAnswer,
  listAnswers,
  lockMessage,
  updateMessageState,
} from './contact.repository.ts'
import { parseMessageState, requireMessage, stateOf } from './mark-message.ts'

const UNUSABLE =
  'This e-mail address is mistyped, so that no mail reaches it. Please answer in another way and mark the message as answered.'
const SENT = 'The mail has left, and cannot be called back. You can write another answer.'
const WITHDRAWN = 'The answer was withdrawn before it was sent. Please write it again.'

const ANSWERED_MEANWHILE =
  'Somebody else has answered meanwhile, as you can read above. Send yours once more if it should go as well.'

/** With `seenAnswers`, the number of answers that the writer has seen, nobody answers what another has just answered. */
type NewAnswer = { text: string; seenAnswers?: number | undefined }

type AnswerContext = ChangeContext & { settings: Pick<Settings, 'mailTo'> }

/**
 * Answers a message by a mail that quotes it, in one transaction with the answer and its audit entry, whose id is
 * returned. The mail waits ten seconds in the outbox, in which the answer can be undone.
 */
export async function answerMessage(
  { database, clock, actor, settings }: AnswerContext,
  messageId: string,
  { text, seenAnswers }: NewAnswer,
): Promise<number> {
  return inTransaction(database, async (trx) => {
    const message = requireMessage(await lockMessage(trx, messageId))
    if (!isMailAddress(message.email)) throw new AppError('conflict', UNUSABLE)
    if (seenAnswers !== undefined && (await listAnswers(trx, messageId)).length !== seenAnswers) {
      throw new AppError('conflict', ANSWERED_MEANWHILE)
    }
    const now = clock()
    const shop: ShopSettings = await getShopSettings(trx)
    const mail = answerMail(message, text, mailToOf(settings, shop))
    const mailId = await enqueueMail(trx, mail, { now, shop, holdFor: MAIL_HOLD })
    const [answerId, at] = [randomBytes(6).toString('hex'), now.toISOString()]
    const row = { answer_id: answerId, message_id: messageId, text, author: actor, answered_at: at, mail_id: mailId }
    await insertAnswer(trx, row)
    await updateMessageState(trx, messageId, { answered_at: at, probable_spam: 0 })
    // The text stays out of the log, which outlives the message.
    const before = { ...stateOf(message), answer: null, mail: null }
    const after = { answered_at: at, probable_spam: 0, answer: answerId, mail: mailId }
    const subject = { kind: 'inquiry', id: messageId }
    return writeAudit(trx, { at: now, actor, action: 'inquiry.answered', subject, before, after })
  })
}

/** Withdraws an answer whose mail has not left yet. */
export const undoAnswer: UndoRule = {
  isUndoFinal: true,
  lock: async (trx, { subject, after, undoes }) => {
    if (undoes !== null) throw new AppError('conflict', WITHDRAWN)
    await lockMessage(trx, subject.id)
    if (await hasLeft(trx, mailOf(after))) throw new AppError('conflict', SENT)
  },
  readPresent: async (database, { subject, after, undoes }) => {
    const message = await findMessage(database, subject.id)
    if (message === null || undoes !== null || (await hasLeft(database, mailOf(after)))) return null
    return { ...Object(after), ...stateOf(message) }
  },
  writeBefore: async (trx, { subject, before, after }) => {
    const { answer } = Object(after)
    // Its delivery may have begun since.
    if (!(await withdrawMail(trx, mailOf(after)))) throw new AppError('conflict', SENT)
    await deleteAnswer(trx, String(answer))
    await updateMessageState(trx, subject.id, parseMessageState(before))
  },
}

/** The id of an answer's mail in the state that the audit log holds. */
function mailOf(state: unknown): string {
  return String(Object(state).mail)
}
