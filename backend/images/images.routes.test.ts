import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestShop, type TestShop } from '../testing/test-shop.ts'

const PICTURE = 'campus-slim-blue-quarter.jpg'
const VIDEO = 'hybrid-full-blue-spin.mp4'

describe('pictures', () => {
  let shop: TestShop
  beforeAll(async () => {
    shop = await openTestShop('sqlite')
  })
  afterAll(() => shop.close())

  const get = (url: string, headers: Record<string, string> = {}) => shop.app.inject({ url, headers })

  test('a picture is cached for a year under its hash, and only an hour under a wrong one', async () => {
    const { image_url } = (await get('/api/products/101')).json()
    expect(image_url).toMatch(/^\/images\/campus-slim-blue-quarter\.jpg\?v=[0-9a-f]{8}$/)
    expect((await get(image_url)).headers['cache-control']).toContain('max-age=31536000')
    expect((await get(`/images/${PICTURE}?v=00000000`)).headers['cache-control']).toBe('public, max-age=3600')
  })

  test.each([
    ['avif', 20_000],
    ['webp', 40_000],
    ['jpeg', 80_000],
  ] as const)('a 640 px %s is small, and made once', async (format, most) => {
    const address = `/images/${PICTURE}?w=640&f=${format}`
    const [first, second] = await Promise.all([get(address), get(address)])
    expect(first.headers['content-type']).toBe(`image/${format}`)
    expect(first.rawPayload.length).toBeLessThanOrEqual(most)
    expect(second.rawPayload.equals(first.rawPayload)).toBe(true)
    const { width, height } = await sharp(first.rawPayload).metadata()
    expect([width, height]).toEqual([640, 640])
  })

  test('an unchanged picture is not sent again', async () => {
    const first = await get(`/images/${PICTURE}?w=320&f=webp`)
    const again = await get(`/images/${PICTURE}?w=320&f=webp`, { 'if-none-match': String(first.headers.etag) })
    expect(again.statusCode).toBe(304)
    expect(again.rawPayload).toHaveLength(0)
  })

  test('a video can be fetched in ranges', async () => {
    const answer = await get(`/images/${VIDEO}`, { range: 'bytes=100-199' })
    expect(answer.statusCode).toBe(206)
    expect(answer.rawPayload).toHaveLength(100)
    expect(answer.headers['content-range']).toMatch(/^bytes 100-199\/\d+$/)
    expect((await get(`/images/${VIDEO}`, { range: 'bytes=999999999-' })).statusCode).toBe(416)
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
    const answer = await get(address)
    expect([400, 404]).toContain(answer.statusCode)
    expect(answer.json()).toMatchObject({ success: false })
    expect(answer.payload).not.toContain('root:')
  })

  test.each(['?w=641', '?w=0', '?w=1e3', '?f=gif', '?w=640&w=320'])('only known sizes are made: %s', async (query) => {
    expect((await get(`/images/${PICTURE}${query}`)).statusCode).toBe(400)
  })
})
