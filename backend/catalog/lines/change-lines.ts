import { PRODUCT_FIELDS } from '@shop/contract/catalog/calls'
import { type EditedAnswer, type EditedLine, type LineQuestion, MAX_LINES } from '@shop/contract/catalog/lines'
import type { Quiz } from '@shop/contract/catalog/quiz'
import * as z from 'zod/mini'
import { type ChangeContext, changeCatalog } from '../../admin/audit/audit.repository.ts'
import { changedMeanwhile, type UndoRule } from '../../admin/audit/undo-change.ts'
import { listLinesOf, renameInCodes, writeLinesOf } from '../../discounts/renamed-lines.repository.ts'
import { listMediaNamed } from '../../media/store/media.repository.ts'
import { bumpCatalogVersion } from '../../platform/database/catalog-version/catalog-version.ts'
import type { Database, Trx } from '../../platform/database/database.ts'
import { AppError, type ErrorDetail } from '../../platform/http/errors/app-error.ts'
import { listLineOrder, listUsed, type NamedPatch, writeNamed } from '../lines.repository.ts'
import { allLines, formerNames, isSameName, nameProblem, type StoredLine } from '../lines.ts'
import { getStoredPresentation, replacePresentation } from '../presentation.repository.ts'
import { parseStoredPresentation, writtenLines } from '../presentation-files.ts'
import { findProducts, listPositions } from '../products/products.repository.ts'
import { placeProducts, writeOrder } from '../products/sort-products.ts'
import { PRESENTATION_SCOPE } from './presentation.ts'
import { answerProblem, answersOf, editedAnswerOf, renameInQuiz, stepOfLines, withAnswer } from './quiz.ts'
import {
  definedOf,
  differingParts,
  loggedPatches,
  readCurrentParts,
  renameProducts,
  toJson,
  tokenOf,
} from './renames.ts'

/** `answers`: what all quiz answers for it say. */
type KnownLine = StoredLine & { products: number; answer: EditedAnswer | null; answers: string[] }

/** `seen` covers all but the counts of products. */
export type LinesState = {
  lines: KnownLine[]
  quiz: Quiz | null
  question: LineQuestion | null
  seen: string
}

export async function readLines(database: Database): Promise<LinesState> {
  const { lines: stored, quiz } = await getStoredPresentation(database)
  const used = await listUsed(database, 'line')
  const counts = new Map(used.map(({ name, products }) => [name, products]))
  const lines = allLines(
    stored,
    used.map(({ name }) => name),
  )
  const answered = lines.map((line) => ({
    ...line,
    answer: editedAnswerOf(quiz, line),
    answers: answersOf(quiz, line.line).map(({ label }) => label),
  }))
  const step = stepOfLines(quiz)
  return {
    lines: answered.map((line) => ({ ...line, products: counts.get(line.line) ?? 0 })),
    quiz,
    question: step && { question: step.question, answers: step.answers.length },
    seen: tokenOf(answered),
  }
}

/** The current name of a line's former one; `null` for others. */
export async function findPresentLine(database: Database, name: string): Promise<string | null> {
  const { lines } = await getStoredPresentation(database)
  if (lines.every(({ former }) => !former.includes(name))) return null
  return formerNames((await readLines(database)).lines).get(name) ?? null
}

/** `products`: patches by product_id; `order`: names of all lines. */
type Next = {
  lines: readonly StoredLine[]
  quiz: Quiz | null
  products?: Record<string, NamedPatch>
  order?: readonly string[]
  /** Discount codes follow it. */
  renamed?: { was: string; now: string }
}

/** `seen`: the version that was shown; `null` takes any. */
type Seen = { seen: string | null }

const LINES_SUBJECT = { kind: 'catalog', id: 'lines' } as const

async function change(
  context: ChangeContext,
  { seen }: Seen,
  make: (state: LinesState, trx: Trx) => Promise<Next> | Next,
): Promise<number | null> {
  return changeCatalog(context, async (trx) => {
    const state = await readLines(trx)
    if (seen !== null && seen !== state.seen) throw await changedMeanwhile(trx, [{ kind: 'catalog' }], 'lines')
    const next = await make(state, trx)
    // Products may name more lines than the limit: then lines can only be removed.
    if (next.lines.length > MAX_LINES && next.lines.length >= state.lines.length) {
      const message = `The shop has ${state.lines.length} lines, the maximum is ${MAX_LINES}. Please remove one first.`
      throw new AppError('conflict', message)
    }
    const states = await write(trx, next)
    return states && { action: 'lines.changed', subject: LINES_SUBJECT, ...states }
  })
}

async function write(trx: Trx, { lines, quiz, products = {}, order, renamed }: Next) {
  const stored = await getStoredPresentation(trx)
  const codes = renamed === undefined ? null : await renameInCodes(trx, renamed)
  const present = await readCurrentParts(trx, products)
  await replacePresentation(trx, { lines: [...lines], quiz })
  await writeNamed(trx, products)
  const moved = order === undefined ? null : await orderByLine(trx, order)
  return differingParts({
    lines: [writtenLines(stored.lines), writtenLines(lines)],
    quiz: [stored.quiz, quiz],
    products: [present, products],
    places: [moved?.before ?? null, moved?.after ?? null],
    codes: [codes?.before ?? null, codes?.after ?? null],
  })
}

/** Groups products by line, in this order; those without a line go last. */
async function orderByLine(trx: Trx, order: readonly string[]) {
  const products = await listLineOrder(trx)
  const rank = (line: string) => (order.includes(line) ? order.indexOf(line) : order.length)
  const sorted = products.toSorted((one, other) => rank(one.line) - rank(other.line))
  return writeOrder(
    trx,
    products.map(({ product_id }) => product_id),
    sorted.map(({ product_id }) => product_id),
  )
}

type Save = Seen & { was: string | null; line: EditedLine; in_names: boolean }

/** Returns the audit id; `null` when nothing changes. */
export function saveLine(context: ChangeContext, { was, line, in_names, seen }: Save): Promise<number | null> {
  const { answer, ...edited } = line
  return change(context, { seen }, async ({ lines, quiz: before }, trx) => {
    const name = edited.line.trim()
    const present = was === null ? null : requireLine(lines, was)
    const former = present?.former.filter((other) => other !== name) ?? []
    const saved = {
      ...edited,
      line: name,
      words: edited.words || null,
      text: edited.text || null,
      goes_with: await presentProducts(trx, edited.goes_with, present?.goes_with ?? []),
      former: present !== null && present.line !== name ? [...former, present.line] : former,
    }
    const quiz = present === null ? before : renameInQuiz(before, 'line', present.line, name)
    await requireUsable(trx, saved, {
      others: lines.filter((other) => other !== present),
      problem: answerProblem(quiz, saved, answer),
    })
    const after = present === null ? [...lines, saved] : lines.map((other) => (other === present ? saved : other))
    const next = { lines: after.map(storedOf), quiz: withAnswer(quiz, saved, answer) }
    if (present === null || present.line === name) return next
    const renamed = { was: present.line, now: name }
    return {
      ...next,
      products: await renameProducts(trx, 'line', { ...renamed, in_names }),
      renamed,
    }
  })
}

/** Existing ones of the named products. One named before may be deleted; a new one must exist. */
async function presentProducts(trx: Trx, ids: readonly string[], before: readonly string[]): Promise<string[]> {
  const known = await findProducts(trx, ids)
  const unknown = ids.filter((id) => !known.has(id) && !before.includes(id))
  if (unknown.length > 0) {
    const message = `There is no product ${unknown.map((id) => `"${id}"`).join(', ')}.`
    throw new AppError('invalid_request', message, [{ field: 'line.goes_with', message }])
  }
  return [...new Set(ids)].filter((id) => known.has(id))
}

function storedOf({ products: _, answer: __, answers: ___, ...line }: StoredLine & Partial<KnownLine>): StoredLine {
  return line
}

function requireLine<L extends StoredLine>(lines: readonly L[], name: string): L {
  const found = lines.find(({ line }) => line === name)
  if (found === undefined) throw new AppError('not_found', `There is no line "${name}".`)
  return found
}

/** Throws every problem by field; `problem` is that of its quiz answer. */
async function requireUsable(
  trx: Trx,
  saved: StoredLine,
  { others, problem: ofAnswer }: { others: readonly StoredLine[]; problem: string | null },
): Promise<void> {
  const details: ErrorDetail[] = ofAnswer === null ? [] : [{ field: 'line.answer', message: ofAnswer }]
  const problem = nameProblem(saved.line, PRODUCT_FIELDS.line.max)
  if (problem !== null) details.push({ field: 'line.line', message: problem })
  const twin = others.find(({ line }) => isSameName(line, saved.line))
  if (twin !== undefined) details.push({ field: 'line.line', message: `There is already a line "${twin.line}".` })
  const pictures = [
    ['photo', saved.photo],
    ['preview', saved.preview],
  ] as const
  for (const [field, picture] of pictures) {
    if (picture === null) continue
    if ((await listMediaNamed(trx, [picture.file])).length === 0) {
      details.push({ field: `line.${field}`, message: `There is no picture "${picture.file}".` })
    }
    if (picture.alt === '') details.push({ field: `line.${field}.alt`, message: 'Please say what the picture shows.' })
  }
  if (details.length > 0)
    throw new AppError('invalid_request', details.map(({ message }) => message).join(' '), details)
}

/** Reorders lines with their products. Every line must be named once. */
export function orderLines(
  context: ChangeContext,
  { names, seen }: Seen & { names: readonly string[] },
): Promise<number | null> {
  return change(context, { seen }, ({ lines, quiz }) => {
    const ordered = names.map((name) => requireLine(lines, name))
    if (new Set(ordered).size !== lines.length || ordered.length !== lines.length) {
      throw new AppError('conflict', `Please name every line once: ${lines.map(({ line }) => line).join(', ')}.`)
    }
    return { lines: ordered.map(storedOf), quiz, order: names }
  })
}

/** Moves products and quiz answers to the line `to`; without it answers are removed. */
export function removeLine(
  context: ChangeContext,
  { name, to, seen }: Seen & { name: string; to: string | null },
): Promise<number | null> {
  return change(context, { seen }, async ({ lines, quiz }, trx) => {
    const gone = requireLine(lines, name)
    const others = lines.filter((line) => line !== gone)
    if (others.length === 0) throw new AppError('conflict', `"${name}" is the last line. Please add another one first.`)
    if (to === null) {
      const problem = describeProducts(gone) ?? answerProblem(quiz, gone, null)
      if (problem !== null) throw new AppError('conflict', problem)
      return { lines: others.map(storedOf), quiz: withAnswer(quiz, gone, null) }
    }
    const target = requireLine(others, to)
    const heir = { ...target, former: [...new Set([...target.former, ...gone.former, gone.line])] }
    return {
      lines: others.map((line) => storedOf(line === target ? heir : line)),
      quiz: renameInQuiz(quiz, 'line', name, to),
      products: await renameProducts(trx, 'line', { was: name, now: to, in_names: false }),
      renamed: { was: name, now: to },
    }
  })
}

function describeProducts({ line, products }: KnownLine): string | null {
  const remedy = 'Please choose a line to replace it.'
  if (products === 1) return `A product is in the line "${line}". ${remedy}`
  return products > 0 ? `${products} products are in the line "${line}". ${remedy}` : null
}

const logged = z.object({
  lines: z.optional(z.json()),
  quiz: z.optional(z.json()),
  products: z.optional(loggedPatches),
  places: z.optional(z.record(z.string(), z.object({ position: z.int() }))),
  codes: z.optional(z.record(z.string(), z.array(z.string()))),
})

/** Restores names and places; discount codes follow. */
export const undoLines: UndoRule = {
  lock: bumpCatalogVersion,
  readPresent: async (database, { after }) => {
    const { products, places, codes, ...parts } = logged.parse(after)
    const { lines, quiz } = await getStoredPresentation(database)
    return toJson({
      ...(parts.lines === undefined ? {} : { lines: writtenLines(lines) }),
      ...(parts.quiz === undefined ? {} : { quiz }),
      ...(products === undefined ? {} : { products: await readCurrentParts(database, definedOf(products)) }),
      ...(places === undefined ? {} : { places: await listPositions(database, Object.keys(places)) }),
      ...(codes === undefined ? {} : { codes: await listLinesOf(database, Object.keys(codes)) }),
    })
  },
  writeBefore: async (trx, { before }) => {
    const { products, places, codes, ...parts } = logged.parse(before)
    if (codes !== undefined) await writeLinesOf(trx, codes)
    const stored = await getStoredPresentation(trx)
    await replacePresentation(trx, parseStoredPresentation({ ...stored, ...parts }))
    if (products !== undefined) await writeNamed(trx, definedOf(products))
    if (places !== undefined) await placeProducts(trx, places)
  },
  scope: PRESENTATION_SCOPE,
}
