export type MediaTables = { photos: MediaFilesTable }

declare module '../database/tables.ts' {
  interface Tables extends MediaTables {}
}

/** Metadata of a photograph, valid while its file has this size and date. */
type MediaFilesTable = {
  /** Name in catalog/photos/. */
  file: string
  /** SHA-256 of the content; part of its URL. */
  hash: string
  /** A double: PostgreSQL's integers end at two gigabytes, and bigints arrive as text. */
  bytes: number
  /** Modification time of the file, ISO. */
  modified_at: string
  /** In pixels; `null` for a video, and for a picture that cannot be decoded. */
  width: number | null
  height: number | null
}
