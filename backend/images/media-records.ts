import type { FastifyBaseLogger } from 'fastify'
import { listPictureFiles } from '../catalog/catalog.repository.ts'
import { PHOTOS_FOLDER } from '../catalog-folder.ts'
import { bumpCatalogVersion } from '../catalog-version/catalog-version.ts'
import { type Database, inTransaction } from '../database/database.ts'
import { listMediaRecords, upsertMediaRecords } from './media.repository.ts'
import { type MediaFile, type MediaRecords, type MediaStore, openMediaStore } from './media-store.ts'

/** Files that are looked at between two writes. */
const BATCH = 200

/** The records of photographs in a database. */
export function createMediaRecords(database: Database): MediaRecords {
  return {
    find: (names) => listMediaRecords(database, names),
    save: (photos) => saveInspected(database, photos),
  }
}

/** Notes what a look at the files has shown; pages with another picture on them are made anew. */
async function saveInspected(database: Database, photos: readonly MediaFile[]): Promise<void> {
  const before = new Map(
    (
      await listMediaRecords(
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
    if (changed.some(({ name, hash }) => before.get(name)?.hash !== hash)) await bumpCatalogVersion(trx)
    await upsertMediaRecords(trx, changed)
  })
}

/**
 * Looks at the file of every picture that a product shows: what was replaced, or never looked at, is read and recorded.
 * All others cost one `stat` each.
 */
export async function checkMediaFiles(database: Database, media: MediaStore, signal?: AbortSignal): Promise<void> {
  let files = await listPictureFiles(database, '', BATCH)
  while (files.length > 0 && signal?.aborted !== true) {
    const seen = [...(await media.inspect(files)).values()]
    await saveInspected(
      database,
      seen.map(({ photo }) => photo),
    )
    files = await listPictureFiles(database, files.at(-1) ?? '', BATCH)
  }
}

/** Checks the photographs in the background of a start; `close` waits for the piece of work at hand. */
export function startMediaCheck(database: Database, log: FastifyBaseLogger): { close: () => Promise<void> } {
  const stop = new AbortController()
  const done = checkMediaFiles(
    database,
    openMediaStore(PHOTOS_FOLDER, createMediaRecords(database)),
    stop.signal,
  ).catch(() => {
    log.warn('the photographs could not be checked for changes; the next start tries again')
  })
  return {
    close: () => {
      stop.abort()
      return done
    },
  }
}
