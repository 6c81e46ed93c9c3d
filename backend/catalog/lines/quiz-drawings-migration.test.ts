import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { up } from '../../platform/database/migrations/0067-quiz-drawings.ts'
import { openTestStore, type TestStore } from '../../testing/servers/engines.ts'
import { getStoredPresentation, insertPresentation } from '../presentation.repository.ts'

describe('an update of a shop whose quiz names no drawings', () => {
  let opened: TestStore
  beforeAll(async () => {
    opened = await openTestStore('sqlite')
  })
  afterAll(() => opened.close())

  test('keeps the drawings beside its answers; those of an answer of the family stay as they are', async () => {
    const { database } = opened.store
    const answers = ['hybrid', 'light', 'line-new'].map((id) => ({ id, label: id, hint: id }))
    const quiz = { steps: [{ id: 'step', question: 'Where to?', answers }], results: {} }
    await database.deleteFrom('shop_settings').where('key', 'in', ['lines', 'quiz']).execute()
    await up(database)
    await insertPresentation(database, { lines: [], quiz })
    await up(database)
    const stored = (await getStoredPresentation(database)).quiz
    expect(stored?.steps[0]?.answers.map(({ drawing }) => drawing)).toEqual(['bicycle', 'small', undefined])
  })
})
