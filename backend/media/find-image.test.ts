import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { findImage, WAIT_MS } from './images.routes.ts'
import { type VariantStore, variantName } from './sizes/variant-store.ts'
import { type Media, SHARE_PICTURE, type Variant } from './store/media.ts'

const LIGHT: Media = {
  name: 'bag.jpg',
  hash: '12345678',
  sha256: '12345678'.repeat(8),
  type: 'image/jpeg',
  bytes: 200_000,
  created_at: '2026-11-21T00:00:00.000Z',
  width: 4000,
  height: 3000,
}
const HEAVY = { ...LIGHT, bytes: 9_000_000 }
const REQUESTED: Variant = { width: 640, format: 'avif' }

const QUICK: Variant = { width: 640, format: 'webp' }

/** A store with some variants. `finish` ends making a variant, successfully or not; until then it is being made. */
function buildVariants(photo: Media, there: readonly Variant[]) {
  const files = new Set(there.map((variant) => variantName(photo, variant)))
  const making = new Map<string, PromiseWithResolvers<boolean>>()
  const outcomeOf = (variant: Variant) => {
    const file = variantName(photo, variant)
    const outcome = making.get(file) ?? Promise.withResolvers<boolean>()
    making.set(file, outcome)
    return outcome
  }
  const make = vi.fn<VariantStore['make']>((_photo, variant) => outcomeOf(variant).promise)
  const find = async (_photo: Media, variant: Variant) => {
    const file = variantName(photo, variant)
    return files.has(file) ? file : null
  }
  const finish = (variant: Variant, made: boolean) => {
    if (made) files.add(variantName(photo, variant))
    outcomeOf(variant).resolve(made)
  }
  return { find, make, finish, findNearest: async () => null } satisfies VariantStore & { finish: unknown }
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const stays = () => new AbortController().signal

test('a picture that is ready is sent', async () => {
  const variants = buildVariants(LIGHT, [REQUESTED])
  const found = await findImage(variants, LIGHT, REQUESTED, stays())
  expect(found).toEqual({ copy: { file: variantName(LIGHT, REQUESTED), format: 'avif' }, isRight: true })
  expect(variants.make).not.toHaveBeenCalled()
})

test('a picture that is not ready as AVIF is sent as WebP, which is made in a tenth of the time, while the AVIF is made', async () => {
  const variants = buildVariants(LIGHT, [])
  const found = findImage(variants, LIGHT, REQUESTED, stays())
  variants.finish(QUICK, true)
  expect(await found).toEqual({ copy: { file: variantName(LIGHT, QUICK), format: 'webp' }, isRight: false })
  expect(variants.make.mock.calls.map(([, variant]) => variant)).toEqual([QUICK, REQUESTED])
})

test('a picture that is not ready as WebP is waited for', async () => {
  const variants = buildVariants(LIGHT, [])
  const found = findImage(variants, LIGHT, QUICK, stays())
  await vi.advanceTimersByTimeAsync(WAIT_MS - 1)
  variants.finish(QUICK, true)
  expect(await found).toEqual({ copy: { file: variantName(LIGHT, QUICK), format: 'webp' }, isRight: true })
  expect(variants.make).toHaveBeenCalledOnce()
})

test.each([
  ['small', LIGHT],
  ['large', HEAVY],
])('a picture is replaced by its %s original after three seconds, and still made', async (_, photo) => {
  const variants = buildVariants(photo, [])
  const found = findImage(variants, photo, REQUESTED, stays())
  await vi.advanceTimersByTimeAsync(WAIT_MS)
  expect(await found).toEqual({ copy: null, isRight: false })
  expect(variants.make).toHaveBeenLastCalledWith(photo, REQUESTED)
})

test('a picture that no one waits for is not made', async () => {
  const variants = buildVariants(HEAVY, [])
  const leaving = new AbortController()
  const found = findImage(variants, HEAVY, REQUESTED, leaving.signal)
  await vi.advanceTimersByTimeAsync(1)
  leaving.abort()
  variants.finish(QUICK, false)
  await found
  expect(variants.make).toHaveBeenCalledExactlyOnceWith(HEAVY, QUICK, leaving.signal)
})

test('a picture that cannot be made is replaced by its original', async () => {
  const variants = buildVariants(HEAVY, [])
  const found = findImage(variants, HEAVY, REQUESTED, stays())
  variants.finish(QUICK, false)
  expect(await found).toEqual({ copy: null, isRight: false })
})

test('a picture for a link preview is never replaced, since link previews are cached', async () => {
  const variants = buildVariants(LIGHT, [REQUESTED])
  const found = findImage(variants, LIGHT, SHARE_PICTURE, stays())
  await vi.advanceTimersByTimeAsync(WAIT_MS - 1)
  expect(variants.make).toHaveBeenCalledExactlyOnceWith(LIGHT, SHARE_PICTURE, expect.anything())
  await vi.advanceTimersByTimeAsync(1)
  expect(await found).toEqual({ copy: null, isRight: false })
})

test('a picture is never sent in a format that the browser may not support', async () => {
  const photo: Media = { ...LIGHT, name: 'bag.avif', type: 'image/avif' }
  const variants = buildVariants(photo, [])
  const found = findImage(variants, photo, { width: 640, format: 'jpeg' }, stays())
  variants.finish({ width: 640, format: 'jpeg' }, false)
  await expect(found).rejects.toMatchObject({ code: 'unavailable' })
})
