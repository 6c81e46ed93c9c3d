import { bumpCatalogVersion } from '../catalog-version/catalog-version.ts'
import { type Database, inTransaction } from '../database/database.ts'
import { listMediaRecords, upsertMediaRecords } from './media.repository.ts'
import type { MediaFile, MediaRecords } from './media-store.ts'

/** Media records in a database. */
export function createMediaRecords(database: Database): MediaRecords {
  return {
    find: (names) => listMediaRecords(database, names),
    save: (files) => saveMediaFiles(database, files),
  }
}

/** Records changed files. When content changed, cached pages are invalidated. */
async function saveMediaFiles(database: Database, files: readonly MediaFile[]): Promise<void> {
  const names = files.map(({ name }) => name)
  const before = new Map((await listMediaRecords(database, names)).map((record) => [record.name, record]))
  const changed = files.filter(({ name, hash, bytes, modifiedAt }) => {
    const record = before.get(name)
    return record?.hash !== hash || record.bytes !== bytes || record.modifiedAt !== modifiedAt
  })
  if (changed.length === 0) return
  await inTransaction(database, async (trx) => {
    if (changed.some(({ name, hash }) => before.get(name)?.hash !== hash)) await bumpCatalogVersion(trx)
    await upsertMediaRecords(trx, changed)
  })
}
