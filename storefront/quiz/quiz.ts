import type { ListedProduct } from '@shop/contract/catalog'
import type { Quiz, QuizAnswer } from '@shop/contract/shop'

/** The chosen answers, one per step; `null` when one is missing or no longer offered. */
export function findAnswers(quiz: Quiz, ids: readonly string[]): QuizAnswer[] | null {
  const answers = quiz.steps.flatMap((step, index) => step.answers.find((answer) => answer.id === ids[index]) ?? [])
  return answers.length === quiz.steps.length && ids.length === answers.length ? answers : null
}

/** Slug of the product for the answers; `null` when the table has none. A chosen color overrides the style's. */
export function recommendedSlug(quiz: Quiz, answers: readonly QuizAnswer[]): string | null {
  const last = (key: 'line' | 'style' | 'color') => answers.findLast((answer) => answer[key])?.[key]
  return quiz.results[`${last('line')}-${last('style')}-${last('color')}`] ?? null
}

/**
 * For example "Because your days run from class to class, you carry only what you need and you like a classic look."
 */
export function quizReason(answers: readonly QuizAnswer[]): string {
  const reasons = answers.flatMap(({ reason }) => reason ?? [])
  const most = reasons.slice(0, -1).join(', ')
  return `Because ${most === '' ? '' : `${most} and `}${reasons.at(-1) ?? 'it goes with most days'}.`
}

/**
 * The closest product in stock to an unavailable one: the same line in the other color, then the other style, then any,
 * backpacks first. `null` when everything is sold out.
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

function traitsOf(quiz: Quiz, slug: string): Traits | null {
  const key = Object.keys(quiz.results).find((name) => quiz.results[name] === slug)
  if (key === undefined) return null
  const [line = null, style = null, color = null] = key.split('-')
  return { line, style, color }
}

/** Another backend may have other slugs; then line, size and color of the product are used (R1). */
function traitsOfProduct({ line, color }: ListedProduct): Traits {
  return { line, style: null, color }
}

/** Line weighs most, then style, then color; products outside the quiz's table weigh least. */
function likeness(wanted: Traits | null, other: Traits): number {
  const same = (key: keyof Traits) => Number(wanted !== null && other[key] !== null && wanted[key] === other[key])
  return same('line') * 8 + Number(other.style !== null) * 4 + same('style') * 2 + same('color')
}
