import { MAX_LINES } from '@shop/contract/catalog/lines'
import { HOME_PREVIEWS, type HomePreview, type Presentation, type ShopLine } from '@shop/contract/pages/shop'
import { isObject } from '../../admin/audit/canonical-json.ts'
import type { UndoRule, UndoScope } from '../../admin/audit/undo-change.ts'
import { bumpCatalogVersion } from '../../platform/database/catalog-version/catalog-version.ts'
import type { Database } from '../../platform/database/database.ts'
import { CATALOG_FOLDER } from '../../platform/lib/files.ts'
import type { StoredLine } from '../lines.ts'
import {
  getPresentationState,
  getStoredPresentation,
  hasPresentation,
  insertPresentation,
  listFirstPhotos,
  listShownProducts,
  replacePresentation,
  type ShownProduct,
} from '../presentation.repository.ts'
import { parseStoredPresentation, readPresentationFolder, type StoredPresentation } from '../presentation-files.ts'
import { withShownResults } from './quiz.ts'

/** A line without an entry is presented by its first product. */
export async function readPresentation(database: Database): Promise<Presentation> {
  const { lines, previews, quiz } = await presentCatalog(database)
  return { lines, previews: previews.map(({ line: _, ...preview }) => preview), quiz }
}

export async function listHomeLines(database: Database): Promise<Set<string>> {
  const { previews } = await presentCatalog(database)
  return new Set(previews.map(({ line }) => line))
}

/** With the line that the preview shows, or whose product it shows. */
type LinePreview = HomePreview & { line: string }

async function presentCatalog(
  database: Database,
): Promise<Omit<Presentation, 'previews'> & { previews: LinePreview[] }> {
  const { lines: known, quiz } = await getStoredPresentation(database)
  const hidden = new Set(known.filter((line) => line.hidden).map(({ line }) => line))
  const products = (await listShownProducts(database)).filter(({ line }) => !hidden.has(line))
  const firsts = [...Map.groupBy(products, ({ line }) => line)]
    .filter(([line]) => line !== '')
    .flatMap(([, [first]]) => first ?? [])
    .slice(0, MAX_LINES)
  const others = products.filter((product) => !firsts.includes(product)).slice(0, HOME_PREVIEWS)
  const photos = await listFirstPhotos(
    database,
    [...firsts, ...others].map(({ product_id }) => product_id),
  )
  const lines = firsts.map(({ line, product_id }): ShopLine => {
    const preview = photos.get(product_id) ?? null
    const plain = { line, words: null, text: null, photo: null, preview, featured: true, goes_with: [] }
    const entry = known.find((other) => other.line === line)
    return entry === undefined ? plain : { ...shownLine(entry), preview: entry.preview ?? preview }
  })
  const unfeatured = new Set(lines.filter(({ featured }) => !featured).map(({ line }) => line))
  const toPreview = ({ product_id, name, line }: ShownProduct): LinePreview[] => {
    const photo = photos.get(product_id)
    return photo === undefined ? [] : [{ ...photo, name, words: null, line }]
  }
  // A single line is no choice: its products are shown.
  const ofLines = lines.filter(({ featured }) => featured).length > 1 ? previewsOf(lines) : []
  const byItself = ofLines.length === 0 ? [...firsts, ...others] : others
  const ordered = byItself.toSorted((a, b) => Number(unfeatured.has(a.line)) - Number(unfeatured.has(b.line)))
  const previews = [...ofLines, ...ordered.flatMap(toPreview)]
  return { lines, previews: withoutDoubles(previews).slice(0, HOME_PREVIEWS), quiz: withShownResults(quiz, products) }
}

function shownLine({ hidden: _hidden, former: _former, ...line }: StoredLine): ShopLine {
  return line
}

function previewsOf(lines: readonly ShopLine[]): LinePreview[] {
  return lines.flatMap(({ line, words, preview, featured }) =>
    featured && preview !== null ? [{ ...preview, name: line, words, line }] : [],
  )
}

function withoutDoubles(previews: readonly LinePreview[]): LinePreview[] {
  return previews.filter(({ file }, index) => previews.findIndex((other) => other.file === file) === index)
}

/** For a node that serves another backend's pages: from the catalog folder. */
export async function loadPresentation(folder: string = CATALOG_FOLDER): Promise<Presentation> {
  const { lines: written, quiz } = await readWhole(folder)
  const lines = written.filter(({ hidden }) => !hidden).map(shownLine)
  const previews = previewsOf(lines).map(({ line: _, ...preview }) => preview)
  return { lines, previews: previews.slice(0, HOME_PREVIEWS), quiz }
}

/** Imports lines and quiz at the first start with a version that stores them. */
export async function loadFirstPresentation(database: Database, folder: string = CATALOG_FOLDER): Promise<void> {
  if (await hasPresentation(database)) return
  await insertPresentation(database, await readWhole(folder))
}

async function readWhole(folder: string): Promise<StoredPresentation> {
  const { found, problems } = await readPresentationFolder(folder)
  if (problems.length > 0) throw new Error(problems.map((problem) => `catalog/${problem}`).join('\n'))
  return { lines: [], quiz: null, ...found }
}

/** Imports change lines and quiz, too. */
export const PRESENTATION_SCOPE: UndoScope = {
  subjectsOf: () => [{ kind: 'catalog' }],
  fieldsOf: ({ after }) => new Map([['presentation', isObject(after) ? Object.keys(after) : null]]),
}

export const undoPresentation: UndoRule = {
  lock: bumpCatalogVersion,
  readPresent: getPresentationState,
  writeBefore: (trx, { before }) => replacePresentation(trx, parseStoredPresentation(before)),
  scope: PRESENTATION_SCOPE,
}
