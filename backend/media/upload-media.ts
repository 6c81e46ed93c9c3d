import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { MAX_UPLOAD_BYTES } from '@shop/contract/admin/catalog'
import type { ChangeContext } from '../admin/audit/audit.repository.ts'
import { AppError } from '../http/errors/app-error.ts'
import { nameAndAudit, readMediaFile, writeFiles } from './add-media.ts'
import { detectType, heicProblem, type ReadPicture, svgProblem } from './inspect-file.ts'
import { listMediaNamed } from './media.repository.ts'
import { MEDIA_TYPES, type Media } from './media.ts'
import { hashFile } from './media-content.ts'

type Upload = {
  /** What the phone or computer calls the file. */
  name: string
  content: Readable
  readPicture: ReadPicture
}

/** What is said of a file that is larger than the shop takes. */
export const TOO_LARGE = `The file is larger than ${MAX_UPLOAD_BYTES / 1_000_000} MB. Please make it shorter or smaller.`

/**
 * Takes a picture or video under a name of its own, which its content decides: the same file twice is one. Nothing shows
 * it until a product does. A file that cannot be shown is refused with a sentence.
 */
export async function uploadMedia(context: ChangeContext, { name, content, readPicture }: Upload): Promise<Media> {
  const path = join(tmpdir(), `shop-upload-${randomUUID()}`)
  try {
    await pipeline(limitBytes(content, MAX_UPLOAD_BYTES), createWriteStream(path))
    return await addFile(context, { name, path, readPicture })
  } finally {
    await rm(path, { force: true })
  }
}

/** Passes bytes on, and fails once there are too many. It leaves the stream open, and with it the connection. */
async function* limitBytes(content: Readable, most: number): AsyncGenerator<Buffer> {
  let passed = 0
  for await (const chunk of content.iterator({ destroyOnReturn: false })) {
    passed += chunk.length
    if (passed > most) throw new AppError('too_large', TOO_LARGE)
    yield chunk
  }
}

async function addFile(
  { database, clock, actor }: ChangeContext,
  { name, path, readPicture }: { name: string; path: string; readPicture: ReadPicture },
): Promise<Media> {
  const now = clock()
  const type = await detectType(path)
  if (type === 'svg') throw uploadError(svgProblem(name))
  if (type === 'heic') throw uploadError(heicProblem(name))
  if (type === null) throw uploadError(`the file "${name}" holds no picture or video that the shop can show`)
  const own = `${baseOf(name)}-${(await hashFile(path)).slice(0, 8)}${MEDIA_TYPES[type]}`
  const [known] = await listMediaNamed(database, [own])
  const { file, problem } = await readMediaFile(own, path, { now, readPicture, known })
  if (file === null) throw uploadError(problem.replaceAll(own, name))
  await writeFiles(database, [file], now)
  await nameAndAudit(database, [file], { actor, now })
  return file.media
}

function uploadError(problem: string): AppError {
  const message = `${problem.charAt(0).toUpperCase()}${problem.slice(1)}.`
  return new AppError('invalid_request', message, [{ field: 'file', message }])
}

/** `IMG_0042.JPG` → `img-0042`; what is left of a name that can stand in an address. */
function baseOf(name: string): string {
  const plain = name
    .replace(/\.[^.]*$/, '')
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 80)
  return plain === '' ? 'picture' : plain
}
