import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { readCatalogVersion } from '../platform/database/catalog-version/catalog-version.ts'
import { openTestStore, type TestStore } from '../testing/servers/engines.ts'
import { buildImage, buildVideo, readTestMedia } from '../testing/test-catalog.ts'
import { addMedia } from './add-media.ts'
import { openPictureReader } from './sizes/image-resizer.ts'
import { findChunk, findMedia } from './store/media.repository.ts'

/** A PNG of one color with any dimensions, whose data inflates to `unpacked` zero bytes. */
function buildPng(width: number, height: number, unpacked = 1000): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
    const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)]
    length.writeUInt32BE(data.length)
    checksum.writeUInt32BE(crc32(body))
    return Buffer.concat([length, body, checksum])
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([1, 0, 0, 0, 0], 8)
  const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')
  const content = deflateSync(Buffer.alloc(unpacked))
  return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', content), chunk('IEND', Buffer.alloc(0))])
}

const SVG = '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'

let opened: TestStore
let folder: string
const pictures = openPictureReader()
beforeAll(async () => {
  opened = await openTestStore('sqlite')
})
afterAll(async () => {
  pictures.close()
  await opened.close()
})
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'shop-upload-'))
})
afterEach(() => rm(folder, { recursive: true }))

async function add(...files: [name: string, content: string | Uint8Array][]) {
  const sources = files.map(([name], index) => ({ name, path: join(folder, `upload-${index}`) }))
  for (const [index, [, content]] of files.entries()) await writeFile(join(folder, `upload-${index}`), content)
  const options = { actor: 'test', clock: () => new Date(), readPicture: pictures.read }
  return addMedia(opened.store.database, sources, options)
}

test.each<[what: string, name: string, content: () => Promise<string | Uint8Array>, problem: string]>([
  ['a text', 'words.jpg', async () => 'This is no picture.', 'the file "words.jpg" is there, but it holds no picture'],
  ['an empty file', 'empty.jpg', async () => '', 'the file "empty.jpg" is empty'],
  ['a cut JPEG', 'cut.jpg', async () => (await buildImage(400)).subarray(0, -2000), '"cut.jpg" is damaged'],
  [
    'a cut WebP',
    'cut.webp',
    async () => (await toWebp(await buildImage(400))).subarray(0, 40),
    '"cut.webp" is damaged',
  ],
  [
    'a TIFF',
    'scan.jpg',
    async () => Buffer.from('II*\0\x08\0\0\0', 'latin1'),
    'no picture of a kind the shop can read; save it as JPEG or PNG',
  ],
  ['a web page', 'page.jpg', async () => '<!doctype html><p>Not found', 'it holds no picture'],
  ['a song', 'song.mp4', async () => 'ID3\x03', 'it holds no video in MP4; save it as MP4 with H.264 video'],
  ['a drawing with a script', 'drawing.jpg', async () => SVG, 'the file "drawing.jpg" is an SVG drawing'],
  ['a drawing by its name', 'drawing.svg', async () => SVG, 'the file "drawing.svg" is an SVG drawing'],
  ['a HEIC by its name', 'IMG_1.HEIC', async () => 'ftyp', 'the file "IMG_1.HEIC" is in HEIC'],
  ['a GIF by its name', 'photo.gif', async () => 'GIF89a', '"photo.gif" is not a kind of file the shop can show. Save'],
  ['200 megapixels', 'huge.png', async () => buildPng(20_000, 10_000), '200 megapixels (20000 × 10000)'],
  ['a bomb', 'bomb.png', async () => buildPng(60_000, 60_000, 5_000_000), '"bomb.png" has 3600 megapixels'],
  [
    'an AVIF that takes a gigabyte',
    'huge.avif',
    () => buildHugeAvif(),
    '"huge.avif" has 30 megapixels (6000 × 5000); the shop takes at most 10',
  ],
  ['a bomb that lies', 'liar.png', async () => buildPng(9000, 9000, 200), '"liar.png" is damaged'],
  ['a GIF', 'gif.png', async () => Buffer.from('GIF89a\x01\0\x01\0\0\0\0;', 'latin1'), 'holds no picture of a kind'],
  ['a picture called a video', 'clip.mp4', () => buildImage(20), 'the file "clip.mp4" is there, but it holds no video'],
  [
    'a film without content',
    'empty.mp4',
    async () => buildVideo(4000).subarray(0, 32),
    '"empty.mp4" has no video that can be played',
  ],
  ['a film of noise', 'noise.mp4', async () => buildVideo(4000).fill(0x77, 32), '"noise.mp4" is cut off'],
  [
    'a film that is cut',
    'half.mp4',
    async () => buildVideo(4000).subarray(0, 2000),
    '"half.mp4" is cut off: a part of it',
  ],
  [
    'a film whose end is missing',
    'end.mp4',
    async () => readTestMedia('phone.mp4').subarray(0, 3000),
    '"end.mp4" is cut off',
  ],
  ['a film of blanks', 'blank.mp4', async () => blankVideo(), '"blank.mp4" is damaged or empty'],
  [
    'HEVC',
    'hevc.mp4',
    async () => patchVideo('avc1', 'hvc1'),
    'in HEVC, which most browsers do not play; on the iPhone choose Settings, Camera, Formats, Most Compatible',
  ],
  ['AV1', 'av1.mp4', async () => patchVideo('avc1', 'av01'), '"av1.mp4" is in AV1, which not every browser plays'],
  [
    'another H.264',
    'deep.mp4',
    async () => patchVideo('avcC\x01\x42', 'avcC\x01\x6e'),
    'in a kind of H.264 that not every browser plays',
  ],
  ['a protected film', 'film.mp4', async () => patchVideo('avc1', 'encv'), '"film.mp4" is protected against copying'],
  ['only sound', 'sound.mp4', async () => patchVideo('vide', 'soun'), '"sound.mp4" has sound and no picture'],
  [
    'strange sound',
    'opus.mp4',
    async () => patchVideo('mp4a', 'Opus', 'phone.mp4'),
    'the sound of the video "opus.mp4" is in a format',
  ],
  ['fragments', 'live.mp4', async () => patchVideo('udta', 'mvex', 'phone.mp4'), '"live.mp4" is a fragmented MP4'],
  ['a MOV', 'film.mp4', async () => patchVideo('ftypisom', 'ftypqt  '), '"film.mp4" is a QuickTime movie (.MOV)'],
  ['a MOV without a brand', 'film.mp4', async () => buildVideo(4000).subarray(32), '"film.mp4" is a QuickTime movie'],
  ['a MOV by its name', 'IMG_1.MOV', async () => buildVideo(4000), '"IMG_1.MOV" is a QuickTime movie'],
  ['a WebM', 'film.mp4', async () => Buffer.from('1a45dfa3', 'hex'), '"film.mp4" is a WebM'],
  ['a video called a picture', 'clip.jpg', async () => buildVideo(4000), 'it holds no picture'],
  ['a name that leads elsewhere', '../bag.jpg', () => buildImage(20), '"../bag.jpg" is no name'],
])('%s is rejected with its name, and nothing is changed', async (_what, name, content, problem) => {
  const before = await readCatalogVersion(opened.store.database)
  const result = await add(['good.jpg', await buildImage(20)], [name, await content()])
  expect(result.problems).toEqual([expect.stringContaining(problem)])
  expect(await findMedia(opened.store.database, 'good.jpg')).toBeNull()
  expect(await findMedia(opened.store.database, name)).toBeNull()
  expect(await readCatalogVersion(opened.store.database)).toBe(before)
})

const toWebp = (picture: Buffer) => sharp(picture).webp().toBuffer()

/** A video with other bytes in the first place that has these. */
function patchVideo(old: string, bytes: string, name = 'clip.mp4'): Buffer {
  const video = readTestMedia(name)
  const at = video.indexOf(old, name === 'clip.mp4' && old === 'avc1' ? 40 : 0, 'latin1')
  video.write(bytes, at, 'latin1')
  return video
}

/** A video whose description is there, and zeros for its picture. */
function blankVideo(): Buffer {
  const video = buildVideo(4000)
  return video.fill(0, video.indexOf('mdat') + 4)
}

test('a video and a photo lose their position when they are added, and the same file again is the same', async () => {
  const files: [string, Buffer][] = [
    ['spin.mp4', readTestMedia('phone.mp4')],
    ['phone.jpg', readTestMedia('phone-gps.jpg')],
  ]
  expect(await add(...files)).toMatchObject({ added: ['spin.mp4', 'phone.jpg'] })
  expect(await add(...files)).toMatchObject({ unchanged: ['spin.mp4', 'phone.jpg'], problems: [] })
  const { database } = opened.store
  for (const [name, secret] of [
    ['spin.mp4', 'SECRETPLACE'],
    ['phone.jpg', 'Phone'],
  ] as const) {
    const media = await findMedia(database, name)
    const chunk = Buffer.from((await findChunk(database, media?.sha256 ?? '', 0)) ?? [])
    expect([chunk.length, chunk.includes(secret)]).toEqual([media?.bytes, false])
  }
})

test('two files with one name are rejected, also when they differ only in case', async () => {
  const picture = await buildImage(20)
  const result = await add(['twin.jpg', picture], ['Twin.jpg', picture])
  expect(result.problems).toEqual(['two files would have the same name: "twin.jpg" and "Twin.jpg"'])
  expect((await add(['twin.jpg', picture], ['twin.jpg', picture])).problems).toHaveLength(1)
  expect(await findMedia(opened.store.database, 'twin.jpg')).toBeNull()
})

test.each(['jpeg', 'png', 'webp', 'avif'] as const)('a %s is imported with its type and dimensions', async (format) => {
  const create = { width: 60, height: 40, channels: 3, background: '#778899' } as const
  const name = `kind.${format}`
  expect(await add([name, await sharp({ create }).toFormat(format).toBuffer()])).toMatchObject({ added: [name] })
  expect(await findMedia(opened.store.database, name)).toMatchObject({
    type: `image/${format}`,
    width: 60,
    height: 40,
  })
})

test('a picture with EXIF rotation has the dimensions that it is shown with', async () => {
  const create = { width: 60, height: 40, channels: 3, background: '#778899' } as const
  const picture = await sharp({ create }).withMetadata({ orientation: 6 }).jpeg().toBuffer()
  await add(['upright.jpg', picture])
  expect(await findMedia(opened.store.database, 'upright.jpg')).toMatchObject({ width: 40, height: 60 })
})

/** A small AVIF that says it has 30 megapixels. */
async function buildHugeAvif(): Promise<Buffer> {
  const create = { width: 60, height: 40, channels: 3, background: '#778899' } as const
  const picture = await sharp({ create }).avif().toBuffer()
  const size = picture.indexOf('ispe') + 8
  picture.writeUInt32BE(6000, size)
  picture.writeUInt32BE(5000, size + 4)
  return picture
}
