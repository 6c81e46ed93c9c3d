export type MediaTables = { photos: MediaFilesTable }

declare module '../database/tables.ts' {
  interface Tables extends MediaTables {}
}

/** What is known of a photograph as long as its file has this size and date. */
type MediaFilesTable = {
  /** Name in catalog/photos/. */
  file: string
  /** Of its content; part of its address. */
  hash: string
  /** A double: PostgreSQL's whole numbers end at two gigabytes, and its long ones arrive as text. */
  bytes: number
  /** When the file was written, as an ISO time. */
  modified_at: string
  /** In pixels; `null` for a video, and for a picture that cannot be read. */
  width: number | null
  height: number | null
}
