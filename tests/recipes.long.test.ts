import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { ROOT } from './harness/command.ts'
import { copyTree } from './harness/tree-copy.ts'

/** Tries the results of the recipes, as a program inside the copy. */
const TRIAL = `
import assert from 'node:assert/strict'
import { findProduct } from '../catalog/catalog.repository.ts'
import { importProductsCsv } from '../catalog/products-csv.ts'
import { findOrder } from '../orders/orders.repository.ts'
import { shipProblem } from '../orders/order-status.ts'
import { placeOrder } from './orders.ts'
import { runTestCommand } from './run-test-command.ts'
import { openTestShop } from './test-shop.ts'

const shop = await openTestShop('sqlite')
const [listed] = (await shop.app.inject('/api/products')).json()
const product = (await shop.app.inject('/api/products/' + listed.product_id)).json()
assert.equal(product.details.warranty_years, null)
assert.equal(product.made_in, null)
const lines = (await shop.app.inject('/api/lines')).json()
assert(lines[0].products > 0)
assert.deepEqual((await runTestCommand(shop, ['lines', 'list'])).json, lines)
const { database } = shop.store
const table = 'product_id,warranty_years,made_in\\n101,5,Maine'
const options = { stock: false, largePriceChanges: false }
await importProductsCsv({ database, clock: shop.clock, actor: 'recipes' }, table, options)
const imported = await findProduct(database, '101')
assert.deepEqual([imported.details.warranty_years, imported.made_in], [5, 'Maine'])
await placeOrder(database)
await database.updateTable('orders').set({ order_status: 'packed' }).where('order_id', '=', '100001').execute()
assert.equal(shipProblem(await findOrder(database, '100001')), null)
await shop.close()
console.info('The fields, the status, the call and the command exist.')
`

/** One checker, since each of several would check again what they share: that took twice the processor time. */
const TYPES = ['--noEmit', '--checkers', '1']

/** Type-checks the whole tree: ten CPU seconds, more on a busy machine. */
const TIMEOUT_MS = 300_000

const { folder: copy, remove } = copyTree()
afterAll(remove)

test(
  'the recipes of CONTRIBUTING.md work on a copy of the tree',
  () => {
    const blocks = readFileSync(join(ROOT, 'CONTRIBUTING.md'), 'utf8').matchAll(/^```(\w+)(?: (\S+))?\n(.*?)^```$/gms)
    for (const [, language, file, body = ''] of blocks) {
      if (language === 'diff') applyDiff(body)
      if (file !== undefined) write(file, body)
    }
    expect(run('tsc', TYPES)).toBe('')
    write('backend/testing/recipes.ts', TRIAL)
    expect(run('node', ['backend/testing/recipes.ts'])).toBe(
      'The fields, the status, the call and the command exist.\n',
    )
  },
  TIMEOUT_MS,
)

function write(file: string, text: string): void {
  mkdirSync(dirname(join(copy, file)), { recursive: true })
  writeFileSync(join(copy, file), text)
}

/** Each file's part separately, since a file may occur twice in a diff; line numbers may differ. */
function applyDiff(text: string): void {
  for (const part of text.split(/^(?=--- )/m)) {
    execFileSync('git', ['apply', '--recount', '--unidiff-zero', '-C1', '-'], { cwd: copy, input: part })
  }
}

/** Output of a tool of the project, errors included. */
function run(tool: string, args: readonly string[]): string {
  const env = {
    ...process.env,
    NO_COLOR: '1',
    PATH: `${join(copy, 'node_modules/.bin')}:${process.env.PATH}`,
  }
  const { stdout, stderr } = spawnSync(tool, args, { cwd: copy, encoding: 'utf8', env })
  return `${stdout}${stderr}`
}
