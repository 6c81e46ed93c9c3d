export type MediaTables = { media: MediaTable; media_chunks: MediaChunksTable; unused_media: UnusedMediaTable }

declare module '../database/tables.ts' {
  interface Tables extends MediaTables {}
}

/** Pictures and videos by the name that stands in their address. */
type MediaTable = {
  name: string
  /** The first eight digits of `sha256`; part of the address, so that another content has another address. */
  hash: string
  sha256: string
  /** `MediaType` */
  type: string
  /** A double: PostgreSQL's whole numbers end at two gigabytes, and its long ones arrive as text. */
  bytes: number
  /** In pixels as it is shown; `null` for a video. */
  width: number | null
  height: number | null
  created_at: string
}

/** The content of originals in pieces of a megabyte, the last one shorter. Two names may share one content. */
type MediaChunksTable = {
  sha256: string
  /** From 0. */
  position: number
  data: Uint8Array
}

/** Contents that no name leads to: replaced, removed, or being written. They are deleted after a while. */
type UnusedMediaTable = {
  sha256: string
  since: string
}
