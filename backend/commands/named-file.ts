import { readFile, writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'

/** Reads a file that the owner named; throws a sentence that says what is wrong with it. */
export async function readNamedFile(name: string): Promise<Uint8Array> {
  return readFile(resolve(name)).catch((error: unknown) => throwFileError(error, name))
}

/** Writes a file that the owner named; throws a sentence that says why it cannot be written. */
export async function writeNamedFile(name: string, text: string): Promise<void> {
  await writeFile(resolve(name), text).catch((error: unknown) => throwFileError(error, name))
}

const SENTENCES: Readonly<Record<string, string>> = {
  ENOENT: 'There is no such file or folder',
  ENOTDIR: 'There is no such file or folder',
  EISDIR: 'This is a folder, where a file is needed',
  EACCES: 'This may not be read or written',
  EPERM: 'This may not be read or written',
  EROFS: 'This may not be written',
  ENOSPC: 'There is no room left for this',
}

/** Rethrows a file system error as a sentence about the file. */
export function throwFileError(error: unknown, name: string): never {
  const sentence = error instanceof Error && 'code' in error ? SENTENCES[String(error.code)] : undefined
  throw sentence === undefined ? error : new Error(`${sentence}: ${name}`, { cause: error })
}
