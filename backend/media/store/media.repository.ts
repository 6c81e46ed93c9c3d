import { type Selectable, sql } from 'kysely'
import { isObject } from '../../admin/audit/canonical-json.ts'
import { rewriteEntriesWith } from '../../admin/audit/rewrite-entries.repository.ts'
import { storeVersionOf } from '../../platform/database/catalog-version/catalog-version.ts'
import { type Database, inTransaction, type Trx } from '../../platform/database/database.ts'
import { chunksOf } from '../../platform/database/queries.ts'
import { matchesSearch } from '../../platform/database/search/matches-search.ts'
import { isMediaType, type Media, requireFileNames } from './media.ts'
import { PHOTOS_VERSION } from './replaced-photos.ts'

export async function findMedia(database: Database, name: string): Promise<Media | null> {
  const row = await database.selectFrom('media').selectAll().where('name', '=', name).executeTakeFirst()
  return row === undefined ? null : toMedia(row)
}

export async function listMedia(database: Database): Promise<Media[]> {
  const rows = await database.selectFrom('media').selectAll().orderBy('name').execute()
  return rows.map(toMedia)
}

/** Newest first, with all words of the search in the name. */
export async function listNewPictures(database: Database, search: string, limit: number): Promise<Media[]> {
  let query = database.selectFrom('media').selectAll().where('width', 'is not', null)
  for (const word of search.split(/\s+/).filter(Boolean)) {
    query = query.where(matchesSearch(sql.ref('name'), word))
  }
  const rows = await query.orderBy('created_at', 'desc').orderBy('name').limit(limit).execute()
  return rows.map(toMedia)
}

export async function listMediaNamed(database: Database, names: readonly string[]): Promise<Media[]> {
  const found: Media[] = []
  for (const some of chunksOf(names)) {
    found.push(...(await database.selectFrom('media').selectAll().where('name', 'in', some).execute()).map(toMedia))
  }
  return found
}

export async function upsertMedia(trx: Trx, media: Media, now: Date): Promise<void> {
  requireFileNames(media)
  const before = await findMedia(trx, media.name)
  const { name, ...facts } = media
  await trx
    .insertInto('media')
    .values(media)
    .onConflict((conflict) => conflict.column('name').doUpdateSet(facts))
    .execute()
  await trx.deleteFrom('unused_media').where('sha256', '=', media.sha256).execute()
  if (before !== null && before.sha256 !== media.sha256) await markIfUnused(trx, before.sha256, now)
}

/** Its content stays for a while, so this can be undone. */
export async function deleteMedia(trx: Trx, name: string, now: Date): Promise<boolean> {
  const media = await findMedia(trx, name)
  if (media === null) return false
  await trx.deleteFrom('media').where('name', '=', name).execute()
  await trx.deleteFrom('media_files').where('name', '=', name).execute()
  await markIfUnused(trx, media.sha256, now)
  return true
}

/** Length and modification time in milliseconds of a source file. */
export type FileStamp = { bytes: number; modified: number }

/** The source files by name. */
export async function listFileStamps(database: Database): Promise<Map<string, FileStamp>> {
  const rows = await database
    .selectFrom('media_files')
    .innerJoin('media', (join) =>
      join.onRef('media.name', '=', 'media_files.name').onRef('media.sha256', '=', 'media_files.sha256'),
    )
    .select(['media_files.name', 'media_files.bytes', 'media_files.modified'])
    .execute()
  return new Map(rows.map(({ name, ...stamp }) => [name, stamp]))
}

/** Stores the source files of contents. */
export async function storeFileStamps(
  database: Database,
  files: readonly { media: Pick<Media, 'name' | 'sha256'>; stamp: FileStamp }[],
): Promise<void> {
  const rows = files.map(({ media: { name, sha256 }, stamp }) => ({ name, sha256, ...stamp }))
  for (const some of chunksOf(rows)) {
    await database
      .insertInto('media_files')
      .values(some)
      .onConflict((conflict) =>
        conflict.column('name').doUpdateSet((row) => ({
          sha256: row.ref('excluded.sha256'),
          bytes: row.ref('excluded.bytes'),
          modified: row.ref('excluded.modified'),
        })),
      )
      .execute()
  }
}

async function markIfUnused(trx: Trx, sha256: string, now: Date): Promise<void> {
  const user = await trx.selectFrom('media').select('name').where('sha256', '=', sha256).executeTakeFirst()
  if (user === undefined) await markUnused(trx, sha256, now)
}

export async function markUnused(database: Database, sha256: string, now: Date): Promise<void> {
  const since = now.toISOString()
  await database
    .insertInto('unused_media')
    .values({ sha256, since })
    .onConflict((conflict) => conflict.column('sha256').doUpdateSet({ since }))
    .execute()
}

export async function hasContent(database: Database, { sha256, bytes }: ContentKey): Promise<boolean> {
  const { count } = await database
    .selectFrom('media_chunks')
    .select((row) => row.fn.countAll<number | string>().as('count'))
    .where('sha256', '=', sha256)
    .executeTakeFirstOrThrow()
  return Number(count) === Math.ceil(bytes / CHUNK_BYTES)
}

export const CHUNK_BYTES = 1024 * 1024

export type ContentKey = Pick<Media, 'sha256' | 'bytes'>

/** An existing chunk is identical, or damaged. */
export async function upsertChunk(
  database: Database,
  chunk: { sha256: string; position: number; data: Uint8Array },
): Promise<void> {
  await database
    .insertInto('media_chunks')
    .values(chunk)
    .onConflict((conflict) => conflict.columns(['sha256', 'position']).doUpdateSet({ data: chunk.data }))
    .execute()
}

export async function findChunk(database: Database, sha256: string, position: number): Promise<Uint8Array | null> {
  const row = await database
    .selectFrom('media_chunks')
    .select('data')
    .where('sha256', '=', sha256)
    .where('position', '=', position)
    .executeTakeFirst()
  return row?.data ?? null
}

async function listUnused(database: Database, before: string): Promise<string[]> {
  const rows = await database.selectFrom('unused_media').select('sha256').where('since', '<', before).execute()
  return rows.map(({ sha256 }) => sha256)
}

/** `false` when it is referenced again. */
async function deleteUnused(trx: Trx, sha256: string, before: string): Promise<boolean> {
  const unused = await trx
    .deleteFrom('unused_media')
    .where('sha256', '=', sha256)
    .where('since', '<', before)
    .executeTakeFirst()
  if (unused.numDeletedRows === 0n) return false
  const user = await trx.selectFrom('media').select('name').where('sha256', '=', sha256).executeTakeFirst()
  if (user !== undefined) return false
  await trx.deleteFrom('media_chunks').where('sha256', '=', sha256).execute()
  return true
}

/** Also those that only an undo would show. */
export async function listContents(database: Database): Promise<ContentKey[]> {
  const rows = await database
    .selectFrom('media_chunks')
    .select((row) => ['sha256', row.fn.sum<number | string>(sql`octet_length(data)`).as('bytes')])
    .groupBy('sha256')
    .orderBy('sha256')
    .execute()
  return rows.map(({ sha256, bytes }) => ({ sha256, bytes: Number(bytes) }))
}

/** Replaces a content in names and audit entries, and deletes the old one. Bump the catalog's version first. */
export async function replaceContent(trx: Trx, old: ContentKey, next: ContentKey): Promise<void> {
  const facts = { sha256: next.sha256, hash: next.sha256.slice(0, 8), bytes: next.bytes }
  const named = await trx.updateTable('media').set(facts).where('sha256', '=', old.sha256).executeTakeFirst()
  await trx.deleteFrom('media_chunks').where('sha256', '=', old.sha256).execute()
  await rewriteEntriesWith(trx, { kind: 'picture', text: old.sha256 }, (state) =>
    isObject(state) && state.sha256 === old.sha256 ? { ...state, ...facts } : state,
  )
  const unused = await trx
    .deleteFrom('unused_media')
    .where('sha256', '=', old.sha256)
    .returning('since')
    .executeTakeFirst()
  if (named.numUpdatedRows > 0n) await trx.deleteFrom('unused_media').where('sha256', '=', next.sha256).execute()
  else if (unused !== undefined) {
    const { since } = unused
    await trx
      .updateTable('unused_media')
      .set({ since })
      .where('sha256', '=', next.sha256)
      .where('since', '>', since)
      .execute()
  }
}

/** 0 before the first import. */
export async function readPhotosVersion(database: Database): Promise<number> {
  const row = await database.selectFrom('catalog_meta').select('version').where('id', '=', 'photos').executeTakeFirst()
  return row?.version ?? 0
}

export function markPhotosImported(database: Database): Promise<void> {
  return storeVersionOf(database, 'photos', PHOTOS_VERSION)
}

function toMedia({ type, ...same }: Selectable<MediaTables['media']>): Media {
  if (!isMediaType(type)) throw new TypeError(`"${type}" is no type of picture or video`)
  requireFileNames(same)
  return { ...same, type }
}

export type MediaTables = {
  media: MediaTable
  media_chunks: MediaChunksTable
  media_files: MediaFilesTable
  unused_media: UnusedMediaTable
}

declare module '../../platform/database/tables.ts' {
  interface Tables extends MediaTables {}
}

type MediaTable = {
  name: string
  /** The first eight digits of `sha256`, part of the URL. */
  hash: string
  sha256: string
  type: string
  /** A double: PostgreSQL's integers end at 2 GiB, and its bigints are returned as text. */
  bytes: number
  /** In pixels, as shown; `null` for a video. */
  width: number | null
  height: number | null
  created_at: string
}

/** Chunks of 1 MiB. Names may share a content. */
type MediaChunksTable = {
  sha256: string
  position: number
  data: Uint8Array
}

/** Source files; a row is valid while its name has this content. */
type MediaFilesTable = FileStamp & {
  name: string
  sha256: string
}

/** Contents without a name: replaced, removed, or being written. */
type UnusedMediaTable = {
  sha256: string
  since: string
}

/** One at a time; returns the count. */
export async function deleteUnusedMedia(database: Database, before: string): Promise<number> {
  let count = 0
  for (const sha256 of await listUnused(database, before)) {
    if (await inTransaction(database, (trx) => deleteUnused(trx, sha256, before))) count += 1
  }
  return count
}
