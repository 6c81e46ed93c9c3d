import type { InquiryMark } from '@shop/contract/admin/contact'
import { canonicalJson } from '../admin/audit/json.ts'
import type { UndoRule } from '../admin/audit/undo-change.ts'
import { type ChangeContext, writeAudit } from '../admin/audit/write-audit.ts'
import { inTransaction } from '../database/database.ts'
import { AppError } from '../http/errors/app-error.ts'
import {
  findMessage,
  lockMessage,
  type MessageState,
  type StoredMessage,
  updateMessageState,
} from './contact.repository.ts'

/** The message with an id; throws not_found when there is none. */
export function requireMessage(message: StoredMessage | null): StoredMessage {
  if (message === null) throw new AppError('not_found', 'There is no such message.')
  return message
}

/**
 * Marks a message as answered or as spam, or takes that back; no mail is sent. Returns the audit entry's id, `null`
 * where all was so already.
 */
export async function markMessage(
  { database, clock, actor }: ChangeContext,
  messageId: string,
  mark: InquiryMark,
): Promise<number | null> {
  return inTransaction(database, async (trx) => {
    const message = requireMessage(await lockMessage(trx, messageId))
    const now = clock()
    const [before, after] = [stateOf(message), marked(message, mark, now)]
    if (canonicalJson(before) === canonicalJson(after)) return null
    await updateMessageState(trx, messageId, after)
    const subject = { kind: 'inquiry', id: messageId }
    return writeAudit(trx, { at: now, actor, action: 'inquiry.marked', subject, before, after })
  })
}

/** Puts back how a message was marked. */
export const undoMark: UndoRule = {
  lock: (trx, { subject }) => lockMessage(trx, subject.id),
  readPresent: async (database, { subject }) => {
    const message = await findMessage(database, subject.id)
    return message === null ? null : stateOf(message)
  },
  writeBefore: (trx, { subject, before }) => updateMessageState(trx, subject.id, parseMessageState(before)),
}

/** What of a message is changed by hand. */
export function stateOf({ answered_at, probable_spam }: StoredMessage): MessageState {
  return { answered_at, probable_spam }
}

function marked(message: StoredMessage, mark: InquiryMark, now: Date): MessageState {
  const { answered_at, probable_spam } = message
  if (mark === 'answered') return { answered_at: answered_at ?? now.toISOString(), probable_spam }
  if (mark === 'open') return { answered_at: null, probable_spam }
  return { answered_at, probable_spam: mark === 'spam' ? 1 : 0 }
}

/** What the audit log holds of a message. */
export function parseMessageState(value: unknown): MessageState {
  const answeredAt: unknown = Reflect.get(Object(value), 'answered_at')
  const isSpam = Reflect.get(Object(value), 'probable_spam') === 1
  return { answered_at: typeof answeredAt === 'string' ? answeredAt : null, probable_spam: isSpam ? 1 : 0 }
}
