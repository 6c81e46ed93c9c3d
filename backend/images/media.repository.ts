import type { Selectable } from 'kysely'
import type { Database, Trx } from '../database/database.ts'
import type { MediaTables } from './media.tables.ts'
import type { MediaFile } from './media-store.ts'

type MediaRecord = Omit<MediaFile, 'path' | 'kind'>

/** Names per statement; PostgreSQL takes at most 65,535 values. */
const CHUNK = 500

/** The records of these photographs; those without one are missing from the result. */
export async function listMediaRecords(database: Database, names: readonly string[]): Promise<MediaRecord[]> {
  const records: MediaRecord[] = []
  for (let from = 0; from < names.length; from += CHUNK) {
    const some = names.slice(from, from + CHUNK)
    const rows = await database.selectFrom('photos').selectAll().where('file', 'in', some).execute()
    records.push(...rows.map(toRecord))
  }
  return records
}

/** Inserts or updates records. */
export async function upsertMediaRecords(trx: Trx, photos: readonly MediaRecord[]): Promise<void> {
  for (let from = 0; from < photos.length; from += CHUNK) {
    await trx
      .insertInto('photos')
      .values(photos.slice(from, from + CHUNK).map(toRow))
      .onConflict((conflict) =>
        conflict.column('file').doUpdateSet((row) => ({
          hash: row.ref('excluded.hash'),
          bytes: row.ref('excluded.bytes'),
          modified_at: row.ref('excluded.modified_at'),
          width: row.ref('excluded.width'),
          height: row.ref('excluded.height'),
        })),
      )
      .execute()
  }
}

function toRecord({ file, modified_at, ...same }: Selectable<MediaTables['photos']>): MediaRecord {
  return { ...same, name: file, modifiedAt: modified_at }
}

function toRow({ name, hash, bytes, modifiedAt, width, height }: MediaRecord): Selectable<MediaTables['photos']> {
  return { file: name, hash, bytes, modified_at: modifiedAt, width, height }
}
