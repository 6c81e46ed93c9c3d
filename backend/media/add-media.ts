import { type Json, type NewAuditEntry, writeAudits } from '../admin/audit/audit.repository.ts'
import { bumpCatalogVersion } from '../database/catalog-version/catalog-version.ts'
import { type Database, inTransaction, type Trx } from '../database/database.ts'
import { inspectFile, type ReadPicture } from './inspect-file.ts'
import { hasContent, listMediaNamed, upsertMedia } from './media.repository.ts'
import type { Media } from './media.ts'
import { hashFile, isIntact, writeContent } from './media-content.ts'

/** A file to be added as a picture or video of the shop. */
export type MediaFile = { path: string; media: Media }

type ReadOptions = {
  now: Date
  /** Called for pictures that are not `known`. */
  readPicture?: ReadPicture | undefined
  /** The shop's current picture or video of that name. */
  known?: Media | undefined
}

/** Inspects files; each problem is a sentence with the file's name. Writes nothing. */
export async function readMediaFile(
  name: string,
  path: string,
  { now, readPicture, known }: ReadOptions,
): Promise<{ file: MediaFile; problem: null } | { file: null; problem: string }> {
  const isKnown = known !== undefined && (await hashFile(path).catch(() => null)) === known.sha256
  const { facts, problem } = await inspectFile(name, path, isKnown ? undefined : readPicture)
  if (facts === null) return { file: null, problem }
  const sha256 = await hashFile(path)
  const media = { ...facts, sha256, hash: sha256.slice(0, 8), created_at: now.toISOString() }
  return { file: { path, media }, problem: null }
}

/** Writes the contents of files, which may take long; no name refers to them yet. */
export async function writeFiles(database: Database, files: readonly MediaFile[], now: Date): Promise<void> {
  for (const { path, media } of files) await writeContent(database, path, media, now)
}

/** Points the names to written contents, and writes that to the audit log. */
export async function nameAndAudit(
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

/** Points the names to written contents. Bump the catalog's version first. */
export async function nameFiles(trx: Trx, files: readonly MediaFile[], now: Date): Promise<void> {
  for (const { media } of files) {
    if (!(await hasContent(trx, media))) throw new Error(`The content of "${media.name}" is not in the database.`)
    await upsertMedia(trx, media, now)
  }
}

type AddOptions = { actor: string; clock: () => Date; readPicture?: ReadPicture }
/** `problems` is empty when everything was added; otherwise nothing was changed. */
export type AddedMedia = { added: string[]; replaced: string[]; unchanged: string[]; problems: string[] }

/**
 * Adds pictures and videos, replacing those of the same name; either all or none. A file that the shop has already is
 * written again when its content in the database is damaged.
 */
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

/** Names that differ only in case, which many file systems cannot distinguish. */
export function repeatedNames(names: readonly string[]): string[] {
  const alike = Map.groupBy(names, (name) => name.toLowerCase())
  return [...alike.values()]
    .filter((group) => group.length > 1)
    .map((group) => `two files would have the same name: ${group.map((name) => `"${name}"`).join(' and ')}`)
}

/** What the audit log stores of a picture or video; its content is in the database as long as that can be undone. */
export function mediaState({ name: _, ...facts }: Media): Json {
  return facts
}

export function mediaSubject(name: string): NewAuditEntry['subject'] {
  return { kind: 'picture', id: name }
}

type Written = Pick<NewAuditEntry, 'at' | 'actor'>

/**
 * The entries for pictures and videos that `write` adds or replaces under these names; files that the shop has already
 * are left out. Bump the catalog's version first.
 */
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
