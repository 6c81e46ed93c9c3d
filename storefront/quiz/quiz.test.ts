import type { ListedProduct } from '@shop/contract/catalog/calls'
import type { Quiz } from '@shop/contract/catalog/quiz'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { buildListed } from '../testing/build-listed.ts'
import { closestInStock, quizReason, type Recommendation, recommend } from './quiz.ts'

const LINES = ['Campus', 'Hybrid', 'Nomad']
const KEYS = LINES.flatMap((line) =>
  ['slim', 'full'].flatMap((style) => [`${line}-${style}-Blue`, `${line}-${style}-Grey`]),
)
const answer = (id: string, selects: object) => ({ id, label: '', hint: '', ...selects })
const QUIZ: Quiz = {
  steps: [
    { id: 'lifestyle', question: '', answers: [...LINES, 'Day-Trip'].map((line) => answer(line, { line })) },
    { id: 'load', question: '', answers: ['slim', 'full'].map((style) => answer(style, { style })) },
    { id: 'color', question: '', answers: ['Blue', 'Grey'].map((color) => answer(color, { color })) },
  ],
  results: Object.fromEntries(KEYS.map((key) => [key, key.toLowerCase()])),
  closest: { 'Day-Trip-slim-Blue': 'day-trip-tan' },
}

/** The recommendation of a combination of answers. */
function recommended(...ids: string[]): Recommendation {
  return recommend(
    QUIZ,
    QUIZ.steps.flatMap(({ answers }) => answers.filter(({ id }) => ids.includes(id))),
  )
}

function buildProduct(slug: string, stock: number): ListedProduct {
  const unknown = { color: null, size: null, line: null }
  return buildListed({ product_id: slug, product_name: slug, slug, stock_quantity: stock, ...unknown })
}

/** The collection with everything sold out but these. */
function productsInStock(...inStock: string[]): ListedProduct[] {
  return ['key-leash', ...Object.values(QUIZ.results)].map((slug) => buildProduct(slug, inStock.includes(slug) ? 3 : 0))
}

describe('the recommended product', () => {
  const line = { id: 'school', label: '', hint: '', line: 'Campus', reason: 'you study' }
  const style = { id: 'light', label: '', hint: '', style: 'slim', reason: 'you travel light' }
  const look = { id: 'quiet', label: '', hint: '', color: 'Grey', reason: 'you like it quiet' }

  it('has the requested color, whatever the style', () => {
    const blue = { id: 'blue', label: '', hint: '', color: 'Blue' }
    expect(recommend(QUIZ, [line, style, look, blue]).slug).toBe('campus-slim-blue')
  })

  it('has the color of the style for "Surprise me"', () => {
    const surprise = { id: 'surprise', label: '', hint: '', color: null }
    expect(recommend(QUIZ, [line, style, look, surprise]).slug).toBe('campus-slim-grey')
  })

  it('is the closest of the line when the table has no such result', () => {
    expect(recommended('Day-Trip', 'slim', 'Blue')).toMatchObject({ slug: 'day-trip-tan', fits: false })
    expect(recommended('Nomad', 'slim', 'Blue')).toMatchObject({ slug: 'nomad-slim-blue', fits: true })
  })

  it('is null when the table has not even that', () => {
    expect(recommend(QUIZ, [line, look])).toMatchObject({ slug: null, fits: false })
  })

  it('comes with a reason in one sentence', () => {
    expect(quizReason([line, style, look])).toBe(
      'We picked it because you study, you travel light and you like it quiet.',
    )
    expect(quizReason([line])).toBe('We picked it because you study.')
    expect(quizReason([])).toMatch(/^We picked it because .+\.$/)
  })
})

it.each([
  ['the same line in the other color', ['campus-slim-grey', 'campus-full-blue', 'nomad-slim-blue'], 'campus-slim-grey'],
  ['then the same line in the other style', ['campus-full-grey', 'nomad-slim-blue', 'key-leash'], 'campus-full-grey'],
  ['then any backpack', ['key-leash', 'nomad-full-grey'], 'nomad-full-grey'],
  ['then anything', ['key-leash'], 'key-leash'],
])('the closest product in stock is %s', (_, inStock, expected) => {
  expect(closestInStock(QUIZ, recommended('Campus', 'slim', 'Blue'), productsInStock(...inStock))?.slug).toBe(expected)
})

it('the closest product in stock keeps the color when both colors of the other style are in stock', () => {
  const products = productsInStock('campus-full-grey', 'campus-full-blue')
  expect(closestInStock(QUIZ, recommended('Campus', 'slim', 'Blue'), products)?.slug).toBe('campus-full-blue')
})

it('the closest product in stock is of the line that was asked for, also when that has a dash in its name', () => {
  const trip = { ...buildProduct('day-trip-green', 2), line: 'Day-Trip' }
  const products = [...productsInStock('campus-slim-blue'), buildProduct('day-trip-tan', 0), trip]
  expect(closestInStock(QUIZ, recommended('Day-Trip', 'slim', 'Blue'), products)).toBe(trip)
})

it('the closest product in stock is found by line when another backend has other slugs', () => {
  const other = { ...buildProduct('17', 5), slug: null, line: 'Campus' }
  const products = [...productsInStock('nomad-slim-blue'), other]
  expect(closestInStock(QUIZ, recommended('Campus', 'slim', 'Blue'), products)).toBe(other)
})

it('the closest product in stock is another product in stock, or null', () => {
  const slug = fc.constantFrom('key-leash', ...Object.values(QUIZ.results))
  fc.assert(
    fc.property(slug, fc.uniqueArray(slug), (wanted, inStock) => {
      const found = closestInStock(
        QUIZ,
        { ...recommended('Campus', 'slim', 'Blue'), slug: wanted },
        productsInStock(...inStock),
      )
      if (inStock.every((other) => other === wanted)) expect(found).toBeNull()
      else expect(inStock.filter((other) => other !== wanted)).toContain(found?.slug)
    }),
  )
})
