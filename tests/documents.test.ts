import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { settingsTable } from '../backend/settings.ts'
import { ROOT } from './harness/command.ts'

const read = (file: string) => readFileSync(join(ROOT, file), 'utf8')

const { scripts } = z.object({ scripts: z.record(z.string(), z.string()) }).parse(JSON.parse(read('package.json')))
const commands = read('backend/commands/dispatch.ts')

/** Every variable somebody reads: the backend's settings and the test harness's own. */
const variables = new Set(
  ['backend/settings.ts', 'tests/harness/chromium.ts', 'tests/harness/postgres.ts'].flatMap(
    (file) => read(file).match(/\b[A-Z][A-Z0-9]*(_[A-Z0-9]+)*\b/g) ?? [],
  ),
)

/** Folders that are made by running the shop; documents may name them. */
const MADE = /^(\.\/)?(data|node_modules|test-results|storefront\/dist)(\/|$)/

const FILE = /^(\.{1,2}\/)?[\w.@-]+(\/[\w.@-]+)*(\/|\.(ts|tsx|json|md|css|html|sh|toml|yml|jpg|png|mp4|csv))$/

/** Names in backticks that are set (`X=1`), have an underscore, or open a row of a table. */
function variablesIn(document: string): string[] {
  const names = document.matchAll(
    /`([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+)`|`([A-Z][A-Z0-9_]+)=[^`]*`|^\| *`([A-Z][A-Z0-9_]+)` *\|/gm,
  )
  return [...names].map(([, named, set, row]) => named ?? set ?? row ?? '')
}

/** What a document names that does not exist. */
function missing(document: string): string[] {
  const quoted = [...document.matchAll(/`([^`\n]+)`/g)].flatMap(([, text]) => (text === undefined ? [] : [text]))
  return [
    ...[...document.matchAll(/npm run ([\w:-]+)/g)]
      .filter(([, name]) => name === undefined || !(name in scripts))
      .map(([command]) => command),
    ...[...document.matchAll(/npm run shop -- ([\w-]+)/g)]
      .filter(([, name]) => name === undefined || !commands.includes(name))
      .map(([command]) => command),
    ...quoted.filter((text) => FILE.test(text) && !MADE.test(text) && !existsSync(join(ROOT, text))),
    ...variablesIn(document).filter((name) => !variables.has(name)),
  ]
}

const documents = execFileSync('git', ['ls-files', '-co', '--exclude-standard', 'README.md', 'docs/**.md'], {
  cwd: ROOT,
  encoding: 'utf8',
})

test.each(documents.trim().split('\n'))('%s names only commands, files and variables that exist', (document) => {
  expect(missing(read(document))).toEqual([])
})

test("the README's table of settings is the one the backend reads", () => {
  expect(read('README.md')).toContain(settingsTable())
})

test('what does not exist is found', () => {
  const document =
    'Run `npm run nothing`, read `docs/nothing.md`, set `NO_SUCH_SETTING=1`. `npm run shop -- nonsense` too.'
  expect(missing(document)).toEqual([
    'npm run nothing',
    'npm run shop -- nonsense',
    'docs/nothing.md',
    'NO_SUCH_SETTING',
  ])
  expect(missing('Run `npm test`, read `shop.config.ts` and `contract/`.')).toEqual([])
})
