import { COMMAND_ACTOR, COMMAND_ACTOR_NAME } from '@shop/contract/admin/audit'
import type { Database } from '../database/database.ts'
import { listAdmins } from './admins.repository.ts'

/** Who made a change, as people read it: by name; somebody who was removed by the address. */
export async function readActorNames(database: Database): Promise<(actor: string) => string> {
  const names = new Map((await listAdmins(database)).map(({ email, name }) => [email, name]))
  return (actor) => (actor === COMMAND_ACTOR ? COMMAND_ACTOR_NAME : (names.get(actor) ?? actor))
}
