import { join } from 'node:path'
import sharp from 'sharp'
import { afterEach, expect, test } from 'vitest'
import { CATALOG_FOLDER } from './photo-shelf.ts'
import { openShrinker, type PictureShrinker } from './picture-shrinker.ts'

const PICTURE = join(CATALOG_FOLDER, 'photos/campus-slim-blue-quarter.jpg')
let shrinker: PictureShrinker | null = null

afterEach(() => shrinker?.close())

test('pictures asked for together come each in its own kind', async () => {
  shrinker = openShrinker()
  const { shrink } = shrinker
  const [webp, share] = await Promise.all([
    shrink(PICTURE, { width: 320, format: 'webp' }),
    shrink(PICTURE, { width: 1200, height: 630, format: 'jpeg' }),
  ])
  expect(await sharp(webp).metadata()).toMatchObject({ format: 'webp', width: 320, height: 320 })
  expect(await sharp(share).metadata()).toMatchObject({ format: 'jpeg', width: 1200, height: 630 })
})

test('a file that is no picture is told, and the next one is made', async () => {
  shrinker = openShrinker()
  const { shrink } = shrinker
  await expect(shrink(import.meta.filename, { width: 320, format: 'webp' })).rejects.toThrow('could not be read')
  expect((await shrink(PICTURE, { width: 320, format: 'webp' })).length).toBeGreaterThan(500)
})

test('a worker that ends takes only its own pictures with it', async () => {
  shrinker = openShrinker()
  const lost = shrinker.shrink(PICTURE, { width: 1920, format: 'avif' })
  shrinker.close()
  // Asked for before the end of the first worker is told.
  const [ended, made] = await Promise.allSettled([lost, shrinker.shrink(PICTURE, { width: 320, format: 'webp' })])
  expect(ended).toMatchObject({ status: 'rejected', reason: { message: 'the picture worker ended' } })
  expect(made).toMatchObject({ status: 'fulfilled' })
})
