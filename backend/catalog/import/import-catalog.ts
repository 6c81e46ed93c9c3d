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
import type { Database, Trx } from '../../platform/database/database.ts'
import { chunksOf } from '../../platform/database/queries.ts'
import { localDay } from '../../platform/lib/days/local-day.ts'
import { listTaxRates, readTaxTable, type TaxTable } from '../../tax/tax-rates.repository.ts'
import { listFormerSlugs, rememberSlugs } from '../catalog.repository.ts'
import type { StoredLine } from '../lines.ts'
import { getPresentationState, getStoredPresentation, replacePresentation } from '../presentation.repository.ts'
import { writtenLines } from '../presentation-files.ts'
import { SEVERAL_PRODUCTS } from '../products/product-states.ts'
import { deleteProducts } from '../products/products.repository.ts'
import { deleteNoted } from '../products/products-to-delete.repository.ts'
import type { TakenStock } from '../products/staged-products.repository.ts'
import { type TakenDifferences, untilCurrent, writeChange } from '../products/write-change.ts'
import { compareRows, isUnchanged, type ProductChanges, type RowChanges } from './catalog-changes.ts'
import { type CatalogSource, type ParsedSource, readSource, type SourceErrors } from './catalog-source.ts'
import { compareInParts } from './compare-in-parts.ts'

/** Pictures that are not in the folder stay in the shop. */
export type CatalogChanges = {
  products: ProductChanges
  deliveryOptions: RowChanges
  taxRates: RowChanges
  lines: RowChanges
  quiz: RowChanges
  media: { added: string[]; replaced: string[] }
}

export type ImportResult =
  | { applied: boolean; changes: CatalogChanges; errors: null }
  | { applied: false; changes: null; errors: SourceErrors }

export type ImportOptions = {
  actor: string
  clock: () => Date
  /** Adds the difference between the file's and the shop's stock, so sales during the import count. */
  stock: boolean
  /** False only previews. */
  apply: boolean
  large_price_changes: boolean
  /** Opens every new picture to find damaged ones; by default only headers are read. */
  readPicture?: ReadPicture
}

/** Replaces the catalog by that of files, completely or not at all. */
export async function importCatalog(
  database: Database,
  source: CatalogSource,
  options: ImportOptions,
): Promise<ImportResult> {
  if (options.apply) await deleteNoted(database)
  return untilCurrent(database, 'Please import again.', (version) => tryToImport(database, source, options, version))
}

/** `null` where products have changed since the comparison. */
async function tryToImport(
  database: Database,
  source: CatalogSource,
  options: ImportOptions,
  version: number,
): Promise<ImportResult | null> {
  const { clock, stock, apply, readPicture } = options
  const now = clock()
  const formerSlugs = await listFormerSlugs(database)
  const comparison = compareInParts({ formerSlugs, stock, preview: !apply, day: localDay(now) })
  const { parsed, errors } = await readSource(database, source, { now, readPicture, take: comparison.take })
  if (parsed === null) return { applied: false, changes: null, errors }
  const { gone, change, changes: products } = await comparison.end(database)
  const changes = { products, ...(await compareOthers(database, parsed)) }
  if (!apply || !mayApply(changes, options)) return { applied: false, changes, errors: null }
  await storeFileStamps(database, parsed.same)
  if (changesNothing(changes)) return { applied: true, changes, errors: null }
  await writeFiles(database, parsed.media, now)
  return writeChange({ database, clock }, change, version, async (trx, take) => {
    await auditImport(trx, parsed.media, { options, now }, async () => {
      const { differences } = await take(await deleteGone(trx, gone))
      await writeOthers(trx, parsed, now)
      return differences
    })
    return { applied: true as const, changes, errors: null }
  })
}

/** Returns those whose stock has changed since the comparison. */
async function deleteGone(trx: Trx, gone: readonly TakenStock[]): Promise<TakenStock[]> {
  const overtaken: TakenStock[] = []
  for (const some of chunksOf(gone)) {
    const compared = new Map(some.map(({ product_id, stock }) => [product_id, stock]))
    const deleted = await deleteProducts(trx, [...compared.keys()])
    for (const { product_id, stock } of deleted) {
      if (compared.get(product_id) !== stock) overtaken.push({ product_id, stock, left: 0 })
    }
  }
  return overtaken
}

export const LARGE_CHANGES = 'This changes prices by more than half. Please look at the preview again.'

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

/** Writes an import's audit entries, like those of each part replaced by hand. */
async function auditImport(
  trx: Trx,
  files: readonly MediaFile[],
  { options: { actor }, now }: { options: ImportOptions; now: Date },
  write: () => Promise<TakenDifferences>,
): Promise<void> {
  const before = await readOthers(trx)
  const written = { at: now, actor }
  const names = files.map(({ media }) => media.name)
  const taken: { differences: TakenDifferences } = { differences: null }
  const media = await auditMedia(trx, names, written, async () => {
    taken.differences = await write()
  })
  const after = await readOthers(trx)
  const entries: NewAuditEntry[] = []
  if (taken.differences !== null) {
    entries.push({ ...written, action: 'products.imported', subject: SEVERAL_PRODUCTS, ...taken.differences })
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

async function compareOthers(
  database: Database,
  { media, deliveryAndTax, presentation }: ParsedSource,
): Promise<Omit<CatalogChanges, 'products'>> {
  const [options, rates] = [await listDeliveryOptions(database), await listTaxRates(database)]
  const { lines, quiz } = await getStoredPresentation(database)
  const names = media.map((file) => file.media.name)
  const replaced = new Set((await listMediaNamed(database, names)).map(({ name }) => name))
  return {
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

export async function writeOthers(
  trx: Trx,
  { formerSlugs, media, deliveryAndTax, presentation }: ParsedSource,
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
