import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ROOT } from './harness/command.ts'
import { copyTree } from './harness/tree-copy.ts'

/** What tries a recipe, by its heading: a program inside the copy, with a shop that runs there. */
const TRIALS: Readonly<Record<string, string>> = {
  'Add a fact to a product': `
    const product = (await shop.app.inject('/api/products/101')).json()
    assert.equal(product.details.warranty_years, null)
    const table = 'product_id,warranty_years\\n101,5'
    await importProductsCsv({ database, clock: shop.clock, actor: 'recipes' }, table, { stock: false, largePriceChanges: false })
    assert.equal((await findProduct(database, '101')).details.warranty_years, 5)`,
  'Add a column to a product': `
    assert.equal((await shop.app.inject('/api/products/101')).json().made_in, null)
    const table = 'product_id,made_in\\n101,Maine'
    await importProductsCsv({ database, clock: shop.clock, actor: 'recipes' }, table, { stock: false, largePriceChanges: false })
    assert.equal((await findProduct(database, '101')).made_in, 'Maine')`,
  'Add a status of an order': `
    await placeOrder(database)
    await database.updateTable('orders').set({ order_status: 'packed' }).where('order_id', '=', '100001').execute()
    assert.equal(shipProblem(await findOrder(database, '100001')), null)`,
  'Add a page': '',
  'Add a call': `
    const lines = (await shop.app.inject('/api/lines')).json()
    assert(lines[0].products > 0)`,
  'Add a setting': `
    const robotsOf = (environment) => robots('https://shop.example', readSettings(environment).hidden)
    assert(!robotsOf({}).includes('Disallow: /\\n') && robotsOf({ HIDDEN: 'on' }).includes('Disallow: /\\n'))`,
  'Add a command': `
    const { json } = await runTestCommand(shop, ['catalog', 'lines'])
    assert.deepEqual(json, (await shop.app.inject('/api/lines')).json())`,
}

/** The recipe that another one continues. */
const CONTINUES: Readonly<Record<string, string>> = { 'Add a command': 'Add a call' }

const program = (trial: string) => `
import assert from 'node:assert/strict'
import { findProduct } from '../catalog/catalog.repository.ts'
import { importProductsCsv } from '../catalog/products-csv.ts'
import { findOrder } from '../orders/orders.repository.ts'
import { shipProblem } from '../orders/order-status.ts'
import { robots } from '../pages/search-engines.routes.ts'
import { readSettings } from '../settings/settings.ts'
import { placeOrder } from './orders.ts'
import { runTestCommand } from './run-test-command.ts'
import { openTestShop } from './test-shop.ts'

const shop = await openTestShop('sqlite')
const { database } = shop.store
${trial}
await shop.close()
console.info('done')
`

/** One checker, since each of several would check again what they share: that took twice the processor time. */
const TYPES = ['--noEmit', '--checkers', '1', '--incremental', '--tsBuildInfoFile', 'node_modules/.cache/types']

const { folder: copy, remove } = copyTree()
afterAll(remove)

const git = (args: readonly string[], input = '') => execFileSync('git', args, { cwd: copy, input })

beforeAll(() => {
  git(['init', '--quiet'])
  git(['add', '--all'])
  git(['-c', 'user.name=Ada', '-c', 'user.email=ada@shop.example', 'commit', '--quiet', '--message', 'all of it'])
})

const recipes = new Map(
  readFileSync(join(ROOT, 'CONTRIBUTING.md'), 'utf8')
    .split(/^### /m)
    .slice(1)
    .map((section) => [/.*/.exec(section)?.[0] ?? '', section]),
)

test('every recipe of CONTRIBUTING.md is tried', () => {
  expect([...recipes.keys()]).toEqual(Object.keys(TRIALS))
})

test.each(Object.entries(TRIALS))(
  'the recipe "%s" of CONTRIBUTING.md works: git apply takes its changes, and it does what it says',
  (heading, trial) => {
    startAnew()
    for (const name of [CONTINUES[heading], heading]) if (name !== undefined) follow(recipes.get(name) ?? '')
    if (trial === '') return
    write('backend/testing/recipes.ts', program(trial))
    expect(run('node', ['backend/testing/recipes.ts'])).toBe('done\n')
  },
)

// Together where they can be, since a check of the whole tree takes ten seconds; two of them add the next migration.
test.each([['Add a status of an order'], Object.keys(TRIALS).filter((name) => name !== 'Add a status of an order')])(
  'types are right after the recipe "%s" of CONTRIBUTING.md, and those that may follow it',
  (...headings) => {
    startAnew()
    for (const heading of headings) follow(recipes.get(heading) ?? '')
    expect(run('tsc', TYPES)).toBe('')
  },
)

function startAnew(): void {
  git(['reset', '--quiet', '--hard'])
  git(['clean', '--quiet', '--force', '-d'])
}

function follow(recipe: string): void {
  for (const [, language, file, body = ''] of recipe.matchAll(/^```(\w+)(?: (\S+))?\n(.*?)^```$/gms)) {
    if (language === 'diff') git(['apply', '-'], body)
    if (file !== undefined) write(file, body)
  }
}

function write(file: string, text: string): void {
  mkdirSync(dirname(join(copy, file)), { recursive: true })
  writeFileSync(join(copy, file), text)
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
