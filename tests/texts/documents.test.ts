import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { buildProgram } from '../../backend/commands/program.ts'
import { readSettings } from '../../backend/platform/settings/settings.ts'
import { ROOT } from '../harness/command.ts'

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
    'backend/platform/settings/definitions.ts',
    'deploy/.env.example',
    'tests/harness/browser/chromium.ts',
    'tests/harness/servers/postgres.ts',
    'tests/faults/run.ts',
    'tests/soak/run.ts',
  ].flatMap((file) => read(file).match(/\b[A-Z][A-Z0-9]*(_[A-Z0-9]+)*\b/g) ?? []),
)

/** Folders and files that are created later; documents may name them. */
const MADE = /^(\.\/)?(data|node_modules|test-results|storefront\/dist|deploy\/(tls|\.env))(\/|$)/

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

/** Links of a document to other places of the project. */
function linksIn(document: string): string[] {
  const links = [...document.matchAll(/\]\(([^)\s]+)\)|<img src="([^"]+)"/g)].map(([, link, src]) => link ?? src ?? '')
  return links.filter((link) => !/^[a-z]+:/.test(link))
}

/** Whether a link has a file, and the heading that it names. */
function leadsSomewhere(link: string, folder: string): boolean {
  const [file = '', heading] = link.split('#')
  if (file !== '' && !existsSync(join(ROOT, folder, file))) return false
  if (heading === undefined || file === '') return true
  const headings = [...read(join(folder, file)).matchAll(/^#+ (.+)$/gm)].map(([, text = '']) =>
    text
      .toLowerCase()
      .replace(/[^\w -]/g, '')
      .replaceAll(' ', '-'),
  )
  return headings.includes(heading)
}

/** Names of projects of Vitest and Playwright. */
const testProjects = `${read('vitest.config.ts')}${read('playwright.config.ts')}`

/** Files of browser tests, which documents name without their folder, as Playwright does. */
const specs = ['tests/browser', 'tests/admin'].flatMap((folder) =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map((file) => basename(file)),
)

/** Names in backticks that are assigned (`X=1`), contain an underscore, or start a row of a table; not constants of a file. */
function variablesIn(document: string): string[] {
  const names = document.matchAll(
    /`([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+)`(?! (?:in|of) `)|`([A-Z][A-Z0-9_]+)=[^`]*`|^\| *`([A-Z][A-Z0-9_]+)` *\|/gm,
  )
  return [...names].map(([, named, set, row]) => named ?? set ?? row ?? '')
}

/** The lines of blocks of shell commands, without comments, prompts for settings and continued lines. */
function shellLinesIn(document: string): string[] {
  return [...document.matchAll(/^```sh\n(.*?)^```$/gms)]
    .flatMap(([, block = '']) => block.split('\n'))
    .map((line) => line.replace(/(^|\s)#.*$/, '').trim())
    .filter((line) => line !== '')
}

/** The words after `npm run shop --`, in backticks, which may span lines, and in blocks of shell commands. */
function shopCommandsIn(document: string): string[][] {
  const quoted = [...document.matchAll(/`npm run shop -- ([^`<]+)`/g)]
  const typed = shellLinesIn(document).flatMap((line) => [
    ...line.matchAll(/(?:npm run shop --|commands\/shop\.ts) (.+)/g),
  ])
  return [...quoted, ...typed].map(([, words = '']) => words.trim().split(/\s+/))
}

/** Whether the words name a command, such as a noun and its verb, and only options that it has. */
function isCommand(words: readonly string[]): boolean {
  if (words.join(' ') === '--help') return true
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

/** The arguments of the project's own programs: `npm start -- --help`, `npm run bench -- pages`. */
function argumentsIn(document: string): { script: string; words: string[] }[] {
  return [...document.matchAll(/npm (?:run )?([\w:]+) -- ([^`\n#|]+)/g)].flatMap(([, script = '', words = '']) =>
    script === 'shop' ? [] : [{ script, words: words.trim().split(/\s+/) }],
  )
}

const helpTexts = new Map<string, string>()

/** Returns the help text of a script of `package.json`. */
function helpOf(script: string): string {
  const known = helpTexts.get(script)
  if (known !== undefined) return known
  const file = /(\S+\.ts)$/.exec(scripts[script] ?? '')?.[1]
  const { stdout, stderr } = spawnSync(process.execPath, [file ?? '', '--help'], { cwd: ROOT, encoding: 'utf8' })
  const text = file === undefined ? '' : `${stdout}${stderr}`
  helpTexts.set(script, text)
  return text
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
    ...argumentsIn(document).flatMap(({ script, words }) =>
      words
        .filter((word) => !/^\d+$/.test(word) && !helpOf(script).includes(word))
        .map((word) => `npm run ${script} -- ${word}`),
    ),
    ...linksIn(document).filter((link) => !leadsSomewhere(link, folder)),
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

const documents = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '*.md'], {
  cwd: ROOT,
  encoding: 'utf8',
})
  .trim()
  .split('\n')
  .filter((file) => existsSync(join(ROOT, file)))

test.each(documents)('%s names only commands, files and variables that exist', (document) => {
  expect(missing(read(document), dirname(document))).toEqual([])
})

test('documents stay short: 250 lines each but the changelog, CONTRIBUTING 200, and all of docs/ 110 KB', () => {
  const lines = (file: string) => read(file).split('\n').length - 1
  expect(documents.filter((file) => file !== 'CHANGELOG.md' && lines(file) > 250)).toEqual([])
  expect(lines('CONTRIBUTING.md')).toBeLessThanOrEqual(200)
  const ofDocs = documents.filter((file) => file.startsWith('docs/')).map((file) => Buffer.byteLength(read(file)))
  expect(ofDocs.reduce((sum, bytes) => sum + bytes, 0)).toBeLessThanOrEqual(110_000)
})

test('docs/where.md names screens and fields by their words', () => {
  const screens = execFileSync('git', ['ls-files', 'admin/*.tsx', 'admin/*.ts', 'contract/*.ts'], {
    cwd: ROOT,
    encoding: 'utf8',
  })
  const words = screens.trim().split('\n').map(read).join('\n')
  const cells = read('docs/where.md')
    .split('\n')
    .flatMap((row) => row.split(' | ')[1] ?? [])
  const named = cells.flatMap((cell) =>
    [...cell.matchAll(/^([A-Z]\w+)|"([^"]+)"/g)].map(([, page, field]) => page ?? field ?? ''),
  )
  expect(named.length).toBeGreaterThan(10)
  expect(named.filter((name) => !words.includes(name))).toEqual([])
})

/** Programs of documents that are not the project's, and why no test runs them. */
const NOT_RUN: Readonly<Record<string, string>> = {
  'apt-get': 'installs packages of Debian',
  certbot: 'asks an authority for a certificate',
  docker: 'needs a registry; tests/deploy/image.test.ts builds and runs the image without one',
  install: 'makes folders of the machine, as root',
  journalctl: 'needs systemd',
  export: 'belongs to the shell; tests/deploy/restic.test.ts runs the lines of the page',
  nginx: 'belongs to the machine; tests/deploy/nginx.test.ts starts one of its own',
  patronictl: 'asks a running Patroni; tests/deploy/patroni.test.ts starts two of its own',
  psql: 'changes a PostgreSQL server of the reader; tests/moving does the same to one of its own',
  restic: 'belongs to the machine; tests/deploy/restic.test.ts runs the lines of the page',
  runuser: 'needs root and a user of the machine',
  systemctl: 'needs systemd',
  useradd: 'makes a user of the machine',
}

/** Programs that every machine has; what they are given is looked at like any path. */
const EVERYWHERE = ['cd', 'cp', 'curl', 'git', 'ln', 'openssl']

/** Programs of blocks of shell commands that no test knows. */
function unknownPrograms(document: string): string[] {
  return shellLinesIn(document).flatMap((line) => {
    const [program = ''] = line.replace(/^([A-Z_]+=\S*\s*)+/, '').split(' ')
    const isKnown = ['', 'npm', 'npx', 'node', ...EVERYWHERE].includes(program) || program in NOT_RUN
    return isKnown ? [] : [program]
  })
}

test('a program that documents name is checked, or is listed with the reason why not', () => {
  const all = documents.map(read)
  expect(all.flatMap(unknownPrograms)).toEqual([])
  const used = new Set(all.flatMap(shellLinesIn).map((line) => line.split(' ')[0]))
  expect(Object.keys(NOT_RUN).filter((program) => !used.has(program))).toEqual([])
})

test.each(['.github/workflows/ci.yml', '.ci/run'])(
  "%s runs the README's command for continuous integration",
  (file) => {
    const [, command] = /`(npm test[^`]*)`, which CI runs/.exec(read('README.md')) ?? []
    expect(read(file)).toMatch(new RegExp(`npm ci && ${command}[ ;]*(\\}|\\n)`))
  },
)

test('missing names are found', () => {
  const document =
    'Run `npm run nothing`, read `docs/nothing.md`, set `NO_SUCH_SETTING=1`. `npm run shop -- outbox nonsense`, `npm run shop -- outbox list --wrong` and `npm run shop -- owner invite --wrong` too.'
  expect(missing(document)).toEqual([
    'npm run nothing',
    'outbox nonsense',
    'outbox list --wrong',
    'owner invite --wrong',
    'docs/nothing.md',
    'NO_SUCH_SETTING',
  ])
  expect(missing('`npx playwright test nothing.spec.ts`')).toEqual(['nothing.spec.ts'])
  const code = '```sh\nnpx vitest run backend/nothing --project nothing\n```\n`nothing` in `contract/tax/calls.ts`'
  expect(missing(code)).toEqual(['backend/nothing', '`nothing` in `contract/tax/calls.ts`', '--project nothing'])
  expect(missing('```sh\nnpm run shop -- backup nonsense\n```')).toEqual(['backup nonsense'])
  expect(missing('`npm test -- nothing`, `npm run bench -- pages --wrong`')).toEqual([
    'npm run test -- nothing',
    'npm run bench -- --wrong',
  ])
  expect(missing('[x](docs/nothing.md) [y](README.md#nothing) [z](README.md#demo-data)')).toEqual([
    'docs/nothing.md',
    'README.md#nothing',
    'docs/nothing.md',
  ])
  expect(unknownPrograms('```sh\nA=1 nonsense --now\n```')).toEqual(['nonsense'])
  expect(missing('Run `npm test`, read `shop.config.ts` and `contract/`.')).toEqual([])
})
