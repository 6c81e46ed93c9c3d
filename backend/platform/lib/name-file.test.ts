import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { nameNewFile } from './files.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'shop-name-'))
  await writeFile(join(folder, 'draft'), 'new')
})
afterEach(() => rm(folder, { recursive: true }))

/** Fails to link, as on exFAT. */
const noLinks = async () => {
  throw Object.assign(new Error('operation not permitted'), { code: 'EPERM' })
}

test.each([
  ['with links', undefined],
  ['without links', noLinks],
])('a finished file gets its name on a disk %s, and replaces no other', async (_, linkFile) => {
  const file = join(folder, 'shop.tar')
  expect(await nameNewFile(join(folder, 'draft'), file, linkFile)).toBe(true)
  expect(await readdir(folder)).toEqual(['shop.tar'])
  await writeFile(join(folder, 'draft'), 'newer')
  expect(await nameNewFile(join(folder, 'draft'), file, linkFile)).toBe(false)
  expect(await readFile(file, 'utf8')).toBe('new')
})

test('another error is reported', async () => {
  const full = async () => {
    throw Object.assign(new Error('no space left'), { code: 'ENOSPC' })
  }
  await expect(nameNewFile(join(folder, 'draft'), join(folder, 'shop.tar'), full)).rejects.toThrow('no space left')
})
