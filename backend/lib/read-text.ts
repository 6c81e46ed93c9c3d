import { readFile } from 'node:fs/promises'

/** Text in UTF-8, without the mark that Windows puts at the beginning of a file. */
export function decodeText(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes)
}

export async function readText(file: string): Promise<string> {
  return decodeText(await readFile(file))
}
