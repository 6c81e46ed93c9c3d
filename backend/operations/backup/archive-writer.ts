import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { type FileHandle, open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { createTarPacker } from 'modern-tar'
import { fileExistsMessage } from '../../http/errors/file-error.ts'
import { nameNewFile } from '../../lib/name-file.ts'
import { createSha256, type Entry, sealOf, sha256Of } from './archive-format.ts'
import { BackupError, explainFileError } from './backup-error.ts'

/** Bytes that are written and hashed at a time. */
const CHUNK = 1024 * 1024
const TAR_BLOCK = 512

export type ArchiveWriter = {
  add: (name: string, bytes: Uint8Array<ArrayBuffer>) => Promise<Entry>
  /** Seals the archive and renames it once it is on disk. Returns its size in bytes. */
  finish: () => Promise<number>
  /** Deletes the partial file; does nothing after `finish`. */
  discard: () => Promise<void>
}

/** Writes to a temporary name, so that a file of the final name is always complete. */
export async function openArchive(file: string, { replace }: { replace: boolean }): Promise<ArchiveWriter> {
  if (!replace && existsSync(file)) throw new BackupError(fileExistsMessage(file))
  const partial = `${file}.${randomBytes(4).toString('hex')}.partial`
  const handle = await open(partial, 'wx', 0o600).catch((error: unknown) => explainFileError(error, file))
  const hash = createSha256()
  let size = 0

  async function write(bytes: Uint8Array): Promise<void> {
    for (let at = 0; at < bytes.length; at += CHUNK) {
      const chunk = bytes.subarray(at, at + CHUNK)
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
        const seal = await sealOf(hash.digest('hex'))
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

/** One tar entry, without the blocks that end the archive. */
async function* tarEntry(name: string, bytes: Uint8Array): AsyncIterable<Uint8Array> {
  const { readable, controller } = createTarPacker()
  const header = { name, size: bytes.length, mode: 0o600, mtime: new Date(0) }
  const body = controller.add(header).getWriter()
  const packing = Promise.all([body.write(bytes), body.close()]).then(() => controller.finalize())
  let left = TAR_BLOCK + Math.ceil(bytes.length / TAR_BLOCK) * TAR_BLOCK
  for await (const chunk of readable) {
    if (left > 0) yield chunk.subarray(0, left)
    left -= chunk.length
  }
  await packing
}

/** The folder is synced, so that the name survives a crash. */
async function nameFile(partial: string, file: string, replace: boolean): Promise<void> {
  if (replace) await rename(partial, file)
  else if (!(await nameNewFile(partial, file))) throw new BackupError(fileExistsMessage(file))
  const folder = await open(dirname(file), 'r')
  await folder.sync().finally(() => folder.close())
}
