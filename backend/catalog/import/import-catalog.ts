import { isDeepStrictEqual } from 'node:util'
import type { Quiz } from '@shop/contract/catalog/quiz'
import { DELIVERY_FIELDS, type DeliveryOption } from '@shop/contract/delivery/calls'
import { toWire } from '@shop/contract/http/fields'
import { type NewAuditEntry, writeAudits } from '../../admin/audit/audit.repository.ts'
import { canonicalJson, type Json } from '../../admin/audit/canonical-json.ts'
import { listDeliveryOptions } from '../../delivery/delivery.repository.ts'
import { replaceDeliveryAndTax } from '../../delivery/delivery-and-tax-files.ts'
import { auditMedia, type MediaFile, nameFiles, writeFiles } from '../../media/add-media.ts'
import type { ReadPicture } from '../../media/inspect/inspect-file.ts'
import { listMediaNamed, storeFileStamps } from '../../media/store/media.repository.ts'
import { bumpCatalogVersion, readProductsVersion } from '../../platform/database/catalog-version/catalog-version.ts'
import { OvertakenError, unlessOvertaken } from '../../platform/database/conflicts.ts'
import { type Database, inTransaction, type Trx } from '../../platform/database/database.ts'
import { chunksOf } from '../../platform/database/queries.ts'
import { AppError } from '../../platform/http/errors/app-error.ts'
import { localDay } from '../../platform/lib/days/local-day.ts'
import { listTaxRates, readTaxTable, type TaxTable } from '../../tax/tax-rates.repository.ts'
import {
  byProductId,
  listFormerSlugs,
  listProducts,
  type Replacement,
  rememberSlugs,
  replacementOf,
  type StoredPicture,
  type StoredProduct,
} from '../catalog.repository.ts'
import type { StoredLine } from '../lines.ts'
import { getPresentationState, getStoredPresentation, replacePresentation } from '../presentation.repository.ts'
import { writtenLines } from '../presentation-files.ts'
import { PRODUCT_COLUMNS } from '../product-columns.ts'
import { differencesOf, SEVERAL_PRODUCTS } from '../products/product-states.ts'
import { deleteProducts } from '../products/products.repository.ts'
import { deleteNoted } from '../products/products-to-delete.repository.ts'
import {
  newStaging,
  removeStaged,
  STAGED_PART,
  type StagedChange,
  type Staging,
  stageProducts,
  takeStaged,
} from '../products/staged-products.repository.ts'
import { compareProducts, compareRows, isUnchanged, type ProductChanges, type RowChanges } from './catalog-changes.ts'
import { type CatalogSource, type ParsedSource, readSource, type SourceErrors } from './catalog-source.ts'

/** The changes of an import. Pictures that are not in the folder remain in the shop. */
export type CatalogChanges = {
  products: ProductChanges
  deliveryOptions: RowChanges
  taxRates: RowChanges
  lines: RowChanges
  quiz: RowChanges
  media: { added: string[]; replaced: string[] }
}

/** `changes` were made if the import was `applied`, otherwise they are a preview. */
export type ImportResult =
  | { applied: boolean; changes: CatalogChanges; errors: null }
  | { applied: false; changes: null; errors: SourceErrors }

export type ImportOptions = {
  actor: string
  clock: () => Date
  /**
   * Adds the difference between the file's stock and the shop's, so a sale during the import still counts. If false, existing
   * products keep their stock.
   */
  stock: boolean
  /** False only previews the changes. */
  apply: boolean
  large_price_changes: boolean
  /** Opens every new picture to find damaged ones; otherwise only headers are read. */
  readPicture?: ReadPicture
}

/** Times that files are compared with the catalog while others change that. */
const MAX_TRIES = 3

/**
 * Replaces the shop's catalog by that of files, completely or not at all. Products are staged in parts, so that others can write
 * in between; one short transaction takes them.
 */
export async function importCatalog(
  database: Database,
  source: CatalogSource,
  options: ImportOptions,
): Promise<ImportResult> {
  // What an undo that stopped has left would go after the comparison.
  if (options.apply) await deleteNoted(database)
  for (let attempt = 0; attempt < MAX_TRIES; attempt += 1) {
    const result = await tryToImport(database, source, options)
    if (result !== null) return result
  }
  throw new AppError('conflict', 'Others changed products at the same time. Please import again.')
}

/** `null` where the products are no longer those that the files were compared with. */
async function tryToImport(
  database: Database,
  source: CatalogSource,
  options: ImportOptions,
): Promise<ImportResult | null> {
  const now = options.clock()
  const version = await readProductsVersion(database)
  const present = await readPresentProducts(database)
  const safe = new Set(present.products.map(({ description }) => description))
  const { parsed, errors } = await readSource(database, source, { now, readPicture: options.readPicture, safe })
  if (parsed === null) return { applied: false, changes: null, errors }
  const changes = await compareCatalog(database, parsed, present, options)
  if (!options.apply || !mayApply(changes, options)) return { applied: false, changes, errors: null }
  await storeFileStamps(database, parsed.same)
  if (changesNothing(changes)) return { applied: true, changes, errors: null }
  await writeFiles(database, parsed.media, now)
  const replacement = replacementOf(present.products, parsed.products, options.stock)
  const staging = newStaging(now)
  try {
    const staged = await stageReplacement(database, staging, replacement)
    const differences = differencesIn(replacement)
    const transaction = inTransaction(database, async (trx) => {
      await bumpCatalogVersion(trx)
      if ((await readProductsVersion(trx)) !== version + 1) throw new OvertakenError()
      await auditImport(trx, parsed.media, { differences, options, now }, async () => {
        await deleteGone(trx, replacement.gone)
        await takeStaged(trx, staging, staged)
        await writeOthers(trx, parsed, now)
      })
      return { applied: true as const, changes, errors: null }
    })
    return await unlessOvertaken(transaction)
  } finally {
    // Where the database is away this fails as well, and is made up for later.
    await removeStaged(database, staging.import_id).catch(() => {})
  }
}

/** All products of the shop, and their earlier slugs. */
type PresentProducts = { products: StoredProduct[]; formerSlugs: Map<string, string[]> }

async function readPresentProducts(database: Database): Promise<PresentProducts> {
  return { products: await listProducts(database), formerSlugs: await listFormerSlugs(database) }
}

/** Stages what is written, by id: in that order every change locks products. */
async function stageReplacement(
  database: Database,
  staging: Staging,
  { written, stock }: Replacement,
): Promise<StagedChange> {
  const columns = new Set<(typeof PRODUCT_COLUMNS)[number]>()
  const change: StagedChange = { count: written.length, columns: [], pictures: false, formerSlugs: [] }
  const sorted = written.toSorted((one, other) => byProductId(one.after, other.after))
  let place = 0
  for (const some of chunksOf(sorted, STAGED_PART)) {
    const products = some.map(({ before, after }) => {
      const pictures = !isDeepStrictEqual(before?.pictures.map(shownPart) ?? [], after.pictures.map(shownPart))
      const stock_change = before === null || !stock ? 0 : after.stock_quantity - before.stock_quantity
      return { place: place++, stock_change, product: after, pictures }
    })
    await stageProducts(database, staging, products)
    change.pictures ||= products.some(({ pictures }) => pictures)
    for (const { before, after } of some) {
      if (before === null) continue
      for (const column of PRODUCT_COLUMNS) if (!isDeepStrictEqual(before[column], after[column])) columns.add(column)
      if (before.slug !== after.slug) change.formerSlugs.push({ product_id: before.product_id, slug: before.slug })
    }
  }
  if (!stock) columns.delete('stock_quantity')
  return { ...change, columns: [...columns] }
}

function shownPart({ file, alt }: StoredPicture) {
  return { file, alt }
}

async function deleteGone(trx: Trx, gone: readonly StoredProduct[]): Promise<void> {
  const ids = gone.map(({ product_id }) => product_id)
  for (const some of chunksOf(ids)) await deleteProducts(trx, some)
}

/** The differences in the products that are written; all others are as they were. */
function differencesIn({ gone, written, stock }: Replacement): Differences {
  const before = written.flatMap((pair) => pair.before ?? [])
  const after = written.map((pair) =>
    // What is sold in the meantime is not a change by the import.
    stock || pair.before === null ? pair.after : { ...pair.after, stock_quantity: pair.before.stock_quantity },
  )
  return differencesOf([...before, ...gone], after)
}

type Differences = ReturnType<typeof differencesOf>

export const LARGE_CHANGES = 'This changes prices by more than half. Please look at the preview again.'

/** The parts that an import writes besides products and pictures. */
type Others = {
  options: DeliveryOption[]
  taxes: TaxTable
  presentation: Json
}

async function readOthers(trx: Trx): Promise<Others> {
  return {
    options: await listDeliveryOptions(trx),
    taxes: await readTaxTable(trx),
    presentation: await getPresentationState(trx),
  }
}

/**
 * Writes an import, and to the audit log the products as one change, lines and quiz as another, and delivery options and tax
 * rates with the same entries as when only they are replaced.
 */
async function auditImport(
  trx: Trx,
  files: readonly MediaFile[],
  { differences, options: { actor }, now }: { differences: Differences; options: ImportOptions; now: Date },
  write: () => Promise<void>,
): Promise<void> {
  const before = await readOthers(trx)
  const written = { at: now, actor }
  const names = files.map(({ media }) => media.name)
  const media = await auditMedia(trx, names, written, write)
  const after = await readOthers(trx)
  const entries: NewAuditEntry[] = []
  if (differences !== null) {
    entries.push({ ...written, action: 'products.imported', subject: SEVERAL_PRODUCTS, ...differences })
  }
  if (canonicalJson(before.options) !== canonicalJson(after.options)) {
    const subject = { kind: 'delivery', id: 'options' }
    const action = 'delivery_options.replaced'
    entries.push({ ...written, action, subject, before: before.options, after: after.options })
  }
  if (canonicalJson(before.taxes) !== canonicalJson(after.taxes)) {
    const subject = { kind: 'tax', id: 'rates' }
    entries.push({ ...written, action: 'tax_rates.replaced', subject, before: before.taxes, after: after.taxes })
  }
  if (canonicalJson(before.presentation) !== canonicalJson(after.presentation)) {
    const subject = { kind: 'catalog', id: 'presentation' }
    const change = { before: before.presentation, after: after.presentation }
    entries.push({ ...written, action: 'presentation.replaced', subject, ...change })
  }
  await writeAudits(trx, [...entries, ...media])
}

function mayApply(
  { products }: CatalogChanges,
  { large_price_changes }: Pick<ImportOptions, 'large_price_changes'>,
): boolean {
  return large_price_changes || products.large_price_changes.length === 0
}

/** The changes that a parsed catalog would make to these products. */
async function compareCatalog(
  database: Database,
  { products, formerSlugs, media, deliveryAndTax, presentation }: ParsedSource,
  present: PresentProducts,
  { stock, clock }: Pick<ImportOptions, 'stock' | 'clock'>,
): Promise<CatalogChanges> {
  const [options, rates] = [await listDeliveryOptions(database), await listTaxRates(database)]
  const { lines, quiz } = await getStoredPresentation(database)
  const names = media.map((file) => file.media.name)
  const replaced = new Set((await listMediaNamed(database, names)).map(({ name }) => name))
  return {
    products: compareProducts(present, { products, formerSlugs }, { stock, day: localDay(clock()) }),
    deliveryOptions: compareRows(options.map(optionRow), (deliveryAndTax?.options ?? options).map(optionRow)),
    taxRates: compareRows(rates.map(rateRow), (deliveryAndTax?.rates ?? rates).map(rateRow)),
    lines: compareRows(lineRows(lines), lineRows(presentation.lines ?? lines)),
    quiz: compareRows(quizRows(quiz), quizRows(presentation.quiz === undefined ? quiz : presentation.quiz)),
    media: { added: names.filter((name) => !replaced.has(name)), replaced: names.filter((name) => replaced.has(name)) },
  }
}

function optionRow(option: DeliveryOption, place: number) {
  const { delivery_type_id: key, ...fields } = toWire(DELIVERY_FIELDS, option)
  return { key, name: option.display_text, fields: { ...fields, place: place + 1 } }
}

function rateRow({ state, rate_millionths }: { state: string; rate_millionths: number }) {
  return { key: state, name: state, fields: { rate: rate_millionths / 1_000_000 } }
}

function lineRows(lines: readonly StoredLine[]) {
  return writtenLines(lines).map(({ line, ...fields }) => ({ key: line, name: line, fields }))
}

function quizRows(quiz: Quiz | null) {
  if (quiz === null) return []
  const steps = quiz.steps.map(({ id, question, answers }) => ({
    key: id,
    name: question,
    fields: { question, answers },
  }))
  return [...steps, { key: 'results', name: 'results', fields: quiz.results }]
}

export function changesNothing({ products, deliveryOptions, taxRates, lines, quiz, media }: CatalogChanges): boolean {
  const rows = [products, deliveryOptions, taxRates, lines, quiz].every(isUnchanged)
  return rows && !products.reordered && media.added.length + media.replaced.length === 0
}

/** Writes everything but the products. */
export async function writeOthers(
  trx: Trx,
  { formerSlugs, media, deliveryAndTax, presentation }: Omit<ParsedSource, 'products'>,
  now: Date,
): Promise<void> {
  await nameFiles(trx, media, now)
  const former = [...formerSlugs].flatMap(([product_id, slugs]) => slugs.map((slug) => ({ product_id, slug })))
  await rememberSlugs(trx, former)
  if (deliveryAndTax) {
    await replaceDeliveryAndTax(trx, deliveryAndTax.options, deliveryAndTax.rates, deliveryAndTax.source)
  }
  if (presentation.lines !== undefined || presentation.quiz !== undefined) {
    await replacePresentation(trx, { ...(await getStoredPresentation(trx)), ...presentation })
  }
}
