import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { buildImage } from '../testing/test-catalog.ts'
import { inspectFile } from './inspect/inspect-file.ts'
import { openImageResizer, openPictureReader, type PictureReader } from './sizes/image-resizer.ts'

/** Small files that take up to two gigabytes to decode. Their beginnings are those of ordinary pictures. */
const BOMBS = join(import.meta.dirname, '..', 'testing', 'bombs')

let folder: string
let pictures: PictureReader
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'shop-bombs-'))
  pictures = openPictureReader()
})
afterAll(async () => {
  pictures.close()
  await rm(folder, { recursive: true })
})

async function unpack(name: string): Promise<string> {
  const path = join(folder, name)
  await writeFile(path, gunzipSync(await readFile(join(BOMBS, `${name}.gz`))))
  return path
}

let before: number
beforeEach(() => {
  before = process.resourceUsage().maxRSS
})
/** In megabytes, of this process. */
const grown = () => (process.resourceUsage().maxRSS - before) / 1000

test.each([
  [
    'an AVIF whose header says 50 × 9900 in a box that applies to nothing',
    'unassociated-clap.avif',
    'has 98 megapixels (9900 × 9900); the shop takes at most 10: save it smaller, or as JPEG',
  ],
  [
    'a JPEG of 100 megapixels that appears in steps',
    'progressive.jpg',
    'takes more memory to open than the shop has for it: save it smaller, or as a JPEG that is not progressive',
  ],
  [
    'an interlaced PNG of 100 megapixels',
    'interlaced.png',
    'takes more memory to open than the shop has for it: save it smaller, or as a JPEG that is not progressive',
  ],
])('%s is refused with a sentence, and the serving process takes no memory for it', async (_what, name, sentence) => {
  const path = await unpack(name)
  const { facts, problem } = await inspectFile(name, path, pictures.read)
  expect([facts, problem]).toEqual([null, `the picture "${name}" ${sentence}`])
  expect(grown()).toBeLessThan(50)
})

test('a decoder that was ended for its memory is replaced, and the next pictures are read', async () => {
  const bomb = await unpack('progressive.jpg')
  const good = join(folder, 'good.jpg')
  await writeFile(good, await buildImage(40))
  const readings = await Promise.all([good, bomb, good].map((path) => pictures.read(path, 100_000_000)))
  expect(readings).toEqual([
    { size: { width: 40, height: 40 }, failure: null },
    { size: null, failure: 'memory' },
    { size: { width: 40, height: 40 }, failure: null },
  ])
})

test('a bomb that is in the shop already ends only the worker that makes smaller copies', async () => {
  const resizer = openImageResizer()
  const make = (path: string) => resizer.makeCopy(path, { width: 360, format: 'webp' }, join(folder, 'copy.webp'))
  const good = join(folder, 'good.jpg')
  await writeFile(good, await buildImage(40))
  await expect(make(await unpack('unassociated-clap.avif'))).rejects.toThrow('takes too much memory')
  await make(good)
  resizer.close()
})
