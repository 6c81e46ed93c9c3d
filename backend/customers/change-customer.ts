import { randomUUID } from 'node:crypto'
import * as z from 'zod/mini'
import { type ChangeContext, writeAudit } from '../admin/audit/audit.repository.ts'
import type { UndoRule } from '../admin/audit/undo-change.ts'
import { type Database, inTransaction, type Trx } from '../platform/database/database.ts'
import { AppError } from '../platform/http/errors/app-error.ts'
import { stripControlCharacters } from '../platform/lib/text.ts'
import {
  deleteLink,
  deleteNote,
  findLink,
  findNote,
  insertLink,
  insertNote,
  lockLinks,
} from './customers.repository.ts'
import { findPerson, listLinksOf } from './people.repository.ts'

/** Main address of the person with a typed address. Throws a 404 if unknown. */
export async function requirePerson(database: Database, typed: string, seesInquiries = true): Promise<string> {
  const person = await findPerson(database, typed, seesInquiries)
  if (person !== null) return person
  throw new AppError('not_found', `There’s nothing on record for ${stripControlCharacters(typed.trim())}.`)
}

export async function listAddresses(database: Database, person: string): Promise<string[]> {
  return [person, ...(await listLinksOf(database, [person])).map(({ email }) => email)]
}

/** Adds a note that only owners and helpers see. Returns the id of the audit entry. */
export async function noteOnCustomer(
  { database, clock, actor }: ChangeContext,
  { typed, note }: { typed: string; note: string },
): Promise<number> {
  return inTransaction(database, async (trx) => {
    await lockLinks(trx)
    const email = await requirePerson(trx, typed)
    const [note_id, now] = [randomUUID(), clock()]
    await insertNote(trx, { note_id, email, author: actor, note, noted_at: now.toISOString() })
    const [before, after] = [
      { note_id, note: null },
      { note_id, note },
    ]
    return writeAudit(trx, { at: now, actor, action: 'customer.noted', subject: subjectOf(email), before, after })
  })
}

function subjectOf(email: string) {
  return { kind: 'customer', id: email }
}

const noteEntry = z.object({ note_id: z.string(), note: z.nullable(z.string()) })

/** Removes a note. After the person is deleted, the entry says nothing. */
export const undoCustomerNote: UndoRule = {
  lock: (trx) => lockLinks(trx),
  readPresent: async (database, { after }) => {
    const entry = z.safeParse(noteEntry, after)
    if (!entry.success) return DELETED_STATE
    const { note_id } = entry.data
    return { note_id, note: (await findNote(database, note_id))?.note ?? null }
  },
  writeBefore: (trx, { before }) => deleteNote(trx, z.parse(noteEntry, before).note_id),
}

/** Never equal to an entry. */
const DELETED_STATE = 'deleted'

/**
 * Links the address `other` to the person with the address `typed`. Orders and notes stay with their address, so an
 * undo is exact. Returns the id of the audit entry.
 */
export async function mergeCustomer(
  { database, clock, actor }: ChangeContext,
  { typed, other: typedOther }: { typed: string; other: string },
): Promise<number> {
  return inTransaction(database, async (trx) => {
    await lockLinks(trx)
    const person = await requirePerson(trx, typed)
    const otherPerson = await requirePerson(trx, typedOther)
    const now = clock()
    const email = await link(trx, { email: await findStoredAddress(trx, typedOther, otherPerson), person }, now)
    const [before, after] = [{ main_address: null }, { main_address: person }]
    return writeAudit(trx, { at: now, actor, action: 'customer.merged', subject: subjectOf(email), before, after })
  })
}

/** The stored form of a typed address of the person. */
async function findStoredAddress(database: Database, typed: string, person: string): Promise<string> {
  const wanted = typed.trim().toLowerCase()
  const addresses = await listAddresses(database, person)
  return addresses.find((address) => address.toLowerCase() === wanted) ?? person
}

/** Links an address to a person and returns it. Throws the reason if that is not possible. */
async function link(trx: Trx, { email, person }: { email: string; person: string }, now: Date): Promise<string> {
  const [own, others] = [await findLink(trx, email), await listLinksOf(trx, [email])]
  const mains = await findLink(trx, person)
  if (email === person && mains === null) throw refused(`${email} is already this person’s main address.`)
  if (own?.person_email === person || mains?.person_email === email) {
    throw refused(`${email} and ${person} are already the same person.`)
  }
  if (mains !== null) throw refused(`${person} belongs to ${mains.person_email}.`)
  if (own !== null) throw refused(`${email} belongs to ${own.person_email}. Unlink it first.`)
  const [first] = others
  if (first !== undefined) {
    throw refused(
      `${email} is already linked to another address, ${first.email}. Unlink that one first, then link each.`,
    )
  }
  await insertLink(trx, { email, person_email: person, linked_at: now.toISOString() })
  return email
}

function refused(message: string): AppError {
  return new AppError('conflict', message, [{ field: 'other', message }])
}

/** Unlinks an address from its person. Returns the id of the audit entry. */
export async function unmergeCustomer({ database, clock, actor }: ChangeContext, typed: string): Promise<number> {
  return inTransaction(database, async (trx) => {
    await lockLinks(trx)
    const person = await requirePerson(trx, typed)
    const email = await findStoredAddress(trx, typed, person)
    if (email === person) throw refused(`${email} isn’t linked to another address.`)
    await deleteLink(trx, email)
    const [before, after] = [{ main_address: person }, { main_address: null }]
    return writeAudit(trx, {
      at: clock(),
      actor,
      action: 'customer.unmerged',
      subject: subjectOf(email),
      before,
      after,
    })
  })
}

const linkEntry = z.object({ main_address: z.nullable(z.string()) })

export const undoCustomerLink: UndoRule = {
  lock: (trx) => lockLinks(trx),
  readPresent: async (database, { subject, after }) => {
    if (!z.safeParse(linkEntry, after).success) return DELETED_STATE
    return { main_address: (await findLink(database, subject.id))?.person_email ?? null }
  },
  writeBefore: async (trx, { subject, before }, now) => {
    const { main_address: person } = z.parse(linkEntry, before)
    await deleteLink(trx, subject.id)
    if (person !== null) await link(trx, { email: subject.id, person }, now)
  },
}
