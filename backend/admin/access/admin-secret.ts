import { createHash, randomBytes } from 'node:crypto'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Database } from '../../platform/database/database.ts'
import { OwnerError } from '../../platform/http/errors/app-error.ts'
import { fileErrorMessage } from '../../platform/http/errors/file-error.ts'
import { nameNewFile } from '../../platform/lib/files.ts'
import type { Settings } from '../../platform/settings/settings.ts'

/** In use up to version 0029, with the secret itself. */
const OLD_NAME = 'auth'
const HASH_NAME = 'hash'

type SecretOptions = {
  database: Database
  settings: Pick<Settings, 'adminSecret' | 'dataDir' | 'databaseUrl'>
  /** Called when the secret differs from that of the last start. */
  onOtherSecret: () => void
}

export function secretFile(dataDir: string): string {
  return join(dataDir, 'admin-secret')
}

/**
 * The secret that signs the admin's cookies and encrypts TOTP secrets: ADMIN_SECRET, else a file that the first start
 * creates. The database has only its hash: a copy opens nothing, and a node with another secret doesn't start.
 */
export async function readAdminSecret({ database, settings, onOtherSecret }: SecretOptions): Promise<string> {
  const { adminSecret, dataDir, databaseUrl } = settings
  const file = secretFile(dataDir)
  const known = await findValue(database, HASH_NAME)
  const isFirst = known === null || databaseUrl === null
  const secret = adminSecret ?? (await readSecret(file)) ?? (isFirst ? await createSecret(database, file) : null)
  if (secret === null) throw otherSecret(file)
  const hash = hashOf(secret)
  const stored = await storeHash(database, hash)
  if (stored !== hash) {
    // It would end everyone's sessions, and the other nodes would still sign with their own.
    if (databaseUrl !== null) throw otherSecret(file)
    await database.updateTable('admin_secrets').set({ value: hash }).where('name', '=', HASH_NAME).execute()
    onOtherSecret()
  }
  await database.deleteFrom('admin_secrets').where('name', '=', OLD_NAME).execute()
  return secret
}

/** Whether this machine of several lacks the secret of the others, so a shop would not start on it. */
export async function lacksAdminSecret({ database, settings }: Omit<SecretOptions, 'onOtherSecret'>): Promise<boolean> {
  const known = await findValue(database, HASH_NAME)
  if (known === null || settings.databaseUrl === null) return false
  const secret = settings.adminSecret ?? (await readSecret(secretFile(settings.dataDir)))
  return secret === null || hashOf(secret) !== known
}

function hashOf(secret: string): string {
  return createHash('sha256').update(`admin secret ${secret}`).digest('hex')
}

function otherSecret(file: string): OwnerError {
  return new OwnerError(
    `This machine does not have the secret of the admin that the shop's other machines use. Set ADMIN_SECRET to the same text on each machine. It is in the settings of the machine that started first, or else in its file ${file}. To change it on purpose, stop all of them and run "npm run shop -- owner forget-secret --yes" first.`,
  )
}

/** Lets the next start bring another secret. Returns whether one was known. */
export async function forgetAdminSecret(database: Database): Promise<boolean> {
  const { numDeletedRows } = await database.deleteFrom('admin_secrets').where('name', '=', HASH_NAME).executeTakeFirst()
  return numDeletedRows > 0n
}

async function findValue(database: Database, name: string): Promise<string | null> {
  const row = await database.selectFrom('admin_secrets').select('value').where('name', '=', name).executeTakeFirst()
  return row?.value ?? null
}

async function storeHash(database: Database, hash: string): Promise<string> {
  await database
    .insertInto('admin_secrets')
    .values({ name: HASH_NAME, value: hash })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute()
  return (await findValue(database, HASH_NAME)) ?? hash
}

async function readSecret(file: string): Promise<string | null> {
  try {
    return (await readFile(file, 'utf8')).trim() || null
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw explain(error, file)
  }
}

async function createSecret(database: Database, file: string): Promise<string> {
  const secret = (await findValue(database, OLD_NAME)) ?? randomBytes(32).toString('base64url')
  try {
    await writeSecret(file, secret)
  } catch (error) {
    throw explain(error, file)
  }
  // Another process was first to name its file.
  return (await readSecret(file)) ?? secret
}

async function writeSecret(file: string, secret: string): Promise<void> {
  const draft = `${file}.${randomBytes(4).toString('hex')}`
  await mkdir(dirname(file), { recursive: true, mode: 0o700 })
  try {
    await writeFile(draft, `${secret}\n`, { flag: 'wx', mode: 0o600, flush: true })
    await nameNewFile(draft, file)
  } finally {
    await rm(draft, { force: true })
  }
}

function explain(error: unknown, file: string): unknown {
  const sentence = fileErrorMessage(error, file)
  return sentence === undefined
    ? error
    : new OwnerError(`${sentence}. It holds the secret of the admin; ADMIN_SECRET can take its place.`, {
        cause: error,
      })
}
