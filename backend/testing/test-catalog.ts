import { createHash, randomBytes } from 'node:crypto'
import { readFileSync, rmSync } from 'node:fs'
import { cp, mkdir, mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import * as z from 'zod/mini'
import { insertProducts, type ProductDraft } from '../catalog/catalog.repository.ts'
import { loadFirstCatalog } from '../catalog/import/first-catalog.ts'
import { loadFirstPresentation } from '../catalog/lines/presentation.ts'
import { filesOfLines, readPresentationFolder } from '../catalog/presentation-files.ts'
import { loadFirstDeliveryAndTax } from '../delivery/delivery-and-tax-files.ts'
import { importPhotos } from '../media/import-photos.ts'
import { type Database, inTransaction } from '../platform/database/database.ts'

/** The test catalog, independent of `catalog/`, so the owner can change that. */
export const TEST_CATALOG = join(import.meta.dirname, 'catalog')
export const TEST_CATALOG_FILE = join(TEST_CATALOG, 'products.json')

/** Fills a new shop with the test catalog; a start of the shop then does not import another. */
export async function loadTestCatalog(database: Database, photosFolder: string): Promise<void> {
  const source = { productsFile: TEST_CATALOG_FILE, photosFolder, checkoutFolder: TEST_CATALOG }
  await loadFirstCatalog(database, source)
  await loadFirstDeliveryAndTax(database, TEST_CATALOG)
  await loadFirstPresentation(database, TEST_CATALOG)
  const silent = { info: () => {}, warn: () => {} }
  await importPhotos({ database, folder: photosFolder, log: silent })
}

/** Gives a shop these products instead of its own. */
export async function replaceCatalog(database: Database, products: readonly ProductDraft[]): Promise<void> {
  await inTransaction(database, async (trx) => {
    await trx.deleteFrom('products').execute()
    await insertProducts(trx, products)
  })
}

const rows = z.array(z.object({ images: z.array(z.object({ file: z.string() })) }))

let photos: Promise<string> | null = null

/**
 * A temporary folder with a copy of the test catalog and a small picture or video for every file that it names; deleted
 * at exit.
 */
export function testPhotos(): Promise<string> {
  photos ??= makePhotos()
  return photos
}

async function makePhotos(): Promise<string> {
  const goods = await mkdtemp(join(tmpdir(), 'shop-goods-'))
  process.once('exit', () => rmSync(goods, { recursive: true, force: true }))
  await cp(TEST_CATALOG, goods, { recursive: true })
  const folder = join(goods, 'photos')
  await mkdir(folder)
  const picture = await buildImage(64)
  const products = rows.parse(JSON.parse(readFileSync(TEST_CATALOG_FILE, 'utf8')))
  const { found } = await readPresentationFolder(TEST_CATALOG)
  const named = products.flatMap(({ images }) => images.map(({ file }) => file))
  const files = new Set([...named, ...filesOfLines(found.lines)])
  const contentOf = (file: string) => (file.endsWith('.mp4') ? buildVideo(5000) : ownPicture(picture, file))
  await Promise.all([...files].map((file) => writeFile(join(folder, file), contentOf(file))))
  return folder
}

/** A JPEG with a hash of its own: it gets a table of quantization that it does not use, made from a text. */
export function ownPicture(picture: Buffer, text: string): Buffer {
  const table = Buffer.alloc(64, createHash('sha256').update(text).digest()).map((byte) => byte | 1)
  return Buffer.concat([picture.subarray(0, 2), Buffer.from([0xff, 0xdb, 0, 67, 3]), table, picture.subarray(2)])
}

const MEDIA = join(import.meta.dirname, 'media')

/** A file of `backend/testing/media`. */
export function readTestMedia(name: string): Buffer {
  return readFileSync(join(MEDIA, name))
}

/** An H.264 video of three pictures that plays, whose last one is followed by noise up to so many bytes. */
export function buildVideo(bytes: number): Buffer {
  const clip = readTestMedia('clip.mp4')
  const filler = Buffer.from(randomBytes(bytes - clip.length).map((byte) => byte | 1))
  filler.writeUInt32BE(filler.length - 4, 0)
  filler[4] = FILLER_UNIT
  const [data, sizes] = [clip.indexOf('mdat') - 4, clip.indexOf('stsz') + 12]
  const last = sizes + clip.readUInt32BE(sizes) * 4
  clip.writeUInt32BE(clip.readUInt32BE(data) + filler.length, data)
  clip.writeUInt32BE(clip.readUInt32BE(last) + filler.length, last)
  return Buffer.concat([clip, filler])
}

/** The type of a unit of H.264 that is not shown. */
const FILLER_UNIT = 12

/** A square JPEG with some detail. */
export function buildImage(size: number): Promise<Buffer> {
  const noise = { type: 'gaussian', mean: 128, sigma: 12 } as const
  const create = { width: size, height: size, channels: 3, background: '#778899', noise } as const
  return sharp({ create }).blur(2).jpeg().toBuffer()
}
