import type { ListedProduct } from '@shop/contract/catalog'

/** An answer and what it decides: lifestyle the line, load the style, color the color (R35). */
export type QuizAnswer = {
  id: string
  label: string
  hint: string
  line?: string | undefined
  style?: string | undefined
  /** `null`: left to the style answer ("Surprise me"). */
  color?: string | null | undefined
  /** Reads on after "Because". */
  reason?: string | undefined
}

export type QuizStep = { id: string; question: string; answers: readonly QuizAnswer[] }

/** The whole quiz as the catalog holds it. `results` leads from `Line-style-Color` to a product's slug. */
export type Quiz = { steps: readonly QuizStep[]; results: Readonly<Record<string, string>> }

/** The chosen answers, one a step; `null` while one is missing or no longer offered. */
export function findAnswers(quiz: Quiz, ids: readonly string[]): QuizAnswer[] | null {
  const answers = quiz.steps.flatMap((step, index) => step.answers.find((answer) => answer.id === ids[index]) ?? [])
  return answers.length === quiz.steps.length && ids.length === answers.length ? answers : null
}

/** The product that the answers lead to; `null` when the table knows none. A color that is asked for decides over the style's. */
export function recommendedSlug(quiz: Quiz, answers: readonly QuizAnswer[]): string | null {
  const last = (key: 'line' | 'style' | 'color') => answers.findLast((answer) => answer[key])?.[key]
  return quiz.results[`${last('line')}-${last('style')}-${last('color')}`] ?? null
}

/** "Because your days run from class to class, you carry only what you need and you like a classic look." */
export function quizReason(answers: readonly QuizAnswer[]): string {
  const reasons = answers.flatMap(({ reason }) => reason ?? [])
  const most = reasons.slice(0, -1).join(', ')
  return `Because ${most === '' ? '' : `${most} and `}${reasons.at(-1) ?? 'it goes with most days'}.`
}

/**
 * The closest product in stock to one that cannot be had: the same line in the other color, then the same line in the
 * other style, then any, backpacks before all else. `null` when everything is sold out.
 */
export function closestInStock(quiz: Quiz, slug: string, products: readonly ListedProduct[]): ListedProduct | null {
  const wanted = traitsOf(quiz, slug)
  let best: ListedProduct | null = null
  let bestLikeness = -1
  for (const product of products) {
    const found = likeness(wanted, traitsOf(quiz, product.slug ?? '') ?? traitsOfProduct(product))
    if (product.stock_quantity <= 0 || product.slug === slug || found <= bestLikeness) continue
    best = product
    bestLikeness = found
  }
  return best
}

type Traits = { line: string | null; style: string | null; color: string | null }

/** What the table of results says of a slug. */
function traitsOf(quiz: Quiz, slug: string): Traits | null {
  const key = Object.keys(quiz.results).find((name) => quiz.results[name] === slug)
  if (key === undefined) return null
  const [line = null, style = null, color = null] = key.split('-')
  return { line, style, color }
}

/** Another backend's products may have no slug of ours; their own words then tell (R1). */
function traitsOfProduct({ line, color }: ListedProduct): Traits {
  return { line, style: null, color }
}

/** Line counts over everything, style over color; a product outside the quiz's table counts less than any in it. */
function likeness(wanted: Traits | null, other: Traits): number {
  const same = (key: keyof Traits) => Number(wanted !== null && other[key] !== null && wanted[key] === other[key])
  return same('line') * 8 + Number(other.style !== null) * 4 + same('style') * 2 + same('color')
}
