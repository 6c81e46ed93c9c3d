import type { FastifyBaseLogger } from 'fastify'
import { listPictureFiles } from '../catalog/catalog.repository.ts'
import { raiseCatalogVersion } from '../catalog/catalog-version.ts'
import { type Database, inTransaction } from '../database/database.ts'
import { openPhotoShelf, type Photo, type PhotoRecords, type PhotoShelf } from './photo-shelf.ts'
import { listPhotoRecords, savePhotoRecords } from './photos.repository.ts'

/** Files that are looked at between two writes. */
const BATCH = 200

/** The records of photographs in a database. */
export function photoRecords(database: Database): PhotoRecords {
  return {
    find: (names) => listPhotoRecords(database, names),
    save: (photos) => recordPhotos(database, photos),
  }
}

/** Notes what a look at the files has shown; pages with another picture on them are made anew. */
async function recordPhotos(database: Database, photos: readonly Photo[]): Promise<void> {
  const before = new Map(
    (
      await listPhotoRecords(
        database,
        photos.map(({ name }) => name),
      )
    ).map((record) => [record.name, record]),
  )
  const changed = photos.filter(({ name, hash, bytes, modifiedAt }) => {
    const record = before.get(name)
    return record?.hash !== hash || record.bytes !== bytes || record.modifiedAt !== modifiedAt
  })
  if (changed.length === 0) return
  await inTransaction(database, async (trx) => {
    if (changed.some(({ name, hash }) => before.get(name)?.hash !== hash)) await raiseCatalogVersion(trx)
    await savePhotoRecords(trx, changed)
  })
}

/**
 * Looks at the file of every picture that a product shows: what was replaced, or never looked at, is read and recorded.
 * All others cost one `stat` each.
 */
export async function checkPhotos(database: Database, photos: PhotoShelf, signal?: AbortSignal): Promise<void> {
  let files = await listPictureFiles(database, '', BATCH)
  while (files.length > 0 && signal?.aborted !== true) {
    const seen = [...(await photos.look(files)).values()]
    await recordPhotos(
      database,
      seen.map(({ photo }) => photo),
    )
    files = await listPictureFiles(database, files.at(-1) ?? '', BATCH)
  }
}

/** Checks the photographs in the background of a start; `close` waits for the piece of work at hand. */
export function startPhotoCheck(database: Database, log: FastifyBaseLogger): { close: () => Promise<void> } {
  const stop = new AbortController()
  const done = checkPhotos(database, openPhotoShelf(undefined, photoRecords(database)), stop.signal).catch(() => {
    log.warn('the photographs could not be checked for changes; the next start tries again')
  })
  return {
    close: () => {
      stop.abort()
      return done
    },
  }
}
