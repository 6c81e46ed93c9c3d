import { adminLines, type EditedAnswer, MAX_ANSWERS } from '@shop/contract/catalog/lines'
import type { Quiz, QuizAnswer } from '@shop/contract/catalog/quiz'
import { beforeAll, describe, expect, it, test } from 'vitest'
import { inTransaction } from '../../platform/database/database.ts'
import { type AdminVisitor, signInAs } from '../../testing/admin-visitor.ts'
import { buildLine, editLines } from '../../testing/files/edit-lines.ts'
import { sharedTestShop } from '../../testing/test-hooks.ts'
import { insertProducts, listProducts } from '../catalog.repository.ts'
import { getStoredPresentation, replacePresentation } from '../presentation.repository.ts'
import { readPresentation } from './presentation.ts'
import { answerProblem, editedAnswerOf, renameInQuiz, withAnswer, withShownResults } from './quiz.ts'

const answer = (id: string, selects: Partial<QuizAnswer>): QuizAnswer => ({ id, label: id, hint: 'A hint', ...selects })

const QUIZ: Quiz = {
  steps: [
    { id: 'lifestyle', question: 'Where to?', answers: [answer('School', { line: 'Campus' })] },
    {
      id: 'load',
      question: 'How much?',
      answers: [answer('light', { style: 'slim' }), answer('full', { style: 'full' })],
    },
    { id: 'style', question: 'Which look?', answers: [answer('classic', { color: 'Blue' })] },
    {
      id: 'color',
      question: 'Which color?',
      answers: [answer('grey', { color: 'Grey' }), answer('any', { color: null })],
    },
  ],
  results: { 'Campus-slim-Blue': 'first-blue', 'Campus-full-Blue': 'gone' },
}

const WALKER = { line: 'Walker', words: 'for the hills', text: null }
const PLAIN: EditedAnswer = { label: '', hint: '', reason: null }

it('a quiz follows a rename, also of names with a dash, and results that were there stay', () => {
  const lineAnswer = (line: string) => answer(line, { line })
  const quiz = {
    steps: [{ id: 'lifestyle', question: '?', answers: [lineAnswer('Cam'), lineAnswer('Cam-pus')] }],
    results: { 'Cam-slim-Blue': 'a', 'Cam-pus-slim-Blue': 'b' },
  }
  expect(renameInQuiz(quiz, 'line', 'Cam', 'New')?.results).toEqual({ 'New-slim-Blue': 'a', 'Cam-pus-slim-Blue': 'b' })
  expect(renameInQuiz(quiz, 'line', 'Cam', 'Cam-pus')?.results).toEqual({ 'Cam-pus-slim-Blue': 'b' })
  expect(Object.keys(renameInQuiz(quiz, 'color', 'Blue', 'Navy')?.results ?? {})).toEqual([
    'Cam-slim-Navy',
    'Cam-pus-slim-Navy',
  ])
  expect(renameInQuiz(null, 'line', 'Cam', 'New')).toBeNull()
})

describe('the answer of a line', () => {
  it('says what the line says where nothing was written, and goes on doing so', () => {
    const quiz = withAnswer(QUIZ, WALKER, PLAIN)
    expect(quiz?.steps[0]?.answers[1]).toEqual({
      id: 'line-walker',
      label: 'Walker',
      hint: 'For the hills',
      line: 'Walker',
    })
    expect(editedAnswerOf(quiz, WALKER)).toEqual(PLAIN)
    const rambler = { ...WALKER, line: 'Rambler', words: null }
    const renamed = withAnswer(renameInQuiz(quiz, 'line', 'Walker', 'Rambler'), rambler, PLAIN)
    expect(renamed?.steps[0]?.answers[1]).toMatchObject({
      id: 'line-walker',
      label: 'Rambler',
      hint: 'Our Rambler line',
    })
    expect(withAnswer(quiz, WALKER, null)).toEqual(QUIZ)
  })

  it('says what was written for it, keeps its place, and has a reason or none', () => {
    const written = { label: 'Hikes', hint: 'Up and down', reason: 'you walk a lot' }
    const quiz = withAnswer(withAnswer(QUIZ, WALKER, written), { line: 'Other', words: null, text: 'Of wool.' }, PLAIN)
    expect(quiz?.steps[0]?.answers.map(({ label, hint }) => [label, hint])).toEqual([
      ['School', 'A hint'],
      ['Hikes', 'Up and down'],
      ['Other', 'Of wool.'],
    ])
    expect(editedAnswerOf(quiz, WALKER)).toEqual(written)
    const silent = withAnswer(quiz, WALKER, { ...written, reason: null })?.steps[0]?.answers[1]
    expect(silent).toEqual({ id: 'line-walker', line: 'Walker', label: 'Hikes', hint: 'Up and down' })
  })

  it('is the first of several that an import brought, and all of them are taken out', () => {
    const [lifestyle, ...others] = QUIZ.steps
    if (lifestyle === undefined) throw new Error('there is no step')
    const more = [...lifestyle.answers, answer('Study', { line: 'Campus' }), answer('Hills', { line: 'Walker' })]
    const quiz = { ...QUIZ, steps: [{ ...lifestyle, answers: more }, ...others] }
    const campus = { line: 'Campus', words: null, text: null }
    const changed = withAnswer(quiz, campus, { ...PLAIN, label: 'Class' })
    expect(changed?.steps[0]?.answers.map(({ label }) => label)).toEqual(['Class', 'Study', 'Hills'])
    expect(withAnswer(quiz, campus, null)?.steps[0]?.answers.map(({ label }) => label)).toEqual(['Hills'])
  })

  it('has a name of its own in addresses, whatever the line is called', () => {
    const named = (...lines: string[]) =>
      lines.reduce<Quiz | null>((quiz, line) => withAnswer(quiz, { ...WALKER, line }, PLAIN), QUIZ)
    expect(named('Größe', 'Grosse!', '背包', '箱')?.steps[0]?.answers.map(({ id }) => id)).toEqual([
      'School',
      'line-grosse',
      'line-grosse-2',
      'line-new',
      'line-new-2',
    ])
  })

  test.each<[string, Quiz | null, EditedAnswer | null, string | null]>([
    ['of a new line', QUIZ, PLAIN, null],
    ['that there is not', QUIZ, null, null],
    ['without a quiz', null, PLAIN, 'The shop has no quiz whose answers lead to lines.'],
    [
      'of a quiz that asks for no line',
      { ...QUIZ, steps: QUIZ.steps.slice(1) },
      PLAIN,
      'The shop has no quiz whose answers lead to lines.',
    ],
    ['with the words of another', QUIZ, { ...PLAIN, label: 'SCHOOL' }, '"Where to?" already has the answer "School".'],
    ['without a quiz, which it has not', null, null, null],
  ])('an answer %s has its problem or none', (_, quiz, wanted, problem) => {
    expect(answerProblem(quiz, WALKER, wanted)).toBe(problem)
  })

  it('is not the last one that is taken out, nor one more than a question may have', () => {
    const campus = { line: 'Campus', words: null, text: null }
    expect(answerProblem(QUIZ, campus, null)).toBe(
      '"Where to?" would have no answers left. Please add another one first.',
    )
    const lines = Array.from({ length: MAX_ANSWERS - 1 }, (_, number) => ({ ...WALKER, line: `Line ${number}` }))
    const full = lines.reduce<Quiz | null>((quiz, line) => withAnswer(quiz, line, PLAIN), QUIZ)
    expect(answerProblem(full, campus, { ...PLAIN, hint: 'Another' })).toBeNull()
    expect(answerProblem(full, WALKER, PLAIN)).toBe(
      '"Where to?" has 12 answers, the maximum is 12. Please remove one first.',
    )
  })
})

describe('the quiz as the shop can answer it', () => {
  const bag = (slug: string, style: string, color: string, line = 'Campus') => ({ slug, line, style, color })
  const [first, second, grey] = [
    bag('first-blue', 'slim', 'Blue'),
    bag('second-blue', 'slim', 'Blue'),
    bag('grey', 'Slim', 'Grey'),
  ]
  const shown = (...products: (typeof first)[]) => {
    const quiz = withShownResults(QUIZ, products)
    return { results: quiz?.results, closest: quiz?.closest }
  }

  it('leads to the product that the table names, or else to the first of the line, style and color', () => {
    expect(shown(second, first, grey, bag('full', 'full', 'Blue'), bag('full-grey', 'full', 'Grey'))).toEqual({
      results: {
        'Campus-slim-Blue': 'first-blue',
        'Campus-slim-Grey': 'grey',
        'Campus-full-Blue': 'full',
        'Campus-full-Grey': 'full-grey',
      },
      closest: undefined,
    })
    expect(shown(second).results).toEqual({ 'Campus-slim-Blue': 'second-blue' })
  })

  it('leads to what comes closest of the line where it has no such product: that of the style, then that of the color', () => {
    expect(shown(bag('tan', 'slim', 'Tan'), bag('full-tan', 'full', 'Tan'), bag('full-grey', 'full', 'Grey'))).toEqual({
      results: { 'Campus-full-Grey': 'full-grey' },
      closest: { 'Campus-slim-Blue': 'tan', 'Campus-slim-Grey': 'tan', 'Campus-full-Blue': 'full-tan' },
    })
  })

  it('takes a product of a style that it does not ask for for one of each, after those of the style', () => {
    expect(
      shown(bag('any-blue', 'tote', 'Blue'), bag('slim-blue', 'slim', 'Blue'), bag('any-grey', 'tote', 'Grey')),
    ).toEqual({
      results: {
        'Campus-slim-Blue': 'slim-blue',
        'Campus-slim-Grey': 'any-grey',
        'Campus-full-Blue': 'any-blue',
        'Campus-full-Grey': 'any-grey',
      },
      closest: undefined,
    })
  })

  it('does not ask for a line without products, and there is none without an answer', () => {
    const two = withAnswer(QUIZ, WALKER, PLAIN)
    const labels = (...products: (typeof first)[]) =>
      withShownResults(two, products)?.steps[0]?.answers.map(({ label }) => label)
    expect(labels(first)).toEqual(['School'])
    expect(labels(first, bag('walker', 'slim', 'Tan', 'Walker'))).toEqual(['School', 'Walker'])
    expect(labels(bag('other', 'slim', 'Blue', 'Other'))).toBeUndefined()
    expect(withShownResults(null, [first])).toBeNull()
  })

  it('leads to a product also where no answer selects a style', () => {
    const quiz = { ...QUIZ, steps: QUIZ.steps.filter(({ id }) => id !== 'load') }
    expect(withShownResults(quiz, [grey])).toMatchObject({
      results: { 'Campus-undefined-Grey': 'grey' },
      closest: { 'Campus-undefined-Blue': 'grey' },
    })
  })
})

describe('the answers of lines', () => {
  const shop = sharedTestShop('sqlite')
  let ada: AdminVisitor
  beforeAll(async () => {
    ada = await signInAs(shop, 'helper')
  })
  const { list, find, save, remove, undo } = editLines(shop, () => ada)
  const presented = () => readPresentation(shop.store.database)

  test('a new line is an answer of the quiz by a switch, which leads to its products, follows its name and is undone', async () => {
    const before = await presented()
    const { question } = await list()
    expect(question).toEqual({ question: 'Where do most of your days take you?', answers: 3 })
    const answer = { label: '', hint: '', reason: null }
    const { audit_id: added } = (await save(null, buildLine({ line: 'Walker', words: 'for the hills', answer }))).json()
    // Without products it is not asked.
    expect((await presented()).quiz).toEqual(before.quiz)
    const [first] = await listProducts(shop.store.database)
    if (first === undefined) throw new Error('there is no product')
    const { version: _, ...product } = first
    await inTransaction(shop.store.database, (trx) =>
      insertProducts(trx, [
        { ...product, product_id: 'w1', slug: 'walker-tan', line: 'Walker', color: 'Tan', position: 900 },
      ]),
    )
    const renamed = await save('Walker', { ...(await find('Walker')), line: 'Rambler' })
    expect(renamed.statusCode).toBe(200)
    expect((await list()).lines.at(-1)).toMatchObject({ line: 'Rambler', answer, answers: ['Rambler'] })
    const { quiz } = await presented()
    expect(quiz?.steps[0]?.answers.at(-1)).toEqual({
      id: 'line-walker',
      line: 'Rambler',
      label: 'Rambler',
      hint: 'For the hills',
    })
    expect(quiz?.results).toEqual(before.quiz?.results)
    const styles = ['slim', 'full'].flatMap((style) => [`Rambler-${style}-Blue`, `Rambler-${style}-Grey`])
    expect(quiz?.closest).toEqual(Object.fromEntries(styles.map((key) => [key, 'walker-tan'])))
    await undo(renamed.json().audit_id)
    await inTransaction(shop.store.database, (trx) =>
      trx.deleteFrom('products').where('product_id', '=', 'w1').execute(),
    )
    await undo(added)
    expect(await presented()).toEqual(before)
  })

  test('a line without products is removed with its answer of the quiz', async () => {
    const before = (await list()).lines.length
    await save(null, buildLine({ line: 'Walker', answer: { label: 'Hills', hint: '', reason: 'you walk' } }))
    expect((await list()).lines.at(-1)?.answers).toEqual(['Hills'])
    expect((await remove('Walker', null)).statusCode).toBe(200)
    const { lines, question } = await list()
    expect([lines.length, question?.answers]).toEqual([before, 3])
  })

  test('an answer that the quiz cannot have, or must have, is refused with a sentence', async () => {
    const answer = { label: 'travel', hint: '', reason: null }
    const twin = (await save(null, buildLine({ line: 'Walker', answer }))).json()
    const message = '"Where do most of your days take you?" already has the answer "Travel".'
    expect(twin.details).toEqual([{ field: 'line.answer', message }])
    const { database } = shop.store
    const stored = await getStoredPresentation(database)
    const write = (quiz: typeof stored.quiz) =>
      inTransaction(database, (trx) => replacePresentation(trx, { ...stored, quiz }))
    const only = stored.quiz?.steps.map((step) => ({ ...step, answers: step.answers.slice(0, 1) })) ?? []
    await write({ steps: only, results: {} })
    const last = (await save('Campus', { ...(await find('Campus')), answer: null })).json()
    expect(last.message).toBe(
      '"Where do most of your days take you?" would have no answers left. Please add another one first.',
    )
    await write(null)
    expect((await list()).question).toBeNull()
    const none = (await save(null, buildLine({ line: 'Walker', answer }))).json()
    expect(none.message).toBe('The shop has no quiz whose answers lead to lines.')
    await write(stored.quiz)
  })

  test('an answer that somebody else has changed since is not overwritten', async () => {
    const { seen } = await list()
    const campus = await find('Campus')
    const changed = await save('Campus', { ...campus, answer: { label: 'Class', hint: '', reason: null } })
    expect((await ada.call(adminLines.saveLine, { was: 'Campus', line: campus, seen })).statusCode).toBe(409)
    await undo(changed.json().audit_id)
    expect(await find('Campus')).toEqual(campus)
  })
})
