import { createHash, randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { type FileHandle, open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { createTarPacker, packTar } from 'modern-tar'
import * as z from 'zod/mini'
import { fileExistsMessage } from '../../platform/http/errors/file-error.ts'
import { nameNewFile } from '../../platform/lib/files.ts'
import { BackupError, explainFileError } from './backup-error.ts'

/**
 * A backup is a tar file: `shop-backup.json`, the tables as parts of zstd-compressed NDJSON after their blobs,
 * `manifest.json` with counts and SHA-256 of every part, and `seal.sha256`, the SHA-256 of all before. No other entries
 * are allowed.
 */
export const FORMAT_NAME = 'packwright-backup'
export const FORMAT_VERSION = 1

export const HEADER_NAME = 'shop-backup.json'
export const MANIFEST_NAME = 'manifest.json'
const SEAL_NAME = 'seal.sha256'

export const headerSchema = z.object({
  format: z.literal(FORMAT_NAME),
  format_version: z.number(),
  version: z.string(),
  /** The last migration. */
  schema: z.string(),
  engine: z.enum(['sqlite', 'postgres']),
  created_at: z.string(),
})

const entrySchema = z.object({ file: z.string(), bytes: z.number(), sha256: z.string() })

const partSchema = z.extend(entrySchema, {
  rows: z.number(),
  /** Of the uncompressed rows, which restored rows are compared with. */
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

/** A blob's reference in a row. */
export const blobReference = z.object({ sha256: z.string(), bytes: z.number() })

/** The bytes that end an archive. They are deterministic, so they can be compared. */
export async function buildSeal(sha256: string): Promise<Uint8Array> {
  return packTar([{ header: { name: SEAL_NAME, size: sha256.length, mode: 0o600, mtime: new Date(0) }, body: sha256 }])
}

/** Whether bytes start with this tar entry. */
export function beginsWith(bytes: Uint8Array, name: string): boolean {
  return Buffer.from(bytes.subarray(0, name.length + 1)).toString('latin1') === `${name}\0`
}

/** Whether a file's last bytes are a complete archive's seal. */
export function isSeal(tail: Uint8Array): boolean {
  return beginsWith(tail, SEAL_NAME)
}

/** Off the event loop, whatever the size. */
export async function sha256Of(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  return Buffer.from(await crypto.subtle.digest('SHA-256', bytes)).toString('hex')
}

export const createSha256 = () => createHash('sha256')

const CHUNK_BYTES = 1024 * 1024
const TAR_BLOCK_BYTES = 512

export type ArchiveWriter = {
  add: (name: string, bytes: Uint8Array<ArrayBuffer>) => Promise<Entry>
  /** Seals the archive and renames it once it is on disk. Returns its bytes. */
  finish: () => Promise<number>
  /** Deletes the partial file; does nothing after `finish`. */
  discard: () => Promise<void>
}

/** Writes under a temporary name, so a file of the final name is complete. */
export async function openArchive(file: string, { replace }: { replace: boolean }): Promise<ArchiveWriter> {
  if (!replace && existsSync(file)) throw new BackupError(fileExistsMessage(file))
  const partial = `${file}.${randomBytes(4).toString('hex')}.partial`
  const handle = await open(partial, 'wx', 0o600).catch((error: unknown) => explainFileError(error, file))
  const hash = createSha256()
  let size = 0

  async function write(bytes: Uint8Array): Promise<void> {
    for (let at = 0; at < bytes.length; at += CHUNK_BYTES) {
      const chunk = bytes.subarray(at, at + CHUNK_BYTES)
      hash.update(chunk)
      await writeWhole(handle, chunk)
    }
    size += bytes.length
  }

  return {
    add: async (name, bytes) => {
      try {
        for await (const chunk of tarEntry(name, bytes)) await write(chunk)
      } catch (error) {
        explainFileError(error, file)
      }
      return { file: name, bytes: bytes.length, sha256: await sha256Of(bytes) }
    },
    finish: async () => {
      try {
        const seal = await buildSeal(hash.digest('hex'))
        await writeWhole(handle, seal)
        await handle.sync()
        await handle.close()
        await nameFile(partial, file, replace)
        return size + seal.length
      } catch (error) {
        return explainFileError(error, file)
      }
    },
    discard: async () => {
      await handle.close().catch(() => {})
      await rm(partial, { force: true })
    },
  }
}

async function writeWhole(handle: FileHandle, bytes: Uint8Array): Promise<void> {
  let written = 0
  while (written < bytes.length) written += (await handle.write(bytes, written)).bytesWritten
}

/** Without the blocks that end the archive. */
async function* tarEntry(name: string, bytes: Uint8Array): AsyncIterable<Uint8Array> {
  const { readable, controller } = createTarPacker()
  const header = { name, size: bytes.length, mode: 0o600, mtime: new Date(0) }
  const body = controller.add(header).getWriter()
  const packing = Promise.all([body.write(bytes), body.close()]).then(() => controller.finalize())
  let left = TAR_BLOCK_BYTES + Math.ceil(bytes.length / TAR_BLOCK_BYTES) * TAR_BLOCK_BYTES
  for await (const chunk of readable) {
    if (left > 0) yield chunk.subarray(0, left)
    left -= chunk.length
  }
  await packing
}

/** Syncs the folder, so the name survives a crash. */
async function nameFile(partial: string, file: string, replace: boolean): Promise<void> {
  if (replace) await rename(partial, file)
  else if (!(await nameNewFile(partial, file))) throw new BackupError(fileExistsMessage(file))
  const folder = await open(dirname(file), 'r')
  await folder.sync().finally(() => folder.close())
}
