import { randomBytes } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, readdir, rename, rm, rmdir, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { DELIVERY_FIELDS } from '@shop/contract/delivery/calls'
import { toWire } from '@shop/contract/http/fields'
import { listDeliveryOptions } from '../../delivery/delivery.repository.ts'
import { listMedia } from '../../media/store/media.repository.ts'
import type { Media } from '../../media/store/media.ts'
import { readContent } from '../../media/store/media-content.ts'
import { readProductsVersion } from '../../platform/database/catalog-version/catalog-version.ts'
import type { Database } from '../../platform/database/database.ts'
import { AppError } from '../../platform/http/errors/app-error.ts'
import { localDay } from '../../platform/lib/days/local-day.ts'
import { readTaxTable, type TaxTable } from '../../tax/tax-rates.repository.ts'
import { listFormerSlugs } from '../catalog.repository.ts'
import { getStoredPresentation } from '../presentation.repository.ts'
import { writtenLines } from '../presentation-files.ts'
import { readProducts } from '../products/products.repository.ts'
import { toFileRow } from './catalog-file.ts'

export type Exported = { products: number; deliveryOptions: number; taxRates: number; media: number; bytes: number }

/** Exports the catalog as files for an import. The folder must be new or empty; a failed export leaves nothing. */
export async function exportCatalog(database: Database, folder: string, clock: () => Date): Promise<Exported> {
  const there = await readdir(folder).catch(emptyWhenMissing)
  if (there.length > 0) throw new Error(`The folder is not empty: ${folder}`)
  const draft = `${folder.replace(/(?<![/\\])[/\\]+$/, '')}.${randomBytes(4).toString('hex')}.part`
  try {
    await mkdir(join(draft, 'photos'), { recursive: true })
    const exported = await writeFiles(database, draft, clock())
    // Fails for a folder with files, which is kept.
    await rmdir(folder).catch(() => {})
    await rename(draft, folder)
    return exported
  } catch (error) {
    await rm(draft, { recursive: true, force: true })
    throw error
  }
}

function emptyWhenMissing(error: unknown): string[] {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return []
  throw error
}

async function writeFiles(database: Database, folder: string, now: Date): Promise<Exported> {
  const products = await writeProducts(database, join(folder, 'products.json'))
  const [options, taxes] = [await listDeliveryOptions(database), await readTaxTable(database)]
  const media = await listMedia(database)
  const write = (file: string, value: unknown) => writeFile(join(folder, file), `${JSON.stringify(value, null, 2)}\n`)
  await write(
    'delivery-options.json',
    options.map((option) => toWire(DELIVERY_FIELDS, option)),
  )
  await write('tax-rates.json', taxFile(taxes, now))
  const { lines, quiz } = await getStoredPresentation(database)
  await write('lines.json', writtenLines(lines))
  await write('quiz.json', quiz)
  for (const picture of media) await writeMedia(database, picture, join(folder, 'photos', picture.name))
  return {
    products,
    deliveryOptions: options.length,
    taxRates: taxes.rates.length,
    media: media.length,
    bytes: media.reduce((sum, { bytes }) => sum + bytes, 0),
  }
}

/** While others change them. */
const MAX_TRIES = 3

/** Writes all products in batches: 50,000 at once take some 200 MB. Returns their number. */
async function writeProducts(database: Database, file: string): Promise<number> {
  for (let attempt = 0; attempt < MAX_TRIES; attempt += 1) {
    const version = await readProductsVersion(database)
    const written = { products: 0 }
    await writeFile(file, productsJson(database, written))
    // Between two batches a product may have moved from one to the other.
    if ((await readProductsVersion(database)) === version) return written.products
  }
  throw new AppError('conflict', 'Others changed products at the same time. Please export again.')
}

/** Equals `JSON.stringify` of all products. */
async function* productsJson(database: Database, written: { products: number }): AsyncGenerator<string> {
  const slugs = await listFormerSlugs(database)
  yield '['
  for await (const products of readProducts(database)) {
    let text = ''
    for (const product of products) {
      const row = JSON.stringify(toFileRow(product, slugs.get(product.product_id) ?? []), null, 2)
      text += `${written.products === 0 ? '' : ','}\n  ${row.replaceAll('\n', '\n  ')}`
      written.products += 1
    }
    yield text
  }
  yield written.products === 0 ? ']\n' : '\n]\n'
}

function taxFile({ rates, ...stored }: TaxTable, now: Date) {
  // Rates imported before sources were stored have none.
  const source = stored.source === '' ? { ...UNKNOWN_SOURCE, published: localDay(now) } : stored
  return {
    ...source,
    rates: Object.fromEntries(rates.map(({ state, rate_millionths }) => [state, rate_millionths / 1_000_000])),
  }
}

const UNKNOWN_SOURCE = {
  source: 'Exported from the shop',
  note: 'Combined sales tax rates as the shop had them on that day.',
}

async function writeMedia(database: Database, media: Media, path: string): Promise<void> {
  await pipeline(readContent(database, media), createWriteStream(path))
  // An import skips a file that is not newer than the shop's picture.
  const stored = new Date(media.created_at)
  await utimes(path, stored, stored)
}
