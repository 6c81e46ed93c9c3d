import { randomUUID } from 'node:crypto'
import { createWriteStream, type Stats } from 'node:fs'
import { rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { MAX_UPLOAD_BYTES } from '@shop/contract/catalog/admin'
import { foldLetters } from '@shop/contract/text/fold-letters'
import { type ChangeContext, type NewAuditEntry, writeAudits } from '../admin/audit/audit.repository.ts'
import type { Json } from '../admin/audit/canonical-json.ts'
import { bumpCatalogVersion } from '../platform/database/catalog-version/catalog-version.ts'
import { type Database, inTransaction, type Trx } from '../platform/database/database.ts'
import { AppError } from '../platform/http/errors/app-error.ts'
import { detectType, inspectFile, kindProblem, type ReadPicture } from './inspect/inspect-file.ts'
import { withFile } from './store/byte-source.ts'
import { type FileStamp, hasContent, listMediaNamed, storeFileStamps, upsertMedia } from './store/media.repository.ts'
import { isMediaType, MEDIA_TYPES, type Media, type MediaType } from './store/media.ts'
import { isIntact, writeContent } from './store/media-content.ts'
import { type Piece, readPieces } from './store/pieces.ts'
import { storedFormOfFile } from './strip/stored-form.ts'

/** `pieces` is the stored part of the file. */
export type MediaFile = { path: string; stamp: FileStamp; pieces: Piece[]; media: Media }

type ReadOptions = {
  now: Date
  /** For pictures that are not `known`. */
  readPicture?: ReadPicture | undefined
  known?: Media | undefined
}

/** Inspects files without writing. Problems are sentences with the file's name. */
export async function readMediaFile(
  name: string,
  path: string,
  { now, readPicture, known }: ReadOptions,
): Promise<{ file: MediaFile; problem: null } | { file: null; problem: string }> {
  const isKnown = known !== undefined && (await hashStored(path, known.type)) === known.sha256
  const { facts, problem } = await inspectFile(name, path, isKnown ? undefined : readPicture)
  if (facts === null) return { file: null, problem }
  const stamp = stampOf(await stat(path))
  const stored = await storedFormOfFile(path, facts.type)
  if (stored === null) return { file: null, problem: `the file "${name}" is damaged: it cannot be read to its end` }
  const { pieces, sha256, bytes } = stored
  const media = { ...facts, bytes, sha256, hash: sha256.slice(0, 8), created_at: now.toISOString() }
  return { file: { path, stamp, pieces, media }, problem: null }
}

/** Identifies a file's version without opening it. */
export function stampOf({ size, mtimeMs }: Pick<Stats, 'size' | 'mtimeMs'>): FileStamp {
  return { bytes: size, modified: Math.floor(mtimeMs) }
}

/** The SHA-256 of a file's stored form; `null` where it can't be read. */
export async function hashStored(path: string, type: MediaType): Promise<string | null> {
  return (await storedFormOfFile(path, type).catch(() => null))?.sha256 ?? null
}

/** Writes the contents, which may take long; no name refers to them yet. */
export async function writeFiles(database: Database, files: readonly MediaFile[], now: Date): Promise<void> {
  for (const { path, pieces, media } of files) {
    await withFile(path, (source) => writeContent(database, readPieces(source, pieces), media, now))
  }
}

async function nameAndAudit(
  database: Database,
  files: readonly MediaFile[],
  { actor, now }: { actor: string; now: Date },
): Promise<void> {
  const names = files.map(({ media }) => media.name)
  await inTransaction(database, async (trx) => {
    await bumpCatalogVersion(trx)
    await writeAudits(trx, await auditMedia(trx, names, { at: now, actor }, () => nameFiles(trx, files, now)))
  })
}

export async function nameFiles(trx: Trx, files: readonly MediaFile[], now: Date): Promise<void> {
  for (const { media } of files) {
    if (!(await hasContent(trx, media))) throw new Error(`The content of "${media.name}" is not in the database.`)
    await upsertMedia(trx, media, now)
  }
  await storeFileStamps(trx, files)
}

type AddOptions = { actor: string; clock: () => Date; readPicture?: ReadPicture }
/** With `problems` nothing was changed. */
export type AddedMedia = { added: string[]; replaced: string[]; unchanged: string[]; problems: string[] }

/** Adds or replaces pictures and videos, all or none. A known file repairs damaged stored content. */
export async function addMedia(
  database: Database,
  sources: readonly { name: string; path: string }[],
  { actor, clock, readPicture }: AddOptions,
): Promise<AddedMedia> {
  const now = clock()
  const names = sources.map(({ name }) => name)
  const before = new Map((await listMediaNamed(database, names)).map((media) => [media.name, media]))
  const read = []
  for (const { name, path } of sources) {
    read.push(await readMediaFile(name, path, { now, readPicture, known: before.get(name) }))
  }
  const problems = [...read.flatMap(({ problem }) => problem ?? []), ...repeatedNames(names)]
  if (problems.length > 0) return { added: [], replaced: [], unchanged: [], problems }
  const changed: MediaFile[] = []
  for (const { file } of read) {
    if (file !== null && !(await isStored(database, file.media, before.get(file.media.name)))) changed.push(file)
  }
  await writeFiles(database, changed, now)
  if (changed.length > 0) await nameAndAudit(database, changed, { actor, now })
  const changedNames = changed.map(({ media }) => media.name)
  return {
    added: changedNames.filter((name) => !before.has(name)),
    replaced: changedNames.filter((name) => before.has(name)),
    unchanged: names.filter((name) => !changedNames.includes(name)),
    problems: [],
  }
}

async function isStored(database: Database, media: Media, before: Media | undefined): Promise<boolean> {
  return before?.sha256 === media.sha256 && (await isIntact(database, media))
}

/** Names that differ only in case, as many file systems can't tell apart. */
export function repeatedNames(names: readonly string[]): string[] {
  const alike = Map.groupBy(names, (name) => name.toLowerCase())
  return [...alike.values()]
    .filter((group) => group.length > 1)
    .map((group) => `two files would have the same name: ${group.map((name) => `"${name}"`).join(' and ')}`)
}

/** For the audit log; the content is stored while it can be undone. */
export function mediaState({ name: _, ...facts }: Media): Json {
  return facts
}

export function mediaSubject(name: string): NewAuditEntry['subject'] {
  return { kind: 'picture', id: name }
}

type Written = Pick<NewAuditEntry, 'at' | 'actor'>

/** Writes audit entries for pictures that `write` adds or replaces. Bump the catalog's version first. */
export async function auditMedia(
  trx: Trx,
  names: readonly string[],
  written: Written,
  write: () => Promise<void>,
): Promise<NewAuditEntry[]> {
  const before = await byName(trx, names)
  await write()
  return [...(await byName(trx, names)).values()].flatMap((media) => {
    const old = before.get(media.name)
    if (old?.sha256 === media.sha256) return []
    const action = old === undefined ? 'picture.added' : 'picture.replaced'
    const states = { before: old === undefined ? null : mediaState(old), after: mediaState(media) }
    return { ...written, action, subject: mediaSubject(media.name), ...states }
  })
}

async function byName(trx: Trx, names: readonly string[]): Promise<Map<string, Media>> {
  return new Map((await listMediaNamed(trx, names)).map((media) => [media.name, media]))
}

type Upload = {
  name: string
  content: Readable
  readPicture: ReadPicture
}

export const TOO_LARGE = `The file is larger than ${MAX_UPLOAD_BYTES / 1_000_000} MB. Please make it shorter or smaller.`

/** Names a file by its content: the same file twice is one. One that can't be shown is refused. */
export async function uploadMedia(context: ChangeContext, { name, content, readPicture }: Upload): Promise<Media> {
  const path = join(tmpdir(), `shop-upload-${randomUUID()}`)
  try {
    await pipeline(limitBytes(content, MAX_UPLOAD_BYTES), createWriteStream(path))
    return await addFile(context, { name, path, readPicture })
  } finally {
    await rm(path, { force: true })
  }
}

/** Passes bytes on, and fails beyond the limit. The stream and its connection stay open. */
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
  const problemOfKind = kindProblem(name, type)
  if (problemOfKind !== null) throw uploadError(problemOfKind)
  if ((await stat(path)).size === 0) throw uploadError(`the file "${name}" is empty`)
  if (!isMediaType(type)) {
    const advice = 'save a picture as JPEG or PNG, a video as MP4'
    throw uploadError(`the file "${name}" holds no picture or video that the shop can show; ${advice}`)
  }
  // A damaged file has no hash; its problem is found below.
  const hash = (await hashStored(path, type)) ?? randomUUID()
  const own = `${baseOf(name)}-${hash.slice(0, 8)}${MEDIA_TYPES[type]}`
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

/** `IMG_0042.JPG` → `img-0042`. */
function baseOf(name: string): string {
  const plain = foldLetters(name.replace(/\.[^.]*$/, ''))
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 80)
  return plain === '' ? 'picture' : plain
}
