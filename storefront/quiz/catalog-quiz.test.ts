import type { Quiz, QuizAnswer } from '@shop/contract/catalog/quiz'
import { expect, it } from 'vitest'
import catalog from '../../catalog/products.json'
import table from '../../catalog/quiz.json'
import { findAnswers, quizReason, recommend } from './quiz.ts'
import { sharedAnswers, withAnswers } from './quiz-place.tsx'

const quiz: Quiz = table

/** Every path through the quiz. */
const PATHS: QuizAnswer[][] = quiz.steps.reduce<QuizAnswer[][]>(
  (paths, step) => paths.flatMap((path) => step.answers.map((answer) => [...path, answer])),
  [[]],
)

const LINES: Record<string, string> = { school: 'Campus', hybrid: 'Hybrid', travel: 'Nomad' }

it('the quiz of the catalog (R35) has steps 1 to 4, and three lifestyles that lead to the Campus, Hybrid and Nomad lines', () => {
  expect(quiz.steps).toHaveLength(4)
  expect(quiz.steps[0]?.answers.map(({ id, line }) => [id, line])).toEqual(Object.entries(LINES))
})

it.each(PATHS.map((path) => [path.map(({ id }) => id).join(', '), path] as const))(
  'the quiz of the catalog (R35) %s leads to a product in the catalog, of the line and color that were asked for',
  (_, path) => {
    const product = catalog.find(({ slug }) => slug === recommend(quiz, path).slug)
    const [lifestyle, load, style, color] = path
    expect(product?.line).toBe(LINES[lifestyle?.id ?? ''])
    expect(product?.style).toBe(load?.style)
    expect(product?.color).toBe(color?.color ?? style?.color)
    expect(quizReason(path)).toMatch(/^We picked it because you.+, you.+ and you.+\.$/)
  },
)

it('the quiz of the catalog (R35) has no duplicate texts', () => {
  const answers = quiz.steps.flatMap((step) => step.answers)
  const wordings = [
    quiz.steps.map(({ question }) => question),
    answers.map(({ label }) => label),
    answers.map(({ hint }) => hint),
    answers.flatMap(({ reason }) => reason ?? []),
    Object.values(quiz.results),
  ]
  for (const wording of wordings) expect(new Set(wording).size).toBe(wording.length)
})

it('the quiz of the catalog (R35) has unique ids of answers, which the URL uses', () => {
  for (const path of PATHS) {
    const ids = path.map(({ id }) => id)
    const search = withAnswers('?dialog=contact', ids)
    expect(findAnswers(quiz, sharedAnswers(search))).toEqual(path)
    expect(withAnswers(search, [])).toBe('?dialog=contact')
  }
})

it('the quiz of the catalog (R35) has no result for a URL without one', () => {
  for (const search of ['', '?quiz=', '?quiz=school', '?quiz=school.light.classic.pink', '?quiz=a.b.c.d.e']) {
    expect(findAnswers(quiz, sharedAnswers(search))).toBeNull()
  }
})
