import { createHash } from 'node:crypto'
import { packTar } from 'modern-tar'
import * as z from 'zod/mini'

/**
 * A backup is a tar file: `shop-backup.json` describes it, followed by the tables as parts of zstd-compressed NDJSON,
 * each preceded by its blobs, then `manifest.json` with counts and SHA-256 of every part, and `seal.sha256`, the
 * SHA-256 of all bytes before it. No other entries are allowed.
 */
export const FORMAT = 'packwright-backup'
export const FORMAT_VERSION = 1

export const HEADER_NAME = 'shop-backup.json'
export const MANIFEST_NAME = 'manifest.json'
const SEAL_NAME = 'seal.sha256'

export const headerSchema = z.object({
  format: z.literal(FORMAT),
  format_version: z.number(),
  /** Version of the program that created the archive. */
  version: z.string(),
  /** The last migration applied to the database. */
  schema: z.string(),
  engine: z.enum(['sqlite', 'postgres']),
  created_at: z.string(),
})

const entrySchema = z.object({ file: z.string(), bytes: z.number(), sha256: z.string() })

const partSchema = z.extend(entrySchema, {
  rows: z.number(),
  /** SHA-256 of the uncompressed rows, which restored rows are compared with. */
  rows_sha256: z.string(),
  blobs: z.array(entrySchema),
})

const tableSchema = z.object({
  name: z.string(),
  columns: z.array(z.object({ name: z.string(), kind: z.enum(['text', 'integer', 'real', 'boolean', 'blob']) })),
  rows: z.number(),
  parts: z.array(partSchema),
})

export const manifestSchema = z.extend(headerSchema, { tables: z.array(tableSchema) })

export type Header = z.output<typeof headerSchema>
export type Manifest = z.output<typeof manifestSchema>
export type Part = z.output<typeof partSchema>
export type Entry = z.output<typeof entrySchema>

/** How a row in an archive refers to a blob. */
export const blobReference = z.object({ sha256: z.string(), bytes: z.number() })

/** The bytes that end an archive with this SHA-256. They are deterministic, so that they can be compared. */
export async function sealOf(sha256: string): Promise<Uint8Array> {
  return packTar([{ header: { name: SEAL_NAME, size: sha256.length, mode: 0o600, mtime: new Date(0) }, body: sha256 }])
}

/** Whether bytes start with a tar entry of this name. */
export function beginsWith(bytes: Uint8Array, name: string): boolean {
  return Buffer.from(bytes.subarray(0, name.length + 1)).toString('latin1') === `${name}\0`
}

/** Whether the last bytes of a file are the seal of a complete archive. */
export function isSeal(tail: Uint8Array): boolean {
  return beginsWith(tail, SEAL_NAME)
}

/** Hashes off the event loop, whatever the size. */
export async function sha256Of(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  return Buffer.from(await crypto.subtle.digest('SHA-256', bytes)).toString('hex')
}

export const createSha256 = () => createHash('sha256')
