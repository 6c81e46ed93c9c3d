import type { FastifyBaseLogger } from 'fastify'
import { PHOTOS_FOLDER } from '../catalog-folder.ts'
import type { Database } from '../database/database.ts'
import { createMediaRecords } from '../images/media-records.ts'
import { type MediaRecords, openMediaStore } from '../images/media-store.ts'
import { listPictureFiles } from './catalog.repository.ts'

/** Files that are inspected between two writes. */
const BATCH = 200

type MediaCheck = {
  database: Database
  folder: string
  records: MediaRecords
  signal?: AbortSignal
}

/**
 * Inspects the file of every picture that products use: replaced and unrecorded ones are read and recorded. All others
 * cost one `stat` each.
 */
export async function checkMedia({ database, folder, records, signal }: MediaCheck): Promise<void> {
  const media = openMediaStore(folder, records)
  let files = await listPictureFiles(database, '', BATCH)
  while (files.length > 0 && signal?.aborted !== true) {
    await records.save([...(await media.inspect(files)).values()].map(({ file }) => file))
    files = await listPictureFiles(database, files.at(-1) ?? '', BATCH)
  }
}

/** Checks the photographs in the background after a start; `close` waits for the current batch. */
export function startMediaCheck(database: Database, log: FastifyBaseLogger): { close: () => Promise<void> } {
  const stop = new AbortController()
  const records = createMediaRecords(database)
  const done = checkMedia({ database, folder: PHOTOS_FOLDER, records, signal: stop.signal }).catch(() => {
    log.warn('the photographs could not be checked for changes; the next start tries again')
  })
  return {
    close: () => {
      stop.abort()
      return done
    },
  }
}
