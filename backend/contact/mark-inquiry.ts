import type { InquiryMark } from '@shop/contract/admin/contact'
import { canonicalJson } from '../admin/audit/json.ts'
import type { UndoRule } from '../admin/audit/undo-change.ts'
import { type ChangeContext, writeAudit } from '../admin/audit/write-audit.ts'
import { inTransaction } from '../database/database.ts'
import { AppError } from '../http/errors/app-error.ts'
import {
  findInquiry,
  type InquiryState,
  lockInquiry,
  type StoredInquiry,
  updateInquiryState,
} from './contact.repository.ts'

/** The inquiry with an id; throws not_found when there is none. */
export function requireInquiry(inquiry: StoredInquiry | null): StoredInquiry {
  if (inquiry === null) throw new AppError('not_found', 'There is no such message.')
  return inquiry
}

/**
 * Marks an inquiry as answered or as spam, or takes that back; no mail is sent. Returns the audit entry's id, `null`
 * where all was so already.
 */
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

/** Puts back how an inquiry was marked. */
export const undoMark: UndoRule = {
  lock: (trx, { subject }) => lockInquiry(trx, subject.id),
  readPresent: async (database, { subject }) => {
    const inquiry = await findInquiry(database, subject.id)
    return inquiry === null ? null : stateOf(inquiry)
  },
  writeBefore: (trx, { subject, before }) => updateInquiryState(trx, subject.id, parseInquiryState(before)),
}

/** What of an inquiry is changed by hand. */
export function stateOf({ answered_at, probable_spam }: StoredInquiry): InquiryState {
  return { answered_at, probable_spam }
}

function marked(inquiry: StoredInquiry, mark: InquiryMark, now: Date): InquiryState {
  const { answered_at, probable_spam } = inquiry
  if (mark === 'answered') return { answered_at: answered_at ?? now.toISOString(), probable_spam }
  if (mark === 'open') return { answered_at: null, probable_spam }
  return { answered_at, probable_spam: mark === 'spam' ? 1 : 0 }
}

/** What the audit log holds of an inquiry. */
export function parseInquiryState(value: unknown): InquiryState {
  const answeredAt: unknown = Reflect.get(Object(value), 'answered_at')
  const isSpam = Reflect.get(Object(value), 'probable_spam') === 1
  return { answered_at: typeof answeredAt === 'string' ? answeredAt : null, probable_spam: isSpam ? 1 : 0 }
}
