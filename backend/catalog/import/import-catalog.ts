import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Quiz } from '@shop/contract/catalog/quiz'
import { DELIVERY_FIELDS, type DeliveryOption } from '@shop/contract/delivery/calls'
import { toWire } from '@shop/contract/http/fields'
import type { NewAuditEntry } from '../../admin/audit/audit.repository.ts'
import { canonicalJson, type Json, writeAudits } from '../../admin/audit/audit.repository.ts'
import { listDeliveryOptions } from '../../delivery/delivery.repository.ts'
import { replaceDeliveryAndTax } from '../../delivery/delivery-and-tax-files.ts'
import { auditMedia, nameFiles, writeFiles } from '../../media/add-media.ts'
import type { ReadPicture } from '../../media/inspect/inspect-file.ts'
import { listMediaNamed, storeFileStamps } from '../../media/store/media.repository.ts'
import { bumpCatalogVersion, readCatalogVersion } from '../../platform/database/catalog-version/catalog-version.ts'
import { type Database, inTransaction, type Trx } from '../../platform/database/database.ts'
import { AppError } from '../../platform/http/errors/app-error.ts'
import { localDay } from '../../platform/lib/days/local-day.ts'
import { CATALOG_FOLDER, PHOTOS_FOLDER } from '../../platform/lib/files.ts'
import { listTaxRates, readTaxTable, type TaxTable } from '../../tax/tax-rates.repository.ts'
import {
  listFormerSlugs,
  listProducts,
  type Replacement,
  rememberSlugs,
  replacementOf,
  replaceProducts,
  type StoredProduct,
} from '../catalog.repository.ts'
import type { StoredLine } from '../lines.ts'
import { getPresentationState, getStoredPresentation, replacePresentation } from '../presentation.repository.ts'
import { writtenLines } from '../presentation-files.ts'
import { differencesOf, SEVERAL_PRODUCTS } from '../products/product-states.ts'
import { findProducts } from '../products/products.repository.ts'
import { compareProducts, compareRows, isUnchanged, type ProductChanges, type RowChanges } from './catalog-changes.ts'
import { parseCatalogFile, type RowError } from './catalog-file.ts'
import { type CatalogSource, findProblems, type ParsedSource, readSource, type SourceErrors } from './catalog-source.ts'

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
  /** Imports the file's stock for every product; otherwise existing products keep theirs. */
  stock: boolean
  /** False only previews the changes. */
  apply: boolean
  large_price_changes: boolean
  /** Opens every new picture to find damaged ones; otherwise only headers are read. */
  readPicture?: ReadPicture
}

/** Replaces the shop's catalog by that of files, completely or not at all. */
export async function importCatalog(
  database: Database,
  source: CatalogSource,
  options: ImportOptions,
): Promise<ImportResult> {
  const now = options.clock()
  const version = await readCatalogVersion(database)
  const present = await readPresentProducts(database)
  const safe = new Set(present.products.map(({ description }) => description))
  const { parsed, errors } = await readSource(database, source, { now, readPicture: options.readPicture, safe })
  if (parsed === null) return { applied: false, changes: null, errors }
  const preview = await compareCatalog(database, parsed, present, options)
  if (!options.apply || !mayApply(preview, options)) return { applied: false, changes: preview, errors: null }
  await storeFileStamps(database, parsed.same)
  if (changesNothing(preview)) return { applied: true, changes: preview, errors: null }
  await writeFiles(database, parsed.media, now)
  return inTransaction(database, async (trx) => {
    await bumpCatalogVersion(trx)
    // The shop is read and compared again only if something changed it since.
    const isCurrent = (await readCatalogVersion(trx)) === version + 1
    const seen = isCurrent ? { present, changes: preview } : { present: await readPresentProducts(trx), changes: null }
    const { changes } = await applyCatalog(trx, parsed, seen, options)
    return { applied: true, changes, errors: null }
  })
}

/** All products of the shop, and their earlier slugs. */
type PresentProducts = { products: StoredProduct[]; formerSlugs: Map<string, string[]> }

async function readPresentProducts(database: Database): Promise<PresentProducts> {
  return { products: await listProducts(database), formerSlugs: await listFormerSlugs(database) }
}

type ApplyOptions = Pick<ImportOptions, 'actor' | 'clock' | 'stock' | 'large_price_changes'>

/**
 * Writes a parsed catalog with its entries in the audit log; `audit_id` is that of the products, `null` when they do not
 * change. 409 when prices change by more than half without `large_price_changes`. Bump the catalog's version first;
 * `present` are the products of that version, `changes` what they were compared to differ in; `null` where they were not.
 */
async function applyCatalog(
  trx: Trx,
  parsed: ParsedSource,
  { present, changes: compared }: { present: PresentProducts; changes: CatalogChanges | null },
  options: ApplyOptions,
): Promise<{ changes: CatalogChanges; audit_id: number | null }> {
  const changes = compared ?? (await compareCatalog(trx, parsed, present, options))
  if (!mayApply(changes, options)) throw new AppError('conflict', LARGE_CHANGES)
  const changed = changes.products.changed.map(({ key }) => key)
  const replacement = replacementOf(present.products, parsed.products, options.stock)
  const before = await readOthers(trx)
  const written = { at: options.clock(), actor: options.actor }
  const names = parsed.media.map(({ media }) => media.name)
  const media = await auditMedia(trx, names, written, () =>
    writeCatalog(trx, parsed, replacement, { changed, now: written.at }),
  )
  const products = await differencesIn(trx, replacement)
  return { changes, audit_id: await auditImport(trx, { products, before, media }, options) }
}

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

/** The differences in the products that were written; all others are as they were. */
async function differencesIn(trx: Trx, { gone, written, stock }: Replacement): Promise<Differences> {
  const stored = await findProducts(
    trx,
    written.map(({ after }) => after.product_id),
  )
  const before = written.flatMap((pair) => pair.before ?? [])
  const after = written.flatMap((pair) => {
    const product = stored.get(pair.after.product_id)
    if (product === undefined) return []
    // What was sold in the meantime is not a change by the import.
    return stock ? product : { ...product, stock_quantity: pair.before?.stock_quantity ?? product.stock_quantity }
  })
  return differencesOf([...before, ...gone], after)
}

type Differences = ReturnType<typeof differencesOf>

/**
 * Writes an import to the audit log: the products as one change, lines and quiz as another, and delivery options and tax
 * rates with the same entries as when only they are replaced. Returns the entry of the products.
 */
async function auditImport(
  trx: Trx,
  { products, before, media }: { products: Differences; before: Others; media: readonly NewAuditEntry[] },
  { actor, clock }: ApplyOptions,
): Promise<number | null> {
  const after = await readOthers(trx)
  const written = { at: clock(), actor }
  const entries: NewAuditEntry[] = []
  if (products !== null) {
    entries.push({ ...written, action: 'products.imported', subject: SEVERAL_PRODUCTS, ...products })
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
  const [first = null] = await writeAudits(trx, [...entries, ...media])
  return products === null ? null : first
}

function mayApply({ products }: CatalogChanges, { large_price_changes }: ApplyOptions): boolean {
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

async function writeCatalog(
  trx: Trx,
  { formerSlugs, media, deliveryAndTax, presentation }: Omit<ParsedSource, 'products'>,
  replacement: Replacement,
  { changed, now }: { changed: readonly string[]; now: Date },
): Promise<void> {
  await nameFiles(trx, media, now)
  await replaceProducts(trx, replacement, changed)
  const former = [...formerSlugs].flatMap(([product_id, slugs]) => slugs.map((slug) => ({ product_id, slug })))
  await rememberSlugs(trx, former)
  if (deliveryAndTax) {
    await replaceDeliveryAndTax(trx, deliveryAndTax.options, deliveryAndTax.rates, deliveryAndTax.source)
  }
  if (presentation.lines !== undefined || presentation.quiz !== undefined) {
    await replacePresentation(trx, { ...(await getStoredPresentation(trx)), ...presentation })
  }
}

export const FIRST_CATALOG: CatalogSource = {
  productsFile: join(CATALOG_FOLDER, 'products.json'),
  photosFolder: PHOTOS_FOLDER,
  checkoutFolder: CATALOG_FOLDER,
}

/** First start: imports products into a shop that never had any. Their pictures are imported separately. */
export async function loadFirstCatalog(database: Database, source: CatalogSource = FIRST_CATALOG): Promise<void> {
  if ((await readCatalogVersion(database)) > 0) return
  const text = await readFile(source.productsFile, 'utf8')
  const unusable: string[] = []
  const parsed = await parseCatalogFile(text, async (names) => {
    const problems = await findProblems(source.photosFolder, names)
    unusable.push(...problems.unusable.values())
    return new Map([...problems.missing, ...problems.unusable])
  })
  if (parsed.products === null) throw firstError(parsed.errors, unusable)
  const catalog = { ...parsed, media: [], same: [], deliveryAndTax: null, presentation: {} }
  await inTransaction(database, async (trx) => {
    await bumpCatalogVersion(trx)
    // Another node that started at the same time may have imported them.
    if ((await listProducts(trx)).length > 0) return
    await writeCatalog(trx, catalog, replacementOf([], parsed.products, true), { changed: [], now: new Date() })
  })
}

/** Names the file at fault: that of the products, unless a photograph is there but cannot be used. */
function firstError([first]: readonly RowError[], unusable: readonly string[]): Error {
  const message = first?.message ?? ''
  return unusable.includes(message)
    ? new Error(`catalog/photos: ${message} (row ${first?.row} of products.json shows it)`)
    : new Error(`catalog/products.json, row ${first?.row}, ${first?.field}: ${message}`)
}
