import type { ListedProduct } from '@shop/contract/catalog/calls'
import type { Quiz, QuizAnswer } from '@shop/contract/catalog/quiz'
import { quizKey } from '@shop/contract/catalog/quiz'

/** The chosen answers, one per step; `null` when one is missing or no longer offered. */
export function findAnswers(quiz: Quiz, ids: readonly string[]): QuizAnswer[] | null {
  const answers = quiz.steps.flatMap((step, index) => step.answers.find((answer) => answer.id === ids[index]) ?? [])
  return answers.length === quiz.steps.length && ids.length === answers.length ? answers : null
}

/** The traits of a product, or those that answers ask for; `null` where that is not known. */
export type Traits = { line: string | null; style: string | null; color: string | null }

/** The product that answers lead to. `fits` is false for one that only comes closest; without a `slug` the table has none. */
export type Recommendation = { slug: string | null; fits: boolean; asked: Traits }

/** A chosen color overrides the style's. */
export function recommend(quiz: Quiz, answers: readonly QuizAnswer[]): Recommendation {
  const last = (key: keyof Traits) => answers.findLast((answer) => answer[key])?.[key]
  const [line, style, color] = [last('line'), last('style'), last('color')]
  const key = quizKey({ line, style, color })
  const exact = quiz.results[key]
  return {
    slug: exact ?? quiz.closest?.[key] ?? null,
    fits: exact !== undefined,
    asked: { line: line ?? null, style: style ?? null, color: color ?? null },
  }
}

/**
 * For example "We picked it because your days run from class to class, you carry only what you need and you like a classic look."
 */
export function quizReason(answers: readonly QuizAnswer[]): string {
  const reasons = answers.flatMap(({ reason }) => reason ?? [])
  const most = reasons.slice(0, -1).join(', ')
  return `We picked it because ${most === '' ? '' : `${most} and `}${reasons.at(-1) ?? 'it works for most days'}.`
}

/**
 * The closest product in stock to a recommended one that is unavailable: the same line in the other color, then the other style, then
 * any, backpacks first. `null` when everything is sold out.
 */
export function closestInStock(
  quiz: Quiz,
  { slug, asked }: Recommendation,
  products: readonly ListedProduct[],
): ListedProduct | null {
  const known = traitsBySlug(quiz)
  let best: ListedProduct | null = null
  let bestLikeness = -1
  for (const product of products) {
    const found = likeness(asked, known.get(product.slug ?? '') ?? traitsOfProduct(product))
    if (product.stock_quantity <= 0 || product.slug === slug || found <= bestLikeness) continue
    best = product
    bestLikeness = found
  }
  return best
}

/** The table's data about its products. */
function traitsBySlug({ steps, results }: Quiz): Map<string, Traits> {
  const named = (key: keyof Traits) => steps.flatMap(({ answers }) => answers.flatMap((answer) => answer[key] ?? []))
  const found = new Map<string, Traits>()
  for (const line of named('line')) {
    for (const style of named('style')) {
      for (const color of named('color')) {
        const slug = results[quizKey({ line, style, color })]
        if (slug !== undefined) found.set(slug, { line, style, color })
      }
    }
  }
  return found
}

/** Another backend may have other slugs; then line, size and color of the product are used (R1). */
function traitsOfProduct({ line, color }: ListedProduct): Traits {
  return { line, style: null, color }
}

/** Line weighs most, then style, then color; products outside the quiz's table weigh least. */
function likeness(asked: Traits, other: Traits): number {
  const same = (key: keyof Traits) => Number(other[key] !== null && asked[key] === other[key])
  return same('line') * 8 + Number(other.style !== null) * 4 + same('style') * 2 + same('color')
}
