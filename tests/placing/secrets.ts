import { readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import { openArchiveForReading } from '../../backend/operations/backup/archive-reader.ts'
import type { Store } from '../../backend/platform/database/database.ts'
import { MERCHANTS } from '../gateway/ledger.ts'

/** Secrets that a shop must not write anywhere. */
const SECRETS: Readonly<Record<string, string>> = {
  'the private key': MERCHANTS[0].privateKey,
  'the credentials for the gateway': Buffer.from(`${MERCHANTS[0].publicKey}:${MERCHANTS[0].privateKey}`).toString(
    'base64',
  ),
  'a nonce': 'tokencc_',
  'a card number': '4111111111111111',
}

/** Which secrets are in texts, a sentence each; `name` says whose texts they are, `others` are those of one run. */
export function findSecrets(
  name: string,
  texts: readonly string[],
  others: Readonly<Record<string, string>> = {},
): string[] {
  return Object.entries({ ...SECRETS, ...others }).flatMap(([what, secret]) => {
    const count = texts.filter((text) => text.includes(secret)).length
    return count === 0 ? [] : [`${what} is ${count} times in ${name}`]
  })
}

/** Every row of the database as text, without pictures. */
export async function dumpRows({ database }: Store): Promise<string[]> {
  const tables = (await database.introspection.getTables()).filter(({ name }) => name !== 'media_chunks')
  const rows: string[] = []
  for (const { name } of tables) {
    const found = await sql`select * from ${sql.table(name)}`.execute(database)
    rows.push(...found.rows.map((row) => JSON.stringify(row)))
  }
  return rows
}

/** A backup as text: the file as it is, and what its packed members hold. */
export async function readBackup(file: string): Promise<string[]> {
  const texts = [await readFile(file, 'latin1')]
  const { parts } = await openArchiveForReading(file)
  for await (const { lines, blobs } of parts()) {
    texts.push(lines.join('\n'), ...[...blobs.values()].map((blob) => Buffer.from(blob).toString('latin1')))
  }
  return texts
}
