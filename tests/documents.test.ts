import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { buildProgram } from '../backend/commands/program.ts'
import { readSettings, settingsTable } from '../backend/settings/settings.ts'
import { ROOT } from './harness/command.ts'

const read = (file: string) => readFileSync(join(ROOT, file), 'utf8')

const { scripts } = z.object({ scripts: z.record(z.string(), z.string()) }).parse(JSON.parse(read('package.json')))

/** The parser of the shop's commands; no command is run. */
const program = buildProgram(
  {
    settings: () => readSettings({}),
    unknownSettings: () => [],
    openStore: () => Promise.reject(new Error('no store')),
    clock: () => new Date(0),
    report: () => {},
  },
  { out: () => {}, error: () => {} },
)

/** Every environment variable that is read: the backend's settings and the test harness's own. */
const variables = new Set(
  [
    'backend/settings/definitions.ts',
    'tests/harness/chromium.ts',
    'tests/harness/postgres.ts',
    'tests/faults/run.ts',
    'tests/soak/run.ts',
  ].flatMap((file) => read(file).match(/\b[A-Z][A-Z0-9]*(_[A-Z0-9]+)*\b/g) ?? []),
)

/** Folders that are created at run time; documents may name them. */
const MADE = /^(\.\/)?(data|node_modules|test-results|storefront\/dist)(\/|$)/

const FILE = /^(\.{1,2}\/)?[\w.@-]+(\/[\w.@-]+)*(\/|\.(ts|tsx|json|md|css|html|sh|toml|yml|jpg|png|mp4|csv))$/

/** Files and folders of the project anywhere in a document, also in blocks of code; those that it shows are new. */
function pathsIn(document: string): string[] {
  const shown = new Set([...document.matchAll(/^```\w+ (\S+)$/gm)].map(([, file]) => file))
  const named = document.matchAll(
    /(?<![\w/.@-])(?:admin|backend|bench|catalog|contract|deploy|docs|scripts|storefront|tests)\/[\w./-]*\w/g,
  )
  return [...named].map(([path]) => path).filter((path) => !shown.has(path))
}

/** `lineLimit` in `storefront/cart/cart.ts`, if that file does not hold the name. */
function missingNames(document: string): string[] {
  return [...document.matchAll(/`(\w+)` (?:in|of) `([\w./-]+\.\w+)`/g)].flatMap(([sentence, name = '', file = '']) =>
    existsSync(join(ROOT, file)) && !read(file).includes(name) ? [sentence] : [],
  )
}

/** Names of projects of Vitest and Playwright. */
const testProjects = `${read('vitest.config.ts')}${read('playwright.config.ts')}`

/** Files of browser tests, which documents name without their folder, as Playwright does. */
const specs = ['tests/browser', 'tests/admin'].flatMap((folder) => readdirSync(join(ROOT, folder)))

/** Names in backticks that are assigned (`X=1`), contain an underscore, or start a row of a table. */
function variablesIn(document: string): string[] {
  const names = document.matchAll(
    /`([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+)`|`([A-Z][A-Z0-9_]+)=[^`]*`|^\| *`([A-Z][A-Z0-9_]+)` *\|/gm,
  )
  return [...names].map(([, named, set, row]) => named ?? set ?? row ?? '')
}

/** The words after each `npm run shop --` in backticks, which may span lines. */
function shopCommandsIn(document: string): string[][] {
  return [...document.matchAll(/`npm run shop -- ([^`<]+)`/g)].map(([, words = '']) => words.trim().split(/\s+/))
}

/** Whether the words name a command, such as a noun and its verb, and only options that it has. */
function isCommand(words: readonly string[]): boolean {
  const command = commandNamed(program, words)
  const flags = words.filter((word) => word.startsWith('--'))
  return command.commands.length === 0 && flags.every((flag) => command.options.some((option) => option.long === flag))
}

type AnyCommand = ReturnType<typeof buildProgram>['commands'][number]

/** The command that the first words lead to; what follows them are its arguments and options. */
function commandNamed(command: AnyCommand, [word, ...words]: readonly string[]): AnyCommand {
  const next = command.commands.find((known) => known.name() === word)
  return next === undefined ? command : commandNamed(next, words)
}

/** Names in a document that do not exist; file paths may be relative to the root or to the document. */
function missing(document: string, folder = '.'): string[] {
  const exists = (file: string) => existsSync(join(ROOT, file)) || existsSync(join(ROOT, folder, file))
  const quoted = [...document.matchAll(/`([^`\n]+)`/g)].flatMap(([, text]) => (text === undefined ? [] : [text]))
  const files = new Set([...quoted.filter((text) => FILE.test(text)), ...pathsIn(document)])
  return [
    ...[...document.matchAll(/npm run ([\w:-]+)/g)]
      .filter(([, name]) => name === undefined || !(name in scripts))
      .map(([command]) => command),
    ...shopCommandsIn(document)
      .filter((words) => !isCommand(words))
      .map((words) => words.join(' ')),
    ...[...files].filter((file) => !MADE.test(file) && !exists(file)),
    ...missingNames(document),
    ...[...document.matchAll(/playwright test ([\w-]+\.spec\.ts)/g)].flatMap(([, name = '']) =>
      specs.includes(name) ? [] : [name],
    ),
    ...[...document.matchAll(/--project ([\w-]+)/g)].flatMap(([option, name]) =>
      testProjects.includes(`name: '${name}'`) ? [] : [option],
    ),
    ...variablesIn(document).filter((name) => !variables.has(name)),
  ]
}

const documents = execFileSync(
  'git',
  ['ls-files', '-co', '--exclude-standard', '*.md', 'catalog/README.md', 'docs/**.md'],
  {
    cwd: ROOT,
    encoding: 'utf8',
  },
)

test.each(documents.trim().split('\n'))('%s names only commands, files and variables that exist', (document) => {
  expect(missing(read(document), dirname(document))).toEqual([])
})

test('every command of the shop is documented', () => {
  const documented = new Set(shopCommandsIn(read('docs/operations.md')).map(([noun, verb]) => `${noun} ${verb}`))
  const commands = program.commands.flatMap((noun) => noun.commands.map((verb) => `${noun.name()} ${verb.name()}`))
  expect(commands.length).toBeGreaterThan(0)
  expect(commands.filter((command) => !documented.has(command))).toEqual([])
})

test('the handbook says what to do when the phone or the password is lost', () => {
  const [section] = /^## When something is lost$.*?(?=^## )/ms.exec(read('docs/admin.md')) ?? []
  for (const words of ['Replace the app', 'Forgot password?', 'owner reset']) expect(section).toContain(words)
})

test('the documented table of settings is the one the backend reads', () => {
  expect(read('docs/settings.md')).toContain(settingsTable())
})

test.each(['.github/workflows/ci.yml', '.ci/run'])(
  "%s runs the README's command for continuous integration",
  (file) => {
    const [, command] = /`(npm test[^`]*)`, which CI runs/.exec(read('README.md')) ?? []
    expect(read(file)).toMatch(new RegExp(`npm ci && ${command}[ ;]*(\\}|\\n)`))
  },
)

test('what does not exist is found', () => {
  const document =
    'Run `npm run nothing`, read `docs/nothing.md`, set `NO_SUCH_SETTING=1`. `npm run shop -- orders nonsense`, `npm run shop -- orders list --wrong` and `npm run shop -- orders correct refund --wrong` too.'
  expect(missing(document)).toEqual([
    'npm run nothing',
    'orders nonsense',
    'orders list --wrong',
    'orders correct refund --wrong',
    'docs/nothing.md',
    'NO_SUCH_SETTING',
  ])
  expect(missing('`npx playwright test nothing.spec.ts`')).toEqual(['nothing.spec.ts'])
  const code = '```sh\nnpx vitest run backend/nothing --project nothing\n```\n`nothing` in `contract/tax.ts`'
  expect(missing(code)).toEqual(['backend/nothing', '`nothing` in `contract/tax.ts`', '--project nothing'])
  expect(missing('Run `npm test`, read `shop.config.ts` and `contract/`.')).toEqual([])
})
