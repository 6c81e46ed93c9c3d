import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import { bumpCatalogVersion } from '../platform/database/catalog-version/catalog-version.ts'
import { type Database, inTransaction } from '../platform/database/database.ts'
import { isDatabaseCorrupt } from '../platform/database/unavailable.ts'
import { type JobWorker, startJob } from '../platform/jobs/daily-job.ts'
import { typeOfStart } from './inspect/inspect-file.ts'
import { storedSource } from './store/byte-source.ts'
import { type ContentKey, hasContent, listContents, replaceContent } from './store/media.repository.ts'
import { isMediaType } from './store/media.ts'
import { DamagedMediaError, isIntact, writeContent } from './store/media-content.ts'
import { originalFile } from './store/media-store.ts'
import { readPieces } from './store/pieces.ts'
import { findStoredForm } from './strip/stored-form.ts'

const JOB_NAME = 'strip-media'

type StripOptions = {
  database: Database
  dataDir: string
  log: Pick<FastifyBaseLogger, 'info' | 'warn' | 'error'>
  clock: () => Date
}

/** Removes place and time from pictures of earlier versions, once, and again after a restore. */
export function startStripping(options: StripOptions): JobWorker {
  const { database, log, clock } = options
  return startJob({
    ...{ database, log, clock, name: JOB_NAME },
    lastDue: () => new Date(0),
    run: (signal) => stripStored(options, signal),
  })
}

/** One content after the other; a damaged one stays and is logged. */
export async function stripStored(
  { database, dataDir, log, clock }: StripOptions,
  signal?: AbortSignal,
): Promise<void> {
  let stripped = 0
  for (const content of await listContents(database)) {
    signal?.throwIfAborted()
    try {
      if (await stripOne(database, { dataDir, content, now: clock() })) stripped += 1
    } catch (error) {
      if (!(error instanceof DamagedMediaError) && !isDatabaseCorrupt(error)) throw error
      log.warn({ sha256: content.sha256 }, 'a damaged picture or video may still say where it was taken')
    }
  }
  if (stripped > 0) log.info({ stripped }, 'pictures and videos no longer say where they were taken')
}

type OneContent = { dataDir: string; content: ContentKey; now: Date }

/** Writes the stripped content and points all references to it. */
async function stripOne(database: Database, { dataDir, content, now }: OneContent): Promise<boolean> {
  const source = storedSource(database, content)
  const found = typeOfStart((await source.at(0, 1024)).subarray(0, 1024))
  const type = found === 'mov' ? 'video/mp4' : found
  if (!isMediaType(type)) throw new DamagedMediaError('a content is no picture and no video')
  if (!(await isIntact(database, content))) throw new DamagedMediaError('a part of a content is missing or damaged')
  const stored = await findStoredForm(source, type)
  if (stored === null) throw new DamagedMediaError('a picture cannot be read to its end')
  if (stored.sha256 === content.sha256) return false
  const { pieces, ...next } = stored
  if (!(await hasContent(database, next))) await writeContent(database, readPieces(source, pieces), next, now)
  await inTransaction(database, async (trx) => {
    await bumpCatalogVersion(trx)
    await replaceContent(trx, content, next)
  })
  await rm(join(dataDir, 'images', originalFile({ sha256: content.sha256, type })), { force: true })
  return true
}
