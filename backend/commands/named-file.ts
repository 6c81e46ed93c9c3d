import { readFile, writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { fileErrorMessage } from '../errors/file-error.ts'

/** Reads a file that the owner named; throws a sentence that says what is wrong with it. */
export async function readNamedFile(name: string): Promise<Uint8Array> {
  return readFile(resolve(name)).catch((error: unknown) => throwFileError(error, name))
}

/** Writes a file that the owner named; throws a sentence that says why it cannot be written. */
export async function writeNamedFile(name: string, text: string): Promise<void> {
  await writeFile(resolve(name), text).catch((error: unknown) => throwFileError(error, name))
}

/** Rethrows a file system error as a sentence about the file. */
export function throwFileError(error: unknown, name: string): never {
  const message = fileErrorMessage(error, name)
  throw message === undefined ? error : new Error(message, { cause: error })
}
