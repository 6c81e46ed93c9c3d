import { type HelperRight, nameRights, toRights } from '@shop/contract/access/helper-rights'
import * as z from 'zod/mini'
import { type Database, inTransaction, type Trx } from '../../platform/database/database.ts'
import { AppError } from '../../platform/http/errors/app-error.ts'
import { rightsOf } from '../access/admin-sessions.ts'
import { findAdminByEmail, listAdmins, lockAdmin, type StoredAdmin, updateRights } from '../access/admins.repository.ts'
import { type ChangeContext, writeAudit } from '../audit/audit.repository.ts'
import type { Json } from '../audit/canonical-json.ts'
import { nameLastEditor, type UndoRule } from '../audit/undo-change.ts'

const NO_ACCESS_MESSAGE = 'They no longer have access.'
const IS_OWNER = 'An owner can do everything, so there’s nothing to choose.'

/** Changes a helper's rights from the next call on. `seen`: as shown. Returns the audit id, or `null`. */
export async function changeRights(
  { database, clock, actor }: ChangeContext,
  { id, rights, seen }: { id: string; rights: readonly HelperRight[]; seen: readonly HelperRight[] | null },
): Promise<number | null> {
  return inTransaction(database, async (trx) => {
    await lockAdmin(trx, id)
    const helper = await getHelper(trx, id)
    const [present, wanted] = [rightsOf(helper), toRights(rights)]
    const subject = { kind: 'admin', id: helper.email }
    if (seen !== null && toRights(seen).join() !== present.join()) {
      const who = await nameLastEditor(trx, [subject])
      throw new AppError(
        'conflict',
        `${who} has changed this since you opened it: ${nameRights(present)}. Please look again.`,
      )
    }
    if (wanted.join() === present.join()) return null
    await updateRights(trx, id, wanted)
    const change = { before: { rights: present.join(', ') }, after: { rights: wanted.join(', ') } }
    return writeAudit(trx, { at: clock(), actor, action: 'admin.rights_changed', subject, ...change })
  })
}

async function getHelper(trx: Trx, id: string): Promise<StoredAdmin> {
  const person = (await listAdmins(trx)).find((one) => one.id === id)
  if (person === undefined) throw new AppError('not_found', NO_ACCESS_MESSAGE)
  if (person.role === 'owner') throw new AppError('conflict', IS_OWNER)
  return person
}

const change = z.object({ rights: z.string() })

/** Restores the earlier rights. */
export const undoRights: UndoRule = {
  lock: async (trx, { subject }) => lockAdmin(trx, (await findAdminByEmail(trx, subject.id))?.id ?? ''),
  readPresent: readRights,
  writeBefore: async (trx, { subject, before }) => {
    const helper = await findAdminByEmail(trx, subject.id)
    if (helper !== null) await updateRights(trx, helper.id, toRights(change.parse(before).rights.split(', ')))
  },
}

async function readRights(database: Database, { subject }: { subject: { id: string } }): Promise<Json> {
  const helper = await findAdminByEmail(database, subject.id)
  return helper === null ? null : { rights: rightsOf(helper).join(', ') }
}
