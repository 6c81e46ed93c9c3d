import { readFileSync, rmSync } from 'node:fs'
import { cp, mkdir, mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import * as z from 'zod/mini'

/** What the shops of the tests sell, so that the maker may change `catalog/` and no test notices. */
export const GOODS = join(import.meta.dirname, 'goods')
export const GOODS_FILE = join(GOODS, 'products.json')

const rows = z.array(z.object({ images: z.array(z.object({ file: z.string() })) }))

let photos: Promise<string> | null = null

/**
 * A folder with a small picture or video for every file that the goods name, beside a copy of the goods. It goes with
 * the process.
 */
export function goodsPhotos(): Promise<string> {
  photos ??= makePhotos()
  return photos
}

async function makePhotos(): Promise<string> {
  const goods = await mkdtemp(join(tmpdir(), 'shop-goods-'))
  process.once('exit', () => rmSync(goods, { recursive: true, force: true }))
  await cp(GOODS, goods, { recursive: true })
  const folder = join(goods, 'photos')
  await mkdir(folder)
  const picture = await buildPicture(64)
  const products = rows.parse(JSON.parse(readFileSync(GOODS_FILE, 'utf8')))
  const files = new Set(products.flatMap(({ images }) => images.map(({ file }) => file)))
  // The name behind the picture's end gives each its own hash.
  await Promise.all([...files].map((file) => writeFile(join(folder, file), [picture, Buffer.from(file)])))
  return folder
}

/** A square JPEG with some detail in it. */
export function buildPicture(size: number): Promise<Buffer> {
  const noise = { type: 'gaussian', mean: 128, sigma: 12 } as const
  const create = { width: size, height: size, channels: 3, background: '#778899', noise } as const
  return sharp({ create }).blur(2).jpeg().toBuffer()
}
