import { execFile } from 'node:child_process'
import { chmod, mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openStore } from '../database/database.ts'
import { closeDataDir } from './files.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'shop-private-'))
})
afterEach(() => rm(folder, { recursive: true }))

const modeOf = async (path: string) => ((await stat(path)).mode & 0o777).toString(8)

test('DATA_DIR and what the shop has in it are closed to other users, and nothing else is touched', async () => {
  await mkdir(join(folder, 'images'))
  for (const name of ['shop.sqlite', 'shop.sqlite-wal', 'notes.txt']) await writeFile(join(folder, name), '')
  for (const name of ['', 'images']) await chmod(join(folder, name), 0o755)
  for (const name of ['shop.sqlite', 'shop.sqlite-wal', 'notes.txt']) await chmod(join(folder, name), 0o644)
  expect(closeDataDir(folder)).toBe(true)
  const modes = await Promise.all(
    ['', 'images', 'shop.sqlite', 'shop.sqlite-wal', 'notes.txt'].map((name) => modeOf(join(folder, name))),
  )
  expect(modes).toEqual(['700', '700', '600', '600', '644'])
})

test('a new database is closed to other users, whatever the rights of new files', async () => {
  const dataDir = join(folder, 'new')
  const store = await openStore({ databaseUrl: null, dataDir })
  const names = await readdir(dataDir)
  const modes = await Promise.all(names.map((name) => modeOf(join(dataDir, name))))
  expect([await modeOf(dataDir), new Set(modes)]).toEqual(['700', new Set(['600'])])
  await store.close()
})

test('a folder of another user is left as it is, and that is told', () => {
  expect(closeDataDir('/proc/self')).toBe(false)
})

test('a folder that cannot be made is told by the caller that opens it, not as one of another user', async () => {
  const file = join(folder, 'file')
  await writeFile(file, '')
  expect(closeDataDir(file)).toBe(true)
})

test('deleted rows of SQLite are not in its file either', async () => {
  const dataDir = join(folder, 'deleted')
  const store = await openStore({ databaseUrl: null, dataDir })
  await store.database.insertInto('admin_secrets').values({ name: 'auth', value: 'not-to-be-found' }).execute()
  await store.database.deleteFrom('admin_secrets').execute()
  await store.close()
  const { stdout } = await promisify(execFile)('grep', ['-c', 'not-to-be-found', join(dataDir, 'shop.sqlite')]).catch(
    (error: { stdout: string }) => error,
  )
  expect(stdout.trim()).toBe('0')
})
