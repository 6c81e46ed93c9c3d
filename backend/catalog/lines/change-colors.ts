import { colorKey, DOT_COLORS, PRODUCT_FIELDS } from '@shop/contract/catalog/calls'
import { type AdminColor, type EditedColor, MAX_COLORS } from '@shop/contract/catalog/colors'
import * as z from 'zod/mini'
import { type ChangeContext, changeCatalog } from '../../admin/audit/audit.repository.ts'
import { changedMeanwhile, type UndoRule } from '../../admin/audit/undo-change.ts'
import { bumpCatalogVersion } from '../../platform/database/catalog-version/catalog-version.ts'
import type { Database, Trx } from '../../platform/database/database.ts'
import { AppError, type ErrorDetail } from '../../platform/http/errors/app-error.ts'
import { listUsed, type NamedPatch, writeNamed } from '../lines.repository.ts'
import { isSameName, nameProblem } from '../lines.ts'
import { getStoredPresentation, replacePresentation } from '../presentation.repository.ts'
import { parseStoredPresentation } from '../presentation-files.ts'
import { COLOR_VALUE, findStoredColors, type StoredColor, storeColors, storedColors } from './colors.repository.ts'
import { PRESENTATION_SCOPE } from './presentation.ts'
import { renameInQuiz } from './quiz.ts'
import {
  definedOf,
  differingParts,
  loggedPatches,
  readCurrentParts,
  renameProducts,
  toJson,
  tokenOf,
} from './renames.ts'

/** The colors that a new shop offers: those with a cloth of their own, each in one spelling. */
const FIRST_COLORS: readonly string[] = DOT_COLORS.filter((color) => color !== 'gray').map(
  (color) => color.charAt(0).toUpperCase() + color.slice(1),
)

/** Colors in the order offered, with counts; those of products are always included. */
export async function readColors(database: Database): Promise<{ colors: AdminColor[]; seen: string }> {
  const stored = await findStoredColors(database)
  const used = await listUsed(database, 'color')
  const counts = new Map(used.map(({ name, products }) => [name, products]))
  const offered = stored ?? [...used.map(({ name }) => name), ...FIRST_COLORS].map((color) => ({ color, value: null }))
  const all = [...offered, ...used.map(({ name }) => ({ color: name, value: null }))]
  const colors = all.filter(({ color }, index) => all.findIndex((other) => other.color === color) === index)
  return {
    colors: colors.map((one) => ({ ...one, products: counts.get(one.color) ?? 0 })),
    seen: tokenOf(colors),
  }
}

/** CSS of color dots with a value of their own. */
export async function readCloths(database: Database): Promise<string> {
  const colors = (await findStoredColors(database)) ?? []
  return colors
    .flatMap(({ color, value }) => (value === null ? [] : `--color-${colorKey(color)}-cloth:${value}`))
    .join(';')
}

/** `seen`: the version that was shown; `null` takes any. */
type Seen = { seen: string | null }

type Next = { colors: readonly AdminColor[]; renamed?: { was: string; now: string; in_names: boolean } }

const COLORS_SUBJECT = { kind: 'catalog', id: 'colors' } as const

function change(
  context: ChangeContext,
  { seen }: Seen,
  make: (colors: readonly AdminColor[]) => Next,
): Promise<number | null> {
  return changeCatalog(context, async (trx) => {
    const present = await readColors(trx)
    if (seen !== null && seen !== present.seen) throw await changedMeanwhile(trx, [{ kind: 'catalog' }], 'colors')
    const states = await write(trx, make(present.colors))
    return states && { action: 'colors.changed', subject: COLORS_SUBJECT, ...states }
  })
}

async function write(trx: Trx, { colors, renamed }: Next) {
  const stored = await findStoredColors(trx)
  const presentation = await getStoredPresentation(trx)
  const now: StoredColor[] = colors.map(({ color, value }) => ({ color, value }))
  const products: Record<string, NamedPatch> = renamed === undefined ? {} : await renameProducts(trx, 'color', renamed)
  const quiz =
    renamed === undefined ? presentation.quiz : renameInQuiz(presentation.quiz, 'color', renamed.was, renamed.now)
  const present = await readCurrentParts(trx, products)
  await storeColors(trx, now)
  await replacePresentation(trx, { ...presentation, quiz })
  await writeNamed(trx, products)
  return differingParts({
    colors: [stored, now],
    quiz: [presentation.quiz, quiz],
    products: [present, products],
  })
}

type Save = Seen & { was: string | null; color: EditedColor; in_names: boolean }

/** Returns the audit id; `null` when nothing changes. */
export function saveColor(
  context: ChangeContext,
  { was, color: edited, in_names, seen }: Save,
): Promise<number | null> {
  return change(context, { seen }, (colors) => {
    const present = was === null ? null : requireColor(colors, was)
    if (present === null && colors.length >= MAX_COLORS) {
      throw new AppError('conflict', `The shop already has ${MAX_COLORS} colors, which is the maximum.`)
    }
    const value = edited.value?.trim().toLowerCase() || null
    const saved = { color: edited.color.trim(), value, products: present?.products ?? 0 }
    requireUsable(
      saved,
      colors.filter((other) => other !== present),
    )
    if (present === null) return { colors: [...colors, saved] }
    const after = colors.map((other) => (other === present ? saved : other))
    if (present.color === saved.color) return { colors: after }
    return { colors: after, renamed: { was: present.color, now: saved.color, in_names } }
  })
}

function requireColor(colors: readonly AdminColor[], name: string): AdminColor {
  const found = colors.find(({ color }) => color === name)
  if (found === undefined) throw new AppError('not_found', `There is no color "${name}".`)
  return found
}

/** Throws every problem by field. */
function requireUsable({ color, value }: StoredColor, others: readonly StoredColor[]): void {
  const details: ErrorDetail[] = []
  const problem = nameProblem(color, PRODUCT_FIELDS.color.max)
  if (problem !== null) details.push({ field: 'color.color', message: problem })
  const twin = others.find((other) => isSameName(other.color, color))
  if (twin !== undefined) details.push({ field: 'color.color', message: `There is already a color "${twin.color}".` })
  if (value !== null && !COLOR_VALUE.test(value)) {
    details.push({ field: 'color.value', message: `"${value}" isn’t a color value, such as #46607e.` })
  }
  if (details.length > 0)
    throw new AppError('invalid_request', details.map(({ message }) => message).join(' '), details)
}

/** Every color must be named once. */
export function orderColors(
  context: ChangeContext,
  { names, seen }: Seen & { names: readonly string[] },
): Promise<number | null> {
  return change(context, { seen }, (colors) => {
    const ordered = names.map((name) => requireColor(colors, name))
    if (new Set(ordered).size !== colors.length || ordered.length !== colors.length) {
      throw new AppError('conflict', `Please name every color once: ${colors.map(({ color }) => color).join(', ')}.`)
    }
    return { colors: ordered }
  })
}

export function removeColor(
  context: ChangeContext,
  { name, to, seen }: Seen & { name: string; to: string | null },
): Promise<number | null> {
  return change(context, { seen }, (colors) => {
    const gone = requireColor(colors, name)
    const others = colors.filter((color) => color !== gone)
    if (others.length === 0)
      throw new AppError('conflict', `"${name}" is the last color. Please add another one first.`)
    if (to !== null) {
      requireColor(others, to)
      return { colors: others, renamed: { was: name, now: to, in_names: false } }
    }
    if (gone.products === 0) return { colors: others }
    const products = gone.products === 1 ? 'A product has' : `${gone.products} products have`
    throw new AppError('conflict', `${products} the color "${name}". Please choose a color to replace it.`)
  })
}

const logged = z.object({
  colors: z.optional(z.nullable(storedColors)),
  quiz: z.optional(z.json()),
  products: z.optional(loggedPatches),
})

export const undoColors: UndoRule = {
  lock: bumpCatalogVersion,
  readPresent: async (database, { after }) => {
    const { colors, quiz, products } = logged.parse(after)
    return toJson({
      ...(colors === undefined ? {} : { colors: await findStoredColors(database) }),
      ...(quiz === undefined ? {} : { quiz: (await getStoredPresentation(database)).quiz }),
      ...(products === undefined ? {} : { products: await readCurrentParts(database, definedOf(products)) }),
    })
  },
  writeBefore: async (trx, { before }) => {
    const { colors, quiz, products } = logged.parse(before)
    if (colors !== undefined) await storeColors(trx, colors)
    if (quiz !== undefined) {
      const { lines } = await getStoredPresentation(trx)
      await replacePresentation(trx, parseStoredPresentation({ lines, quiz }))
    }
    if (products !== undefined) await writeNamed(trx, definedOf(products))
  },
  scope: PRESENTATION_SCOPE,
}
