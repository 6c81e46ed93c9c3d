import { statSync } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { DeliveryAndTax } from '../../delivery/delivery-and-tax-files.ts'
import { readCheckoutFolder } from '../../delivery/delivery-and-tax-files.ts'
import { hashStored, type MediaFile, readMediaFile, repeatedNames, stampOf } from '../../media/add-media.ts'
import { inspectFile, nameProblem, type ReadPicture } from '../../media/inspect/inspect-file.ts'
import { type FileStamp, listFileStamps, listMedia } from '../../media/store/media.repository.ts'
import { isMediaName, type Media } from '../../media/store/media.ts'
import { findMediaFile, listMediaFiles } from '../../media/store/media-content.ts'
import type { Database } from '../../platform/database/database.ts'
import { fileErrorLine } from '../../platform/lib/json-file.ts'
import {
  filesOfLines,
  type PresentationFiles,
  readPresentationFolder,
  type StoredPresentation,
} from '../presentation-files.ts'
import { findProducts } from '../products/products.repository.ts'
import { type CatalogRow, type RowError, readCatalogFile } from './catalog-file.ts'

export type CatalogSource = {
  productsFile: string
  photosFolder: string
  /** For delivery, taxes, lines and quiz; `null` to import only products and their pictures. */
  checkoutFolder: string | null
}

/** Parts of an import besides the products. `media` has only new pictures. */
export type ParsedSource = {
  formerSlugs: Map<string, string[]>
  media: MediaFile[]
  /** Files with pictures that the shop has. */
  same: SameFile[]
  deliveryAndTax: DeliveryAndTax | null
  /** A missing part stays as it is. */
  presentation: Partial<StoredPresentation>
}

/** A file that has a picture of the shop. */
type SameFile = { media: Media; stamp: FileStamp }

/** `rows`: errors of the products' file; `problems`: sentences about others. */
export type SourceErrors = { rows: RowError[]; problems: string[] }

/** A folder as `catalog export` writes it, or a file of products. */
export async function findSource(path: string): Promise<CatalogSource> {
  if (!(await stat(path)).isDirectory()) {
    return { productsFile: path, photosFolder: join(dirname(path), 'photos'), checkoutFolder: null }
  }
  return { productsFile: join(path, 'products.json'), photosFolder: join(path, 'photos'), checkoutFolder: path }
}

type ReadOptions = { now: Date; readPicture?: ReadPicture | undefined }

/** Reads and checks everything to import; writes nothing. */
export async function readSource(
  database: Database,
  { productsFile, photosFolder, checkoutFolder }: CatalogSource,
  { take, ...options }: ReadOptions & { take: (rows: readonly CatalogRow[]) => void },
): Promise<{ parsed: ParsedSource; errors: null } | { parsed: null; errors: SourceErrors }> {
  const bytes = await readFile(productsFile)
  const checkout = checkoutFolder === null ? null : await readCheckoutFolder(checkoutFolder)
  const { found: presentation, problems } = await readPresentation(checkoutFolder)
  const stamps = await listFileStamps(database)
  const shop = new Map(
    (await listMedia(database)).map((media) => [media.name, { media, stamp: stamps.get(media.name) }]),
  )
  const there = await listMediaFiles(photosFolder)
  const names = checkoutFolder === null ? [] : there
  const read = await readFiles(photosFolder, names, shop, options)
  const known = new Set([...there, ...shop.keys()])
  const formerSlugs = new Map<string, string[]>()
  const rows = await readCatalogFile(bytes, {
    findProblems: async (named) => {
      await readFiles(photosFolder, named, shop, options, read)
      return findMissing(named, read, known)
    },
    findPresent: (ids) => findProducts(database, ids),
    take: (some) => {
      for (const { product, formerSlugs: slugs } of some) formerSlugs.set(product.product_id, slugs)
      take(some)
    },
  })
  const errors: SourceErrors = {
    rows,
    problems: [
      ...names.flatMap((name) => read.get(name)?.problem ?? []),
      ...repeatedNames([...read.keys()]),
      ...(checkout?.errors ?? []).map(fileErrorLine),
      ...problems,
      ...missingOf(presentation, known),
    ],
  }
  if (rows.length > 0 || errors.problems.length > 0) return { parsed: null, errors }
  const media = [...read.values()].flatMap(({ file }) => file ?? [])
  const same = [...read.values()].flatMap((found) => ('same' in found ? (found.same ?? []) : []))
  const deliveryAndTax = checkout?.found ?? null
  return { parsed: { formerSlugs, media, same, deliveryAndTax, presentation }, errors: null }
}

async function readPresentation(folder: string | null): Promise<PresentationFiles> {
  return folder === null ? { found: {}, problems: [] } : readPresentationFolder(folder)
}

/** Lists missing pictures of lines, as sentences. */
function missingOf({ lines }: Partial<StoredPresentation>, known: ReadonlySet<string>): string[] {
  const missing = filesOfLines(lines).filter((name) => !known.has(name))
  return missing.map((name) => `lines.json: ${missingProblem(name, known)}`)
}

/** Without file and problem: the shop's picture; `same` if it had to be opened to find that. */
type ReadFile = Awaited<ReturnType<typeof readMediaFile>> | { file: null; problem: null; same: SameFile | null }
/** A picture of the shop, and the file it came from. */
type Known = { media: Media; stamp: FileStamp | undefined }

async function readFiles(
  folder: string,
  names: readonly string[],
  shop: ReadonlyMap<string, Known>,
  options: ReadOptions,
  read: Map<string, ReadFile> = new Map(),
): Promise<Map<string, ReadFile>> {
  for (const name of names.filter((other) => !read.has(other))) {
    if (!isMediaName(name)) {
      read.set(name, { file: null, problem: nameProblem(name) })
      continue
    }
    const known = shop.get(name)
    const same = await readKnown(join(folder, name), known)
    const path = same === null ? await findMediaFile(folder, name) : null
    if (same !== null) read.set(name, same)
    else if (path !== null) read.set(name, await readMediaFile(name, path, { ...options, known: known?.media }))
  }
  return read
}

/** The file of a known picture; `null` if it differs. It is opened unless stamp, or length and age, match. */
async function readKnown(path: string, known: Known | undefined): Promise<ReadFile | null> {
  if (known === undefined) return null
  const { media, stamp: last } = known
  const stamp = statsOf(path)
  if (stamp === null) return null
  const isLast = last?.bytes === stamp.bytes && last.modified === stamp.modified
  const isStored = stamp.bytes === media.bytes && stamp.modified <= Date.parse(media.created_at)
  if (isLast || isStored) return { file: null, problem: null, same: null }
  if ((await hashStored(path, media.type)) !== media.sha256) return null
  return { file: null, problem: null, same: { media, stamp } }
}

/** `null` without a file. Synchronous: for thousands of files promises take ten times as long. */
function statsOf(path: string): FileStamp | null {
  try {
    const stats = statSync(path)
    return stats.isFile() ? stampOf(stats) : null
  } catch {
    return null
  }
}

/** `missing`: names without a file; `unusable`: files that can't be shown. */
export type FolderProblems = { missing: Map<string, string>; unusable: Map<string, string> }

/** Problems of a folder's files, as their first bytes show. */
export async function findProblems(folder: string, names: readonly string[]): Promise<FolderProblems> {
  const problems: FolderProblems = { missing: new Map(), unusable: new Map() }
  const there = new Set(await listMediaFiles(folder))
  for (const name of names) {
    const path = await findMediaFile(folder, name)
    if (path === null) {
      problems.missing.set(name, missingProblem(name, there))
      continue
    }
    const { problem } = await inspectFile(name, path)
    if (problem !== null) problems.unusable.set(name, problem)
  }
  return problems
}

/** A file that the shop has need not be in the folder. */
function findMissing(
  named: readonly string[],
  read: ReadonlyMap<string, ReadFile>,
  known: ReadonlySet<string>,
): Map<string, string> {
  const problems = new Map<string, string>()
  for (const name of named) {
    const problem = read.get(name)?.problem ?? null
    if (problem !== null) problems.set(name, problem)
    else if (!known.has(name)) problems.set(name, missingProblem(name, known))
  }
  return problems
}

function missingProblem(name: string, known: ReadonlySet<string>): string {
  if (!isMediaName(name)) return nameProblem(name)
  const alike = [...known].find((other) => other.toLowerCase() === name.toLowerCase())
  if (alike === undefined) return `there is no photograph "${name}"`
  return `there is no photograph "${name}", but there is "${alike}": upper and lower case matter`
}
