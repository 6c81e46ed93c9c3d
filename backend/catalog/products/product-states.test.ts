import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { TEST_CATALOG_FILE } from '../../testing/test-catalog.ts'
import { parseCatalogFile } from '../import/catalog-file.ts'
import { collectDifferences, type Differences, withPresentStocks, writeDifferences } from './product-states.ts'

const { products } = await parseCatalogFile(await readFile(TEST_CATALOG_FILE, 'utf8'), async () => new Map())
const [bag] = products ?? []
if (bag === undefined) throw new Error('the catalog of the tests has no product')

test('of thousands of products, those that were sold in between are logged as they are, and the others stay', () => {
  const collected = collectDifferences()
  const withStock = (id: number, stock_quantity: number) => ({ ...bag, product_id: String(id), stock_quantity })
  for (let id = 0; id < 1600; id += 1) {
    // Each third is new, changed or gone.
    const [before, after] = [id % 3 === 0 ? null : withStock(id, 5), id % 3 === 2 ? null : withStock(id, 9)]
    collected.add({ before, after })
  }
  const differences = collected.end()
  if (differences === null) throw new Error('nothing differs')
  const [changed, gone, other] = ['100', '1598', '1300']
  const present = new Map([changed, other].map((id) => [id, { ...withStock(Number(id), 8), version: 1 }]))
  const taken = [changed, gone, other].map((product_id) => ({ product_id, stock: 4 }))

  const replaced = readBoth(withPresentStocks(differences, taken, present))
  const logged = readBoth(differences)
  expect(Object.keys(logged.before)).toHaveLength(1600)
  expect(replaced.before).toEqual({
    ...logged.before,
    [changed]: { stock_quantity: 4 },
    [gone]: { ...logged.before[gone], stock_quantity: 4 },
    [other]: { stock_quantity: 4 },
  })
  expect(replaced.after).toEqual({
    ...logged.after,
    [changed]: { stock_quantity: 8 },
    [other]: { stock_quantity: 8 },
  })
})

type States = Record<string, Record<string, unknown> | null>

function readBoth(differences: Differences): { before: States; after: States } {
  const { before, after } = writeDifferences(differences)
  return { before: JSON.parse(before.text), after: JSON.parse(after.text) }
}
