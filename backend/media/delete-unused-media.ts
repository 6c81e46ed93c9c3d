import { type Database, inTransaction } from '../database/database.ts'
import { deleteUnused, listUnused } from './media.repository.ts'

/** Deletes the contents that have been unreferenced since before a time, one at a time; returns how many. */
export async function deleteUnusedMedia(database: Database, before: string): Promise<number> {
  let count = 0
  for (const sha256 of await listUnused(database, before)) {
    if (await inTransaction(database, (trx) => deleteUnused(trx, sha256, before))) count += 1
  }
  return count
}
