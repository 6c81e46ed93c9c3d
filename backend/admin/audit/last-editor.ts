import type { Trx } from '../../database/database.ts'
import { readActorNames } from '../admins.repository.ts'
import { readLaterEntries, type SubjectFilter } from './audit.repository.ts'
import type { UndoScope } from './undo-scope.ts'

type Entry = Parameters<UndoScope['fieldsOf']>[0] & { action: string }

/** Who has made the last change of these subjects, by name, as the subject of a sentence. */
export async function nameLastEditor(
  trx: Trx,
  subjects: readonly SubjectFilter[],
  isMeant: (entry: Entry) => boolean = () => true,
): Promise<string> {
  for await (const entry of readLaterEntries(trx, { id: 0, subjects })) {
    if (isMeant(entry)) return (await readActorNames(trx))(entry.actor)
  }
  // The log of changes no longer says so.
  return 'Somebody else'
}
