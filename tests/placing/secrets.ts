import { readFile } from 'node:fs/promises'
import { zstdDecompressSync } from 'node:zlib'
import { sql } from 'kysely'
import { unpackTar } from 'modern-tar'
import type { Store } from '../../backend/database/database.ts'
import { MERCHANTS } from '../gateway/ledger.ts'

/** What must be nowhere in what a shop writes. */
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

/** Begins what is packed by zstd. */
const PACKED = Buffer.from([0x28, 0xb5, 0x2f, 0xfd])

/** A backup as text: the file as it is, and each member, packed ones unpacked. */
export async function readBackup(file: string): Promise<string[]> {
  const bytes = await readFile(file)
  const members = (await unpackTar(bytes)).map(({ data }) => Buffer.from(data ?? []))
  const unpacked = members.map((data) =>
    data.subarray(0, PACKED.length).equals(PACKED) ? zstdDecompressSync(data) : data,
  )
  return [bytes, ...unpacked].map((part) => part.toString('latin1'))
}
