import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { up } from '../platform/database/migrations/0064-goes-with-lines.ts'
import { BOTH_ENGINES, openTestStore, type TestStore } from '../testing/servers/engines.ts'
import { plainLine } from './lines.ts'
import { getStoredPresentation, insertPresentation } from './presentation.repository.ts'

describe.each(BOTH_ENGINES)('an update of a shop from before (%s)', (engine) => {
  let opened: TestStore
  beforeAll(async () => {
    opened = await openTestStore(engine)
  })
  afterAll(() => opened.close())

  test('keeps what went with its bags, and changes nothing where nothing did', async () => {
    const { database } = opened.store
    await database.deleteFrom('shop_settings').where('key', 'in', ['lines', 'quiz']).execute()
    await up(database)
    await insertPresentation(database, { lines: [plainLine('Campus'), plainLine('Accessories')], quiz: null })
    await database.deleteFrom('products').execute()
    await up(database)
    const empty = await getStoredPresentation(database)
    expect(empty.lines.map(({ goes_with }) => goes_with)).toEqual([[], []])
  })
})
