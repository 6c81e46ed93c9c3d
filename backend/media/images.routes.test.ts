import { EventEmitter, once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PICTURE_WIDTHS } from '@shop/contract/catalog/pictures'
import Fastify from 'fastify'
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'
import PQueue from 'p-queue'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { buildImage, buildVideo } from '../testing/test-catalog.ts'
import { openTestShop, type TestShop } from '../testing/test-shop.ts'
import { addMedia } from './add-media.ts'
import { imagesRoutes } from './images.routes.ts'

const PICTURE = 'bag.jpg'
const VIDEO = 'clip.mp4'

describe('pictures', () => {
  let shop: TestShop
  let folder: string
  let original: Buffer
  let broken: Buffer
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'shop-photos-'))
    original = await buildImage(1200)
    // Starts like a picture, but is truncated.
    broken = (await buildImage(64)).subarray(0, 400)
    const large = await buildImage(1600)
    const files = { [PICTURE]: original, 'large.jpg': large, [VIDEO]: buildVideo(4000), 'broken.jpg': broken }
    shop = await openTestShop('sqlite')
    for (const [name, content] of Object.entries(files)) await writeFile(join(folder, name), content)
    const sources = Object.keys(files).map((name) => ({ name, path: join(folder, name) }))
    const { problems } = await addMedia(shop.store.database, sources, { actor: 'test', clock: shop.clock })
    expect(problems).toEqual([])
    await rm(folder, { recursive: true })
  })
  afterAll(async () => {
    await shop.close()
  })

  const get = (url: string, headers: Record<string, string> = {}) => shop.app.inject({ url, headers })
  /** Requests a picture until the right variant is ready, as repeated page views do. */
  const whenReady = async (url: string) => {
    await expect.poll(async () => (await get(url)).headers['cache-control']).not.toContain('max-age=10')
    return get(url)
  }

  test('a picture is cached for a year under its hash, and only an hour under a wrong one', async () => {
    const { image_url } = (await get('/api/products/101')).json()
    expect(image_url).toMatch(/^\/images\/campus-slim-blue-quarter\.jpg\?v=[0-9a-f]{8}$/)
    expect((await get(image_url)).headers['cache-control']).toContain('max-age=31536000')
    const wrong = await get(image_url.replace(/v=.*/, 'v=00000000'))
    expect(wrong.headers['cache-control']).toBe('private, max-age=3600')
  })

  test.each([
    ['has other bytes', (data: Buffer) => data.fill(0, 0, 10)],
    ['lacks a piece', () => null],
  ])('a picture whose content in the database %s is a sentence, and a log line with the remedy', async (_, damage) => {
    const name = `damaged-${_.length}.jpg`
    const path = join(tmpdir(), `${process.pid}-${name}`)
    await writeFile(path, await buildImage(70))
    await addMedia(shop.store.database, [{ name, path }], { actor: 'test', clock: shop.clock })
    await rm(path)
    const { database } = shop.store
    const media = await database.selectFrom('media').select('sha256').where('name', '=', name).executeTakeFirstOrThrow()
    const chunk = await database
      .selectFrom('media_chunks')
      .selectAll()
      .where('sha256', '=', media.sha256)
      .executeTakeFirst()
    const data = damage(Buffer.from(chunk?.data ?? []))
    if (data === null) await database.deleteFrom('media_chunks').where('sha256', '=', media.sha256).execute()
    else await database.updateTable('media_chunks').set({ data }).where('sha256', '=', media.sha256).execute()
    const response = await get(`/images/${name}`)
    expect([response.statusCode, response.json().message]).toEqual([503, 'This picture cannot be shown at the moment.'])
    expect(shop.logged()).toMatch(new RegExp(`"file":"${name}".*images add`))
  })

  test('an AVIF that is not ready is replaced by a WebP of its size, cached for a moment', async () => {
    const address = `/images/${PICTURE}?w=520&f=avif`
    // The WebP is waited for however long it takes.
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const first = await get(address).finally(() => vi.useRealTimers())
    expect(first.headers).toMatchObject({ 'content-type': 'image/webp', 'cache-control': 'public, max-age=10' })
    expect(await sharp(first.rawPayload).metadata()).toMatchObject({ width: 520 })
    const right = await whenReady(address)
    expect(right.headers).toMatchObject({ 'content-type': 'image/avif', 'cache-control': 'public, max-age=3600' })
    expect(right.headers.etag).not.toBe(first.headers.etag)
  })

  test('a finished variant replaces one that is nearly as wide', async () => {
    await whenReady(`/images/${PICTURE}?w=1080&f=webp`)
    const response = await get(`/images/${PICTURE}?w=1280&f=webp`)
    expect(response.headers).toMatchObject({ 'content-type': 'image/webp', 'cache-control': 'public, max-age=10' })
    expect(await sharp(response.rawPayload).metadata()).toMatchObject({ width: 1080 })
  })

  test.each(['avif', 'webp', 'jpeg'])('a 640 px %s is smaller than the original', async (format) => {
    const response = await whenReady(`/images/${PICTURE}?w=640&f=${format}`)
    expect(response.headers['content-type']).toBe(`image/${format}`)
    expect(response.rawPayload.length).toBeLessThan(original.length)
    const { width, height } = await sharp(response.rawPayload).metadata()
    expect([width, height]).toEqual([640, 640])
  })

  test('a picture that cannot be resized is sent as it is, and its name is logged', async () => {
    const response = await get('/images/broken.jpg?w=360&f=webp')
    expect(response.rawPayload.equals(broken)).toBe(true)
    await expect.poll(() => shop.logged()).toContain('a smaller copy of a picture could not be made')
    expect(shop.logged()).toContain('broken.jpg')
  })

  test('an unchanged picture is not sent again', async () => {
    const first = await whenReady(`/images/${PICTURE}?w=360&f=webp`)
    const again = await get(`/images/${PICTURE}?w=360&f=webp`, { 'if-none-match': String(first.headers.etag) })
    expect(again.statusCode).toBe(304)
    expect(again.rawPayload).toHaveLength(0)
  })

  test('a video can be requested in ranges', async () => {
    const response = await get(`/images/${VIDEO}`, { range: 'bytes=100-199' })
    expect(response.statusCode).toBe(206)
    expect(response.rawPayload).toHaveLength(100)
    expect(response.headers['content-range']).toMatch(/^bytes 100-199\/\d+$/)
    expect((await get(`/images/${VIDEO}`, { range: 'bytes=999999999-' })).statusCode).toBe(416)
  })

  describe('parts of a video', () => {
    const URL = `/images/${VIDEO}`
    const part = (headers: Record<string, string>) => get(URL, { range: 'bytes=100-199', ...headers })
    const outcome = ({ statusCode, rawPayload }: Awaited<ReturnType<typeof get>>) => [statusCode, rawPayload.length]

    test('are only sent of the file that the client has a part of (If-Range)', async () => {
      const whole = await get(URL)
      const size = whole.rawPayload.length
      const modified = String(whole.headers['last-modified'])
      const second = (shift: number) => new Date(Date.parse(modified) + shift).toUTCString()
      expect(outcome(await part({ 'if-range': modified }))).toEqual([206, 100])
      const others = [
        String(whole.headers.etag),
        '"other"',
        second(1000),
        second(-1000),
        second(86_400_000),
        'soon',
        '',
      ]
      for (const validator of others) {
        expect([validator, ...outcome(await part({ 'if-range': validator }))]).toEqual([validator, 200, size])
      }
    })

    test('are sent of pictures as they are stored, not of smaller copies, which may be of several sizes', async () => {
      expect((await get(`/images/${PICTURE}`, { range: 'bytes=0-9' })).statusCode).toBe(206)
      const copy = await whenReady(`/images/${PICTURE}?w=360&f=webp`)
      const again = await get(`/images/${PICTURE}?w=360&f=webp`, { range: 'bytes=0-9' })
      expect(outcome(again)).toEqual([200, copy.rawPayload.length])
      expect(copy.headers['accept-ranges']).toBeUndefined()
    })

    test('are sent one at a time, from either end, and never beyond it', async () => {
      const size = (await get(URL)).rawPayload.length
      for (const [range, status, length] of [
        ['bytes=-500', 206, 500],
        [`bytes=-${size + 1}`, 200, size],
        [`bytes=${size - 10}-${size + 100}`, 206, 10],
        ['bytes=0-9,20-29', 200, size],
        ['bytes=9-0', 200, size],
        ['bytes=ten', 200, size],
        ['lines=0-9', 200, size],
      ] as const) {
        expect([range, ...outcome(await get(URL, { range }))]).toEqual([range, status, length])
      }
      for (const range of [`bytes=${size}-`, 'bytes=99999-999999', 'bytes=-0']) {
        const beyond = await get(URL, { range })
        expect([range, beyond.statusCode, beyond.headers['content-range']]).toEqual([range, 416, `bytes */${size}`])
      }
    })

    test('are not described by HEAD', async () => {
      const headers = { range: 'bytes=100-199' }
      const size = (await get(URL)).rawPayload.length
      const response = await shop.app.inject({ method: 'HEAD', url: URL, headers })
      expect(response.statusCode).toBe(200)
      expect(response.headers).toMatchObject({ 'content-length': String(size), 'accept-ranges': 'bytes' })
      expect(response.headers['content-range']).toBeUndefined()
    })
  })

  test('the folder of variants can be deleted at any time, and is filled again', async () => {
    const copy = `/images/${PICTURE}?w=360&f=jpeg`
    await whenReady(copy)
    await rm(join(shop.location.dataDir, 'images'), { recursive: true })
    expect((await get(`/images/${VIDEO}`, { range: 'bytes=0-7' })).rawPayload).toHaveLength(8)
    expect((await get(`/images/${PICTURE}`)).rawPayload.equals(original)).toBe(true)
    expect((await whenReady(copy)).headers['content-type']).toBe('image/jpeg')
  })

  test('when no file can be written, the original is sent from the database', async () => {
    const folderOfCopies = join(shop.location.dataDir, 'images')
    await rm(folderOfCopies, { recursive: true })
    await writeFile(folderOfCopies, 'A file where the folder would be.')
    const response = await get(`/images/${PICTURE}`)
    await rm(folderOfCopies)
    expect(response.headers).toMatchObject({ 'content-type': 'image/jpeg', 'content-length': String(original.length) })
    expect(response.rawPayload.equals(original)).toBe(true)
    expect(shop.logged()).toContain('an original could not be written as a file')
  })

  test.each([
    '/images/../../etc/passwd',
    '/images/..%2f..%2fetc%2fpasswd',
    '/images/%2e%2e/%2e%2e/package.json',
    '/images/..%5c..%5cpackage.json',
    '/images/%252e%252e%252fpackage.json',
    '/images//etc/passwd',
    '/images/.env',
    '/images/products.json',
    `/images/${PICTURE}%00.png`,
    '/images/',
    '/images/nothing.jpg',
    `/images/${'a'.repeat(400)}.jpg`,
  ])('no path leaves the folder: %s', async (address) => {
    const response = await get(address)
    expect([400, 404]).toContain(response.statusCode)
    expect(response.json()).toMatchObject({ success: false })
    expect(response.payload).not.toContain('root:')
  })

  test.each([320, 480, 960])('%i pixels, as earlier versions offered, is the next width', async (width) => {
    const response = await whenReady(`/images/${PICTURE}?w=${width}&f=jpeg`)
    const made = PICTURE_WIDTHS.find((offered) => offered >= width)
    expect(await sharp(response.rawPayload).metadata()).toMatchObject({ width: made })
  })

  test.each(['?w=641', '?w=0', '?w=1e3', '?f=gif', '?w=640&w=360'])('only known sizes are made: %s', async (query) => {
    expect((await get(`/images/${PICTURE}${query}`)).statusCode).toBe(400)
  })
})

/** The routes over pictures whose copies are not made until `release`: an event reports each copy that is begun. */
async function openHeldPictures() {
  const app = Fastify()
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  const begun: string[] = []
  const events = new EventEmitter()
  const found = Promise.withResolvers<void>()
  const released = Promise.withResolvers<string>()
  const media = {
    find: async (name: string) => {
      events.emit(`find ${name}`)
      if (name === 'left.webp') await found.promise
      const size = { bytes: 4_000_000, width: 4000, height: 3000, created_at: '2026-11-21T00:00:00Z' }
      return { name, hash: 'aaaaaaaa', sha256: 'a'.repeat(64), type: 'image/webp' as const, ...size }
    },
    fileOf: ({ name }: { name: string }) => {
      begun.push(name)
      events.emit(`begin ${name}`)
      return released.promise
    },
    read: async function* () {},
    urlOf: async (name: string) => `/images/${name}`,
  }
  const folder = await mkdtemp(join(tmpdir(), 'shop-images-'))
  await imagesRoutes(app, media, folder)
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = z.parse(z.object({ port: z.number() }), app.server.address())
  return {
    app,
    port,
    events,
    begun,
    find: () => found.resolve(),
    release: () => released.reject(new Error('released')),
    close: async () => {
      await app.close()
      await rm(folder, { recursive: true })
    },
  }
}

test.each(['is queued', 'is looked up'])(
  'a copy whose visitor closes the connection while it %s is not made',
  async (stage) => {
    const { app, port, events, begun, find, release, close } = await openHeldPictures()
    using add = vi.spyOn(PQueue.prototype, 'add')
    // A link preview of a WebP picture has no substitute.
    const get = (name: string) => fetch(`http://127.0.0.1:${port}/images/${name}?f=share`)
    const making: Promise<Response>[] = []
    // One after the other, since those of separate connections come in any order.
    for (const name of ['first.webp', 'second.webp']) {
      const isBegun = once(events, `begin ${name}`)
      making.push(get(name))
      await isBegun
    }

    const received = once(app.server, 'request')
    const lookedUp = once(events, 'find left.webp')
    const visitor = connect(port, '127.0.0.1')
    visitor.write('GET /images/left.webp?f=share HTTP/1.1\r\nhost: shop\r\n\r\n')
    const [, response] = await received
    await lookedUp
    if (stage === 'is queued') {
      find()
      await expect.poll(() => add.mock.calls.length).toBe(3)
    }
    const gone = once(response, 'close')
    visitor.destroy()
    await gone
    find()

    const nextLookedUp = once(events, 'find next.webp')
    const nextBegun = once(events, 'begin next.webp')
    making.push(get('next.webp'))
    await nextLookedUp
    release()
    await nextBegun
    await Promise.all(making)
    await close()
    expect(begun).toEqual(['first.webp', 'second.webp', 'next.webp'])
  },
)
