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
import { startPhotoImport } from '../media/import-photos.ts'
import { type Database, inTransaction } from '../platform/database/database.ts'

export const TEST_CATALOG = join(import.meta.dirname, 'catalog')
export const TEST_CATALOG_FILE = join(TEST_CATALOG, 'products.json')

/** The shop's start then imports no other catalog. */
export async function loadTestCatalog(database: Database, photosFolder: string): Promise<void> {
  const source = { productsFile: TEST_CATALOG_FILE, photosFolder, checkoutFolder: TEST_CATALOG }
  await loadFirstCatalog(database, source)
  await loadFirstDeliveryAndTax(database, TEST_CATALOG)
  await loadFirstPresentation(database, TEST_CATALOG)
  const silent = { info: () => {}, warn: () => {} }
  await (await startPhotoImport({ database, folder: photosFolder, log: silent }))?.done
}

/** Replaces a shop's products. */
export async function replaceCatalog(database: Database, products: readonly ProductDraft[]): Promise<void> {
  await inTransaction(database, async (trx) => {
    await trx.deleteFrom('products').execute()
    await insertProducts(trx, products)
  })
}

const rows = z.array(z.object({ images: z.array(z.object({ file: z.string() })) }))

let photos: Promise<string> | null = null

/** A copy of the test catalog with a small file for every picture and video; deleted at exit. */
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

/** Makes a JPEG's hash unique: adds an unused quantization table from a text. */
export function ownPicture(picture: Buffer, text: string): Buffer {
  const table = Buffer.alloc(64, createHash('sha256').update(text).digest()).map((byte) => byte | 1)
  return Buffer.concat([picture.subarray(0, 2), Buffer.from([0xff, 0xdb, 0, 67, 3]), table, picture.subarray(2)])
}

const MEDIA_FOLDER = join(import.meta.dirname, 'media')

export function readTestMedia(name: string): Buffer {
  return readFileSync(join(MEDIA_FOLDER, name))
}

/** A playable H.264 video of three pictures, padded with noise to a size. */
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

/** An H.264 unit that is not shown. */
const FILLER_UNIT = 12

export function buildImage(size: number): Promise<Buffer> {
  const noise = { type: 'gaussian', mean: 128, sigma: 12 } as const
  const create = { width: size, height: size, channels: 3, background: '#778899', noise } as const
  return sharp({ create }).blur(2).jpeg().toBuffer()
}
