import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { buildImage } from '../../testing/test-catalog.ts'
import { type ImageResizer, openImageResizer } from './image-resizer.ts'

let folder: string
let picture: string
let resizer: ImageResizer
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'shop-copies-'))
  picture = join(folder, 'bag.jpg')
  await writeFile(picture, await buildImage(400))
  resizer = openImageResizer()
})
afterEach(async () => {
  resizer.close()
  await rm(folder, { recursive: true })
})

const WEBP = { width: 360, format: 'webp' } as const

test('concurrent requests each get their own variant', async () => {
  const [webp, share] = [join(folder, 'a.webp'), join(folder, 'b.jpeg')]
  await Promise.all([
    resizer.makeCopy(picture, WEBP, webp),
    resizer.makeCopy(picture, { width: 1200, height: 630, format: 'jpeg' }, share),
  ])
  expect(await sharp(await readFile(webp)).metadata()).toMatchObject({ format: 'webp', width: 360, height: 360 })
  expect(await sharp(await readFile(share)).metadata()).toMatchObject({ format: 'jpeg', width: 1200, height: 630 })
})

test('a file that is not a picture fails without remains, and the next one is made', async () => {
  const copy = join(folder, 'a.webp')
  await expect(resizer.makeCopy(import.meta.filename, WEBP, copy)).rejects.toThrow('could not be read')
  expect(await readdir(folder)).toEqual(['bag.jpg'])
  await resizer.makeCopy(picture, WEBP, copy)
  expect(await readdir(folder)).toEqual(['a.webp', 'bag.jpg'])
})

test('a full disk is reported by its error code', async () => {
  await expect(resizer.makeCopy(picture, WEBP, join(folder, 'no-such', 'a.webp'))).rejects.toThrow('ENOENT')
})

test('a worker that exits fails only its own pictures', async () => {
  const lost = resizer.makeCopy(picture, { width: 1920, format: 'avif' }, join(folder, 'a.avif'))
  resizer.close()
  // Requested before the first worker's exit is noticed.
  const [ended, made] = await Promise.allSettled([lost, resizer.makeCopy(picture, WEBP, join(folder, 'a.webp'))])
  expect(ended).toMatchObject({ status: 'rejected', reason: { message: 'the picture worker ended' } })
  expect(made).toMatchObject({ status: 'fulfilled' })
})

test('a picture that takes too long is aborted, and the next one is made', async () => {
  const late = new AbortController()
  const lost = resizer.makeCopy(picture, { width: 1920, format: 'avif' }, join(folder, 'a.avif'), late.signal)
  late.abort()
  const made = resizer.makeCopy(picture, WEBP, join(folder, 'a.webp'))
  await expect(lost).rejects.toThrow('the picture worker ended')
  await made
})
