import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import { keysOf } from '@shop/contract/http/coercion'
import fc from 'fast-check'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readTestMedia } from '../../testing/test-catalog.ts'
import { findVideoProblem } from '../inspect/video-problem.ts'
import { withFile } from '../store/byte-source.ts'
import type { MediaType } from '../store/media.ts'
import { readPieces } from '../store/pieces.ts'
import { findStoredForm } from './stored-form.ts'

const SECRET = 'SECRET+41.9989+021.4254'
const XMP = `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" xmlns:exif="http://ns.adobe.com/exif/1.0/" exif:GPSLatitude="${SECRET}"/></rdf:RDF></x:xmpmeta>`

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'shop-strip-'))
})
afterAll(() => rm(folder, { recursive: true }))

async function strip(content: Buffer, type: MediaType): Promise<Buffer | null> {
  const path = join(folder, 'file')
  await writeFile(path, content)
  return withFile(path, async (source) => {
    const stored = await findStoredForm(source, type)
    return stored === null ? null : readAll(readPieces(source, stored.pieces))
  })
}

async function readAll(bytes: AsyncIterable<Buffer>): Promise<Buffer> {
  const all: Buffer[] = []
  for await (const some of bytes) all.push(some)
  return Buffer.concat(all)
}

async function problemOf(content: Buffer): Promise<string | null> {
  const path = join(folder, 'film')
  await writeFile(path, content)
  return findVideoProblem('film.mp4', path)
}

async function stripped(content: Buffer, type: MediaType): Promise<Buffer> {
  return (await strip(content, type)) ?? Buffer.alloc(0)
}

/** A picture of a phone that is held upright, with its position, XMP and a color profile. */
function takePhoto(format: 'jpeg' | 'png' | 'webp' | 'avif', orientation = 6): Promise<Buffer> {
  const create = { width: 40, height: 24, channels: 3, background: '#905030' } as const
  return sharp({ create })
    .withIccProfile('p3')
    .withExifMerge({ IFD0: { ImageDescription: SECRET }, IFD3: { GPSLatitudeRef: 'N', GPSProcessingMethod: SECRET } })
    .withMetadata({ orientation })
    .withExifMerge({ IFD0: { ImageDescription: SECRET }, IFD3: { GPSLatitudeRef: 'N' } })
    .withXmp(XMP)
    .toFormat(format, { quality: 90 })
    .toBuffer()
}

/** The pixels as they are shown, and what is said of the colors. */
async function seen(content: Buffer) {
  const { icc, autoOrient } = await sharp(content).metadata()
  const pixels = await sharp(content).rotate().raw().toBuffer()
  return { pixels: pixels.toString('base64'), icc: icc?.toString('base64'), ...autoOrient }
}

const segment = (code: number, content: Buffer) => {
  const head = Buffer.from([0xff, code, 0, 0])
  head.writeUInt16BE(content.length + 2, 2)
  return Buffer.concat([head, content])
}
const secret = Buffer.from(SECRET)
const afterStart = (picture: Buffer, length: number, ...added: Buffer[]) =>
  Buffer.concat([picture.subarray(0, length), ...added, picture.subarray(length)])

test('the photo of a phone no longer says where it was taken, and looks the same', async () => {
  const photo = readTestMedia('phone-gps.jpg')
  const stored = await stripped(photo, 'image/jpeg')
  expect(photo.includes('Phone')).toBe(true)
  // How it is turned is all that its EXIF data says.
  expect([stored.includes('Phone'), (await sharp(stored).metadata()).exif?.length]).toEqual([false, 32])
  expect(await seen(stored)).toEqual(await seen(photo))
})

test.each(['jpeg', 'png', 'webp', 'avif'] as const)(
  'a turned %s stays turned and keeps its colors, without EXIF and XMP',
  async (format) => {
    const photo = await takePhoto(format)
    expect(photo.includes(SECRET)).toBe(true)
    const stored = await stripped(photo, `image/${format}`)
    expect(stored.includes(SECRET)).toBe(false)
    expect(await seen(stored)).toEqual(await seen(photo))
    expect(await stripped(stored, `image/${format}`)).toEqual(stored)
  },
)

test.each([2, 3, 4, 5, 6, 7, 8])('all ways to turn a JPEG remain: %i', async (orientation) => {
  const photo = await takePhoto('jpeg', orientation)
  const stored = await stripped(photo, 'image/jpeg')
  expect((await sharp(stored).metadata()).orientation).toBe(orientation)
  expect(await seen(stored)).toEqual(await seen(photo))
})

test('a JPEG loses comments, IPTC, thumbnails, what makers add, and what follows its end', async () => {
  const photo = await takePhoto('jpeg')
  const thumbnail = Buffer.concat([
    Buffer.from('JFIF\0\x01\x01\0\0\x01\0\x01\x02\x02', 'latin1'),
    Buffer.alloc(12, 'S'),
  ])
  const hidden = afterStart(
    photo,
    2,
    segment(0xe0, thumbnail),
    segment(0xfe, secret),
    segment(0xed, Buffer.concat([Buffer.from('Photoshop 3.0\0'), secret])),
    segment(0xe2, Buffer.concat([Buffer.from('MPF\0'), secret])),
    segment(0xef, secret),
    Buffer.from([0xff, 0xff]),
  )
  const stored = await stripped(Buffer.concat([hidden, secret, photo]), 'image/jpeg')
  expect([stored.includes(SECRET), stored.includes('SSSS'), stored.includes('MPF')]).toEqual([false, false, false])
  expect(await seen(stored)).toEqual(await seen(photo))
})

test('a JPEG that appears in steps keeps all of them', async () => {
  const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const
  const create = { width: 90, height: 70, channels: 3, background: '#778899', noise } as const
  const photo = await sharp({ create }).jpeg({ progressive: true }).withMetadata({ orientation: 3 }).toBuffer()
  const stored = await stripped(photo, 'image/jpeg')
  expect(await seen(stored)).toEqual(await seen(photo))
})

test('a PNG loses texts, times and what follows its end', async () => {
  const chunk = (type: string, content: Buffer) => {
    const [length, body, sum] = [Buffer.alloc(4), Buffer.concat([Buffer.from(type), content]), Buffer.alloc(4)]
    length.writeUInt32BE(content.length)
    sum.writeUInt32BE(crc32(body))
    return Buffer.concat([length, body, sum])
  }
  const photo = await takePhoto('png')
  const texts = ['tEXt', 'zTXt', 'iTXt', 'tIME', 'prVt'].map((type) => chunk(type, secret))
  const stored = await stripped(Buffer.concat([afterStart(photo, 33, ...texts), secret]), 'image/png')
  expect(stored.includes(SECRET)).toBe(false)
  expect(await seen(stored)).toEqual(await seen(photo))
})

test('a WebP loses unknown chunks, also in frames, and what follows its end', async () => {
  const frame = (background: string) =>
    sharp({ create: { width: 20, height: 20, channels: 3, background } })
      .png()
      .toBuffer()
  const frames = await Promise.all(['#123456', '#fedcba'].map(frame))
  const photo = await sharp(frames, { join: { animated: true } })
    .webp({ loop: 0 })
    .withXmp(XMP)
    .toBuffer()
  const text = Buffer.concat([Buffer.from('note\x17\0\0\0', 'latin1'), secret, Buffer.alloc(1)])
  const at = photo.indexOf('ANMF')
  const size = photo.readUInt32LE(at + 4)
  const hidden = Buffer.concat([photo.subarray(0, at + 8 + size), text, photo.subarray(at + 8 + size)])
  hidden.writeUInt32LE(size + text.length, at + 4)
  hidden.writeUInt32LE(hidden.length - 8, 4)
  const stored = await stripped(Buffer.concat([hidden, secret]), 'image/webp')
  expect([hidden.includes(SECRET), stored.includes(SECRET)]).toEqual([true, false])
  expect(await sharp(stored, { animated: true }).raw().toBuffer()).toEqual(
    await sharp(photo, { animated: true }).raw().toBuffer(),
  )
})

/** A box of an MP4. */
const box = (type: string, content: Buffer) => {
  const head = Buffer.alloc(8)
  head.writeUInt32BE(content.length + 8)
  head.write(type, 4, 'latin1')
  return Buffer.concat([head, content])
}

test('a video loses its position wherever it is said, and nothing of its picture and sound', async () => {
  const film = readTestMedia('phone.mp4')
  const moov = film.indexOf('moov') - 4
  const places = [
    box('udta', Buffer.concat([box('\xa9xyz', secret), box('loci', secret)])),
    box('meta', Buffer.concat([Buffer.from('keyscom.apple.quicktime.location.ISO6709'), secret])),
    box('uuid', secret),
    box('trak', box('udta', secret)),
  ]
  const hidden = Buffer.concat([film, ...places, box('uuid', secret), box('skip', secret), box('mdat', secret)])
  const added = places.reduce((sum, { length }) => sum + length, 0)
  hidden.writeUInt32BE(film.readUInt32BE(moov) + added, moov)
  const stored = await stripped(hidden, 'video/mp4')
  expect([hidden.includes(SECRET), stored.includes(SECRET), stored.includes('ISO6709')]).toEqual([true, false, false])
  expect([stored.includes('SECRETPLACE'), stored.length]).toEqual([false, hidden.length])
  // The data of picture and sound stay where they were, byte for byte.
  const data = film.indexOf('mdat')
  expect(stored.subarray(data, moov)).toEqual(film.subarray(data, moov))
  expect(await stripped(stored, 'video/mp4')).toEqual(stored)
})

test('a film whose pieces cannot be found in its description is left alone, since all of it would become zeros', async () => {
  const film = readTestMedia('phone.mp4')
  const moov = film.indexOf('moov') - 4
  const withInMovie = (content: Buffer) => {
    const changed = Buffer.concat([film, content])
    changed.writeUInt32BE(film.readUInt32BE(moov) + content.length, moov)
    return changed
  }
  const unreadable = Buffer.from(film)
  unreadable.write('stz2', film.lastIndexOf('stsz'), 'latin1')
  for (const content of [Buffer.concat([film, box('moof', secret)]), withInMovie(box('mvex', secret)), unreadable]) {
    expect(await strip(content, 'video/mp4')).toBeNull()
    expect(await problemOf(content)).toMatch(/a fragmented MP4|a form that the shop can’t read/)
  }
})

test('any bytes are read to an end, and what is changed anywhere still says no position', async () => {
  const photos = {
    'image/jpeg': await takePhoto('jpeg'),
    'image/png': await takePhoto('png'),
    'image/webp': await takePhoto('webp'),
    'image/avif': await takePhoto('avif'),
    'video/mp4': readTestMedia('phone.mp4'),
  } as const
  const types = keysOf(photos)
  const change = fc.record({ at: fc.nat(), byte: fc.integer({ min: 0, max: 255 }) })
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...types),
      fc.array(change, { minLength: 1, maxLength: 6 }),
      fc.nat(),
      async (type, changes, cut) => {
        const content = Buffer.from(photos[type])
        for (const { at, byte } of changes) content[at % content.length] = byte
        const stored = await strip(content.subarray(0, content.length - (cut % 50)), type)
        expect((stored?.length ?? 0) <= content.length + 26).toBe(true)
      },
    ),
    { numRuns: 150 },
  )
})
