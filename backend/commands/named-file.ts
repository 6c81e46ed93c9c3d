import { randomBytes } from 'node:crypto'
import { readFile, rename, rm, writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { fileErrorMessage, fileExistsMessage } from '../http/errors/file-error.ts'
import { nameNewFile } from '../lib/name-file.ts'

/** Reads a file that the owner named; throws a sentence that says what is wrong with it. */
export async function readNamedFile(name: string): Promise<Uint8Array> {
  return readFile(resolve(name)).catch((error: unknown) => throwFileError(error, name))
}

/**
 * Writes a file that the owner named, which only its owner may read; throws a sentence that says why it cannot be
 * written. The file either is complete or as it was before; an existing one is only replaced on demand.
 */
export async function writeNamedFile(name: string, text: string, { replace }: { replace: boolean }): Promise<void> {
  const file = resolve(name)
  const draft = `${file}.${randomBytes(4).toString('hex')}.partial`
  try {
    await writeFile(draft, text, { flag: 'wx', mode: 0o600 })
    if (replace) await rename(draft, file)
    else if (!(await nameNewFile(draft, file))) throw new Error(fileExistsMessage(name))
  } catch (error) {
    await rm(draft, { force: true })
    throwFileError(error, name)
  }
}

/** Rethrows a file system error as a sentence about the file. */
export function throwFileError(error: unknown, name: string): never {
  const message = fileErrorMessage(error, name)
  throw message === undefined ? error : new Error(message, { cause: error })
}
