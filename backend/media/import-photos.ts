import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import pLimit, { type LimitFunction } from 'p-limit'
import { bumpCatalogVersion } from '../platform/database/catalog-version/catalog-version.ts'
import { type Database, inTransaction } from '../platform/database/database.ts'
import { describeError } from '../platform/http/errors/error-log.ts'
import { fileErrorMessage } from '../platform/http/errors/file-error.ts'
import { type MediaFile, nameFiles, readMediaFile, writeFiles } from './add-media.ts'
import { CHUNK_BYTES, listMediaNamed, markPhotosImported, readPhotosVersion } from './store/media.repository.ts'
import { findMediaFile, listMediaFiles } from './store/media-content.ts'
import { isPhotoWanted, PHOTOS_VERSION } from './store/replaced-photos.ts'

/** Milliseconds until the import continues in the background. */
const FIRST_PAGE_WAIT_MS = 800
/** Each transaction waits for the disk. */
const PHOTOS_PER_BATCH = 10
const isSmall = ({ media }: MediaFile) => media.bytes <= CHUNK_BYTES

type Log = Pick<FastifyBaseLogger, 'info' | 'warn'>
type ImportOptions = { database: Database; folder: string; log: Log; clock?: () => Date }
/** `version`: of the shop's photographs, which decides what to import. */
type VersionedOptions = ImportOptions & { version: number }

export type PhotoImport = {
  /** Imports a file ahead of the others; false when there is none. */
  importNow: (name: string) => Promise<boolean>
  /** Resolves at the end or after `close`. */
  done: Promise<void>
  /** After the current batch; the next start continues. */
  close: () => Promise<void>
}

/** Returns within a second and continues in the background; `null` when an earlier start has finished. */
export async function startPhotoImport(given: ImportOptions): Promise<PhotoImport | null> {
  const version = await readPhotosVersion(given.database)
  if (version >= PHOTOS_VERSION) return null
  const options = { ...given, version }
  const stop = new AbortController()
  const oneAtATime = pLimit(1)
  const done = importAll(options, oneAtATime, stop.signal).catch((error: unknown) => {
    const reason = { folder: options.folder, error: describeError(error) }
    options.log.warn(reason, 'the photographs could not be imported into the database; the next start tries again')
  })
  await Promise.race([done, wait(FIRST_PAGE_WAIT_MS, undefined, { ref: false })])
  return {
    done,
    importNow: async (name) => {
      if ((await findMediaFile(options.folder, name)) === null) return false
      return (await oneAtATime(() => importFiles(options, [name]))).length > 0
    },
    close: () => {
      stop.abort()
      return done
    },
  }
}

async function importAll(options: VersionedOptions, oneAtATime: LimitFunction, signal?: AbortSignal): Promise<void> {
  const { database, folder, log } = options
  let [count, bytes] = [0, 0]
  const names = await listMediaFiles(folder)
  while (names.length > 0) {
    if (signal?.aborted === true) return
    const taken = await oneAtATime(() => importFiles(options, names.splice(0, PHOTOS_PER_BATCH)))
    count += taken.length
    bytes += taken.reduce((sum, { media }) => sum + media.bytes, 0)
  }
  await markPhotosImported(database)
  if (count > 0) log.info({ folder, count, bytes }, 'photographs and videos were imported into the database')
}

/** Skips files that can't be shown, with a log entry. */
async function importFiles(options: VersionedOptions, names: readonly string[]): Promise<MediaFile[]> {
  const { database, version, clock = () => new Date() } = options
  const known = new Map((await listMediaNamed(database, names)).map((media) => [media.name, media]))
  const files: MediaFile[] = []
  for (const name of names.filter((other) => isPhotoWanted(other, known.get(other), version))) {
    const file = await readOrLog(options, name)
    if (file !== null) files.push(file)
  }
  if (files.length === 0) return []
  for (const file of files.filter((other) => !isSmall(other))) await writeFiles(database, [file], clock())
  await inTransaction(database, async (trx) => {
    await bumpCatalogVersion(trx)
    await writeFiles(trx, files.filter(isSmall), clock())
    await nameFiles(trx, files, clock())
  })
  return files
}

async function readOrLog({ folder, log, clock = () => new Date() }: ImportOptions, name: string) {
  const path = (await findMediaFile(folder, name)) ?? join(folder, name)
  const { file, problem } = await readMediaFile(name, path, { now: clock() }).catch((error: unknown) => ({
    file: null,
    problem: fileErrorMessage(error, path) ?? `the file "${name}" cannot be read`,
  }))
  if (problem !== null) log.warn({ problem }, 'a file of the photographs was left out')
  return file
}
