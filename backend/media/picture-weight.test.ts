import { join } from 'node:path'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { PHOTOS_FOLDER } from '../platform/lib/files.ts'
import { qualityOf } from './store/media.ts'

/** The widest variants that the first screens of a desktop of 1440 pixels and of a phone ask for. */
test.each([
  ['hero-wide.jpg', 1920],
  ['hero-mobile.jpg', 1280],
  ['campus-slim-blue-front.jpg', 1280],
] as const)('%s as AVIF of %i pixels weighs at most 60,000 bytes', async (name, width) => {
  // The least effort makes larger files than the shop's, in a twentieth of the time.
  const encoded = sharp(join(PHOTOS_FOLDER, name))
    .resize({ width })
    .avif({ quality: qualityOf({ width, format: 'avif' }), effort: 0 })
  expect((await encoded.toBuffer()).length).toBeLessThanOrEqual(60_000)
})
