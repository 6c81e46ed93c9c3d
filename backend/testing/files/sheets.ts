import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { decodeSheet } from '@shop/contract/text/sheet-text'

export async function readSheetFile(name: string): Promise<string> {
  const text = decodeSheet(await readFile(join(import.meta.dirname, '../sheets', name)))
  if (text === null) throw new Error(`${name} is no text`)
  return text
}
