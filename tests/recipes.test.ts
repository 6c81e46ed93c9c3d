import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ROOT } from './harness/command.ts'

/** Tests the results of the recipes, inside the copy. */
const TRIAL = `
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runTestCommand } from './run-test-command.ts'
import { loadTestCatalog, testPhotos } from './test-catalog.ts'
import { openTestShop, type TestShop } from './test-shop.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop('sqlite')
  await loadTestCatalog(shop.store.database, await testPhotos())
})
afterAll(() => shop.close())

test('the field, the call and the command exist', async () => {
  const [listed] = (await shop.app.inject('/api/products')).json()
  const product = (await shop.app.inject('/api/products/' + listed.product_id)).json()
  expect(product.details).toHaveProperty('warranty_years', null)
  const lines = (await shop.app.inject('/api/lines')).json()
  expect(lines[0].products).toBeGreaterThan(0)
  expect((await runTestCommand(shop, ['lines', 'list'])).json).toEqual(lines)
})
`

/** Type-checks the whole tree and runs Vitest: a dozen CPU seconds, more on a busy machine. */
const TIMEOUT_MS = 300_000

let copy: string

beforeAll(() => {
  copy = mkdtempSync(join(tmpdir(), 'shop-recipes-'))
  copyTree()
  linkPackages()
})
afterAll(() => rmSync(copy, { recursive: true }))

test(
  'the recipes of CONTRIBUTING.md work on a copy of the tree',
  () => {
    const blocks = readFileSync(join(ROOT, 'CONTRIBUTING.md'), 'utf8').matchAll(/^```(\w+)(?: (\S+))?\n(.*?)^```$/gms)
    for (const [, language, file, body = ''] of blocks) {
      if (language === 'diff') applyDiff(body)
      if (file !== undefined) write(file, body)
    }
    expect(run('tsc', ['--noEmit'])).toBe('')
    write('backend/testing/recipes.test.ts', TRIAL)
    expect(
      run('vitest', ['run', '--project', 'backend', '--reporter=dot', 'backend/testing/recipes.test.ts']),
    ).toContain('1 passed')
  },
  TIMEOUT_MS,
)

/** Everything that git tracks or would add, except photographs. */
function copyTree(): void {
  const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '-z'], { cwd: ROOT, encoding: 'utf8' })
  for (const file of files.split('\0').filter((name) => name !== '' && !name.startsWith('catalog/photos/'))) {
    cpSync(join(ROOT, file), join(copy, file))
  }
}

/** The installed packages; links to the workspaces lead into the copy. */
function linkPackages(): void {
  const installed = join(ROOT, 'node_modules')
  mkdirSync(join(copy, 'node_modules'))
  for (const name of readdirSync(installed)) {
    const target = join(copy, 'node_modules', name)
    if (name === '@shop') cpSync(join(installed, name), target, { recursive: true, verbatimSymlinks: true })
    else if (name !== '.cache') symlinkSync(join(installed, name), target)
  }
}

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
    VITEST: undefined,
    TEST_DATABASE_URL: 'none: SQLite alone is asked',
    NO_COLOR: '1',
    PATH: `${join(copy, 'node_modules/.bin')}:${process.env.PATH}`,
  }
  const { stdout, stderr } = spawnSync(tool, args, { cwd: copy, encoding: 'utf8', env })
  return `${stdout}${stderr}`
}
