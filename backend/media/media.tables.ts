export type MediaTables = { media: MediaTable; media_chunks: MediaChunksTable; unused_media: UnusedMediaTable }

declare module '../database/tables.ts' {
  interface Tables extends MediaTables {}
}

/** Pictures and videos by the name in their URL. */
type MediaTable = {
  name: string
  /** The first eight digits of `sha256`; part of the URL, so that it changes with the content. */
  hash: string
  sha256: string
  /** `MediaType` */
  type: string
  /** A double: PostgreSQL's integers end at 2 GiB, and its bigints are returned as text. */
  bytes: number
  /** In pixels, as shown; `null` for a video. */
  width: number | null
  height: number | null
  created_at: string
}

/** Contents of originals in chunks of 1 MiB. Two names may share one content. */
type MediaChunksTable = {
  sha256: string
  /** Position, from 0. */
  position: number
  data: Uint8Array
}

/** Contents that no name refers to: replaced, removed, or being written. Deleted after a while. */
type UnusedMediaTable = {
  sha256: string
  since: string
}
