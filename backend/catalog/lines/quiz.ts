import { toSlug } from '@shop/contract/catalog/admin'
import { answerDefaults, type EditedAnswer, MAX_ANSWERS } from '@shop/contract/catalog/lines'
import type { Quiz, QuizAnswer, QuizStep } from '@shop/contract/catalog/quiz'
import { quizKey } from '@shop/contract/catalog/quiz'
import { isSameName, type StoredLine } from '../lines.ts'

type DescribedLine = Pick<StoredLine, 'line' | 'words' | 'text'>

export function stepOfLines(quiz: Quiz | null): QuizStep | null {
  return quiz?.steps.find(({ answers }) => answers.some(({ line }) => line !== undefined)) ?? null
}

export function answersOf(quiz: Quiz | null, line: string): QuizAnswer[] {
  return quiz?.steps.flatMap(({ answers }) => answers.filter((answer) => answer.line === line)) ?? []
}

/** The answer for a line, empty where it has the line's own words, which it follows. */
export function editedAnswerOf(quiz: Quiz | null, line: DescribedLine): EditedAnswer | null {
  const [answer] = answersOf(quiz, line.line)
  if (answer === undefined) return null
  const own = answerDefaults(line)
  return {
    label: answer.label === own.label ? '' : answer.label,
    hint: answer.hint === own.hint ? '' : answer.hint,
    reason: answer.reason ?? null,
  }
}

/** Why a line can't have this answer, or none; `null` when it can. */
export function answerProblem(quiz: Quiz | null, line: DescribedLine, answer: EditedAnswer | null): string | null {
  const present = answersOf(quiz, line.line)
  if (answer === null) {
    const emptied = quiz?.steps.find(({ answers }) => answers.every((other) => present.includes(other)))
    return emptied === undefined
      ? null
      : `"${emptied.question}" would have no answers left. Please add another one first.`
  }
  const step = stepOfLines(quiz)
  if (step === null) return 'The shop has no quiz whose answers lead to lines.'
  if (present.length === 0 && step.answers.length >= MAX_ANSWERS) {
    return `"${step.question}" has ${step.answers.length} answers, the maximum is ${MAX_ANSWERS}. Please remove one first.`
  }
  const label = answer.label || line.line
  const twin = step.answers.find((other) => other !== present[0] && isSameName(other.label, label))
  if (twin === undefined || label === present[0]?.label) return null
  return `"${step.question}" already has the answer "${twin.label}".`
}

/** Adds, changes or removes a line's answer. */
export function withAnswer(quiz: Quiz | null, line: DescribedLine, answer: EditedAnswer | null): Quiz | null {
  const step = stepOfLines(quiz)
  if (quiz === null || step === null) return quiz
  const present = answersOf(quiz, line.line)
  const change = (answers: readonly QuizAnswer[]) => {
    if (answer === null) return answers.filter((other) => !present.includes(other))
    const { label, hint } = answerDefaults(line)
    const { reason: _, ...before } = present[0] ?? { id: freeId(quiz, line.line), line: line.line }
    const said = { label: answer.label || label, hint: answer.hint || hint }
    const written = { ...before, ...said, ...(answer.reason ? { reason: answer.reason } : {}) }
    return answers.map((other) => (other === present[0] ? written : other)).concat(present.length === 0 ? written : [])
  }
  const isChanged = (other: QuizStep) =>
    present.length === 0 ? other === step : other.answers.some((one) => present.includes(one))
  return {
    ...quiz,
    steps: quiz.steps.map((other) => (isChanged(other) ? { ...other, answers: change(other.answers) } : other)),
  }
}

/** Used in addresses of results. */
function freeId(quiz: Quiz, line: string): string {
  const taken = new Set(quiz.steps.flatMap(({ answers }) => answers.map(({ id }) => id)))
  const id = `line-${toSlug(line).slice(0, 30) || 'new'}`
  if (!taken.has(id)) return id
  let number = 2
  while (taken.has(`${id}-${number}`)) number += 1
  return `${id}-${number}`
}

/** Renames a line or color in answers; results keep their product. */
export function renameInQuiz(quiz: Quiz | null, part: 'line' | 'color', was: string, now: string): Quiz | null {
  if (quiz === null) return null
  const steps = quiz.steps.map((step) => ({
    ...step,
    answers: step.answers.map((answer) => (answer[part] === was ? { ...answer, [part]: now } : answer)),
  }))
  const names = quiz.steps.flatMap(({ answers }) => answers.flatMap((answer) => answer[part] ?? []))
  const results = Object.entries(quiz.results).flatMap(([key, slug]) => {
    const renamed = renameKey(key, part, { was, now, names })
    // An existing result stays.
    return renamed !== key && Object.hasOwn(quiz.results, renamed) ? [] : [[renamed, slug]]
  })
  return { steps, results: Object.fromEntries(results) }
}

type Rename = { was: string; now: string; names: readonly string[] }

/** Renames in `Line-style-Color`; the longest match counts, since names may have a `-`. */
function renameKey(key: string, part: 'line' | 'color', { was, now, names }: Rename): string {
  const fits = (name: string) => (part === 'line' ? key.startsWith(`${name}-`) : key.endsWith(`-${name}`))
  const meant = names.filter(fits).toSorted((one, other) => other.length - one.length)[0] ?? was
  if (meant !== was || !fits(was)) return key
  return part === 'line' ? `${now}${key.slice(was.length)}` : `${key.slice(0, key.length - was.length)}${now}`
}

/** A product's fields in quiz answers. */
type Traits = { slug: string; line: string; style: string; color: string }

/**
 * The quiz that the shop can answer: no answers for lines without products. A combination leads to the table's product,
 * else the first match, else the closest of the line. `null` when a question has no answer left.
 */
export function withShownResults(quiz: Quiz | null, products: readonly Traits[]): Quiz | null {
  if (quiz === null) return null
  const ofLine = Map.groupBy(products, ({ line }) => line)
  const steps = quiz.steps.map((step) => ({
    ...step,
    answers: step.answers.filter(({ line }) => line === undefined || ofLine.has(line)),
  }))
  if (steps.some(({ answers }) => answers.length === 0)) return null
  const bySlug = new Map(products.map((product) => [product.slug, product]))
  const styles = askedFor(steps, 'style')
  const results: Record<string, string> = {}
  const closest: Record<string, string> = {}
  for (const line of askedFor(steps, 'line')) {
    const candidates = line === undefined ? products : (ofLine.get(line) ?? [])
    for (const style of styles) {
      for (const color of askedFor(steps, 'color')) {
        const key = quizKey({ line, style, color })
        const named = bySlug.get(quiz.results[key] ?? '')
        const likenessOf = (product: Traits) => likeness(product, { style, color }, styles)
        // The first of equals. Sorting thousands would take half a second.
        const best =
          named ??
          candidates.reduce<Traits | undefined>(
            (known, other) => (known === undefined || likenessOf(other) > likenessOf(known) ? other : known),
            undefined,
          )
        if (best === undefined) continue
        if (best === named || likenessOf(best) >= FULL_SCORE) results[key] = best.slug
        else closest[key] = best.slug
      }
    }
  }
  return { steps, results, ...(Object.keys(closest).length > 0 ? { closest } : {}) }
}

/** Values that the answers select; with `undefined` when one selects none. */
function askedFor(steps: readonly QuizStep[], part: 'line' | 'style' | 'color'): (string | undefined)[] {
  const names = steps.flatMap(({ answers }) => answers.flatMap((answer) => answer[part] ?? []))
  const isOpen = steps.every(({ answers }) => answers.some((answer) => !answer[part]))
  return [...new Set(names), ...(isOpen ? [undefined] : [])]
}

type Asked = { style: string | undefined; color: string | undefined }

/** Style weighs more than color. A style that no answer selects fits all, after the exact one. */
function likeness(product: Traits, { style, color }: Asked, styles: readonly (string | undefined)[]): number {
  const isOf = (other: string | undefined) => other === undefined || isSameName(product.style, other)
  const byStyle = isOf(style) ? 3 : styles.some(isOf) ? 0 : 2
  return byStyle + (color === undefined || product.color === color ? 2 : 0)
}

/** Style and color match. */
const FULL_SCORE = 4
