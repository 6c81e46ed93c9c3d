import type { MailWords } from '@shop/contract/mail/templates'
import * as z from 'zod/mini'
import { type ChangeContext, writeAudit } from '../admin/audit/audit.repository.ts'
import { nameLastEditor, type UndoRule } from '../admin/audit/undo-change.ts'
import { findStoredText, storeText } from '../mail/texts/mail-texts.repository.ts'
import { findTextName, type MailTextName, ownWords, problemsOf } from '../mail/texts/mail-texts.ts'
import { bumpCatalogVersion } from '../platform/database/catalog-version/catalog-version.ts'
import { inTransaction } from '../platform/database/database.ts'
import { AppError } from '../platform/http/errors/app-error.ts'

const words = z.nullable(z.object({ subject: z.string(), body: z.string() }))

/** Throws for an unknown name. */
export function requireTextName(name: string): MailTextName {
  const found = findTextName(name)
  if (found === undefined) throw new AppError('not_found', `There is no email template ${name}.`)
  return found
}

/** Throws by line where a text can't be sent. */
export function requireUsable(name: MailTextName, wanted: MailWords): void {
  const problems = problemsOf(name, wanted)
  if (problems.length === 0) return
  const details = problems.map(({ line, message }) => {
    return {
      field: line === 0 ? 'subject' : 'body',
      message: line === null || line === 0 ? message : `Line ${line}: ${message}`,
    }
  })
  throw new AppError('invalid_request', details.map(({ message }) => message).join(' '), details)
}

/** Changes an email's text, or with `null` resets it. `seen`: the version shown. Returns the audit id, or `null`. */
export async function changeMailText(
  { database, clock, actor }: ChangeContext,
  { name, wanted, seen }: { name: MailTextName; wanted: MailWords | null; seen: number | null },
): Promise<number | null> {
  const changed = wanted === null || isSame(wanted, ownWords(name)) ? null : wanted
  if (changed !== null) requireUsable(name, changed)
  return inTransaction(database, async (trx) => {
    // The lock for all settings.
    await bumpCatalogVersion(trx)
    const present = await findStoredText(trx, name)
    const subject = { kind: 'mail_text', id: name }
    if (seen !== null && seen !== present.version) {
      const who = await nameLastEditor(trx, [subject])
      throw new AppError('conflict', `${who} has changed this text since you opened it. Please look at it again.`)
    }
    if (isSame(changed, present.words)) return null
    await storeText(trx, name, { version: present.version + 1, words: changed })
    const change = { before: present.words, after: changed }
    return writeAudit(trx, { at: clock(), actor, action: 'mail_text.changed', subject, ...change })
  })
}

function isSame(one: MailWords | null, other: MailWords | null): boolean {
  return one?.subject === other?.subject && one?.body === other?.body
}

export const undoMailText: UndoRule = {
  lock: (trx) => bumpCatalogVersion(trx),
  readPresent: async (database, { subject }) => {
    // An older version's text may be gone.
    const name = findTextName(subject.id)
    return name === undefined ? null : (await findStoredText(database, name)).words
  },
  writeBefore: async (trx, { subject, before }) => {
    const name = requireTextName(subject.id)
    const earlier = words.parse(before)
    if (earlier !== null) requireUsable(name, earlier)
    const { version } = await findStoredText(trx, name)
    await storeText(trx, name, { version: version + 1, words: earlier })
  },
}
