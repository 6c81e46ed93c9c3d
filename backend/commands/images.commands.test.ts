import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { runTestCommand } from '../testing/processes/run-test-command.ts'
import { buildImage } from '../testing/test-catalog.ts'
import { eachTestShop } from '../testing/test-hooks.ts'

const shop = eachTestShop('sqlite')
let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'shop-images-'))
})
afterEach(() => rm(folder, { recursive: true }))

const run = (...words: string[]) => runTestCommand(shop, ['images', ...words])
const write = async (name: string, content: Uint8Array | string) => {
  const file = join(folder, name)
  await writeFile(file, content)
  return file
}

test('a picture is added under the name of its file, replaced by another one, and removed', async () => {
  const file = await write('spare.jpg', await buildImage(30))
  expect((await run('add', file)).lines?.[0]).toBe('Added spare.jpg.')
  expect((await run('add', file)).lines).toEqual(['spare.jpg is in the shop already.'])
  await write('spare.jpg', await buildImage(40))
  expect((await run('add', file)).lines?.[0]).toBe('Replaced spare.jpg.')
  expect((await run('remove', 'spare.jpg')).lines?.[0]).toMatch(/^"spare\.jpg" is removed\./)
  expect(await run('remove', 'spare.jpg')).toMatchObject({ failed: true, lines: ['There is no picture "spare.jpg".'] })
})

test('all of several files are added, or none', async () => {
  const [good, wrong] = [await write('good.jpg', await buildImage(30)), await write('wrong.jpg', 'text')]
  const refused = await run('add', good, wrong)
  expect(refused).toMatchObject({ failed: true, json: { added: [] } })
  expect(refused.lines?.at(-1)).toBe('Nothing was changed.')
  await expect(run('add', join(folder, 'nothing.jpg'))).rejects.toThrow('There is no such file or folder')
})
