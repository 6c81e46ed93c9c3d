import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Media } from '../store/media.ts'
import { capWidth, type Variant } from '../store/media.ts'
import { openVariantStore, type VariantStore, variantName } from './variant-store.ts'

const PHOTO: Media = {
  name: 'bag.jpg',
  hash: '12345678',
  sha256: '12345678'.repeat(8),
  type: 'image/jpeg',
  bytes: 1,
  created_at: '2026-11-21T00:00:00.000Z',
  width: 1200,
  height: 1200,
}

let folder: string
let begun: string[]
let failures: string[]
let variants: VariantStore
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'shop-copies-'))
  begun = []
  failures = []
  const makeCopy = async (path: string, _variant: Variant, file: string) => {
    begun.push(file)
    if (path.includes('broken')) throw new Error('the picture could not be read')
    await writeFile(file, 'x')
  }
  const fileOf = async ({ name }: Media) => `/nowhere/${name}`
  variants = openVariantStore(folder, { fileOf, makeCopy }, (file) => failures.push(file))
})
afterEach(() => rm(folder, { recursive: true }))

const ready = (...copies: Variant[]) =>
  Promise.all(copies.map((variant) => writeFile(join(folder, variantName(PHOTO, variant)), 'x')))
const nearest = (variant: Variant, narrowest = 0) => variants.findNearest(PHOTO, variant, narrowest)

test('concurrent requests make a variant once, and it is found afterwards', async () => {
  const avif = { width: 360, format: 'avif' } as const
  expect(await variants.find(PHOTO, avif)).toBeNull()
  expect(await Promise.all([variants.make(PHOTO, avif), variants.make(PHOTO, avif)])).toEqual([true, true])
  expect(begun).toHaveLength(1)
  expect(await variants.find(PHOTO, avif)).toBe(variantName(PHOTO, avif))
})

test('a WebP is made although AVIFs are being made', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  const makeCopy = (_path: string, { format }: Variant) => (format === 'avif' ? promise : Promise.resolve())
  const store = openVariantStore(folder, { fileOf: async () => '/nowhere/bag.jpg', makeCopy })
  const avifs = ([360, 520, 640] as const).map((width) => store.make(PHOTO, { width, format: 'avif' }))
  expect(await store.make(PHOTO, { width: 1280, format: 'webp' })).toBe(true)
  resolve()
  expect(await Promise.all(avifs)).toEqual([true, true, true])
})

test('the finished variant nearest in size replaces another, the wider of two, in a supported format', async () => {
  await ready({ width: 360, format: 'avif' }, { width: 1280, format: 'webp' }, { width: 520, format: 'jpeg' })
  expect(await nearest({ width: 640, format: 'avif' })).toMatchObject({ format: 'jpeg' })
  expect(await nearest({ width: 640, format: 'avif' }, 640)).toMatchObject({ format: 'webp' })
  expect(await nearest({ width: 1280, format: 'jpeg' })).toMatchObject({ format: 'jpeg' })
  expect(await nearest({ width: 1280, format: 'jpeg' }, 640)).toBeNull()
})

test('a failed variant is reported, and not retried at once', async () => {
  const broken = { ...PHOTO, name: 'broken.jpg' }
  expect(await variants.make(broken, { width: 360, format: 'webp' })).toBe(false)
  expect(await variants.make(broken, { width: 360, format: 'webp' })).toBe(false)
  expect(failures).toEqual([variantName(broken, { width: 360, format: 'webp' })])
})

test('no variant is wider than the picture, so all larger widths are one', () => {
  expect([capWidth(640, 1200), capWidth(1280, 1200), capWidth(1920, 1200)]).toEqual([640, 1280, 1280])
  expect([capWidth(1920, 300), capWidth(1920, null), capWidth(1920, 8000)]).toEqual([360, 1920, 1920])
})
