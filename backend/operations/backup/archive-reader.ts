import { createReadStream } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { promisify } from 'node:util'
import { zstdDecompress } from 'node:zlib'
import { createTarDecoder } from 'modern-tar'
import type * as z from 'zod/mini'
import { SCHEMA_VERSIONS } from '../../platform/database/migrate.ts'
import {
  beginsWith,
  buildSeal,
  createSha256,
  type Entry,
  FORMAT_VERSION,
  HEADER_NAME,
  type Header,
  headerSchema,
  isSeal,
  MANIFEST_NAME,
  type Manifest,
  manifestSchema,
  sha256Of,
} from './archive.ts'
import { BackupError, explainFileError } from './backup-error.ts'

const decompress = promisify(zstdDecompress)

/** Parts are about 1 MiB of rows, or one large import; beyond this, packed or unpacked, this program wrote none. */
const MAX_ENTRY_BYTES = 256 * 1024 * 1024
const TAR_BLOCK_BYTES = 512

/** Lines of JSON, with their blobs by SHA-256. */
export type ReadPart = { table: string; lines: string[]; blobs: ReadonlyMap<string, Uint8Array<ArrayBuffer>> }

/** Complete, unchanged since it was written, and of a known version. */
export type Archive = {
  manifest: Manifest
  size: number
  parts: () => AsyncIterable<ReadPart>
}

/** Checks an archive completely; throws a `BackupError`. */
export async function openArchiveForReading(file: string): Promise<Archive> {
  const size = await checkBytes(file).catch((error: unknown) => explainFileError(error, file))
  const manifest = await checkEntries(file)
  return { manifest, size, parts: () => readParts(file, manifest) }
}

/** Checks the first and last bytes before hashing gigabytes. */
async function checkBytes(file: string): Promise<number> {
  const handle = await open(file, 'r')
  try {
    const { size } = await handle.stat()
    const start = await readAt(handle, 0, TAR_BLOCK_BYTES)
    if (!beginsWith(start, HEADER_NAME)) throw new BackupError(`This isn’t a backup of this shop: ${file}`)
    const sealSize = (await buildSeal('0'.repeat(64))).length
    const tail = await readAt(handle, Math.max(0, size - sealSize), sealSize)
    if (!isSeal(tail)) {
      const sentence =
        'This backup is cut off: its end is missing. Copy it anew from where it was made, or take another'
      throw new BackupError(`${sentence}: ${file}`)
    }
    const expected = await buildSeal(await hashOf(file, size - sealSize))
    if (Buffer.compare(expected, tail) !== 0) throw changed(file)
    return size
  } finally {
    await handle.close()
  }
}

async function readAt(handle: FileHandle, position: number, length: number): Promise<Uint8Array> {
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, position)
  return buffer.subarray(0, bytesRead)
}

async function hashOf(file: string, length: number): Promise<string> {
  const hash = createSha256()
  for await (const chunk of createReadStream(file, { end: length - 1, highWaterMark: 1024 * 1024 })) hash.update(chunk)
  return hash.digest('hex')
}

function changed(file: string): BackupError {
  const sentence = 'This backup was changed or damaged since it was written. Take another; nothing was restored'
  return new BackupError(`${sentence}: ${file}`)
}

async function checkEntries(file: string): Promise<Manifest> {
  const found = new Map<string, string>()
  let manifest: Manifest | null = null
  for await (const { name, bytes } of readEntries(file)) {
    if (name === HEADER_NAME) requireKnown(parse(headerSchema, bytes, file), file)
    else if (name === MANIFEST_NAME) manifest = parse(manifestSchema, bytes, file)
    else if (manifest === null) found.set(name, await sha256Of(bytes))
  }
  if (manifest === null) throw changed(file)
  const named = manifest.tables.flatMap(({ parts }) => parts.flatMap((part) => [part, ...part.blobs]))
  const isWhole = named.length === found.size && named.every((entry) => found.get(entry.file) === entry.sha256)
  if (!isWhole) throw changed(file)
  return manifest
}

/** Rejects newer archives, whose data this version might lose. */
function requireKnown({ format_version, schema, version }: Header, file: string): void {
  if (format_version <= FORMAT_VERSION && SCHEMA_VERSIONS.includes(schema)) return
  const sentence = `This backup was made by a newer version of this shop (${version}, ${schema})`
  throw new BackupError(`${sentence}. Update the shop with git pull and npm ci, then try again: ${file}`)
}

function parse<T>(schema: z.ZodMiniType<T>, bytes: Uint8Array, file: string): T {
  try {
    return schema.parse(JSON.parse(Buffer.from(bytes).toString('utf8')))
  } catch (error) {
    throw new BackupError(`This isn’t a backup of this shop: ${file}`, { cause: error })
  }
}

function tooLarge(file: string): BackupError {
  return new BackupError(`This backup holds a part that is larger than any that this shop writes: ${file}`)
}

async function unpack(bytes: Uint8Array<ArrayBuffer>, file: string): Promise<string> {
  const rows = await decompress(bytes, { maxOutputLength: MAX_ENTRY_BYTES }).catch((error: unknown) => {
    throw error instanceof RangeError ? tooLarge(file) : changed(file)
  })
  return rows.toString('utf8')
}

type ReadEntry = { name: string; bytes: Uint8Array<ArrayBuffer> }

async function* readEntries(file: string): AsyncIterable<ReadEntry> {
  const { readable, writable } = createTarDecoder({ strict: true })
  // An early stop or an unreadable archive ends the pump as well.
  const pumping = pump(file, writable).catch(() => {})
  for await (const { header, body } of readable) {
    if (header.size > MAX_ENTRY_BYTES) throw tooLarge(file)
    yield { name: header.name, bytes: await new Response(body).bytes() }
  }
  await pumping
}

async function pump(file: string, writable: WritableStream<Uint8Array>): Promise<void> {
  const writer = writable.getWriter()
  try {
    for await (const chunk of createReadStream(file, { highWaterMark: 256 * 1024 })) await writer.write(chunk)
    await writer.close()
  } catch (error) {
    await writer.abort(error)
  }
}

async function* readParts(file: string, { tables }: Manifest): AsyncIterable<ReadPart> {
  const parts = new Map(tables.flatMap(({ name, parts }) => parts.map((part) => [part.file, { name, part }])))
  let blobs = new Map<string, Uint8Array<ArrayBuffer>>()
  const entriesByName = new Map<string, Entry>(
    tables.flatMap(({ parts }) => parts.flatMap((part) => [part, ...part.blobs].map((entry) => [entry.file, entry]))),
  )
  for await (const { name, bytes } of readEntries(file)) {
    const entry = entriesByName.get(name)
    if (entry === undefined) continue
    // The disk may have failed since the check.
    if ((await sha256Of(bytes)) !== entry.sha256) throw changed(file)
    const known = parts.get(name)
    if (known === undefined) blobs.set(entry.sha256, bytes)
    else {
      const text = await unpack(bytes, file)
      yield { table: known.name, lines: text.split('\n').slice(0, -1), blobs }
      blobs = new Map()
    }
  }
}
