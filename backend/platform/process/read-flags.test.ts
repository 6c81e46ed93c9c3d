import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import packageJson from '../../../package.json' with { type: 'json' }
import { PROGRAM_VERSION } from '../lib/program-version.ts'
import { refusalOf } from './read-flags.ts'

const ROOT = join(import.meta.dirname, '../../..')
const PROGRAM = { command: 'npm run mend', does: 'Mends.', flags: { '--all': 'Everything.' } }

test('a program says how it is used, or which argument it does not take, and runs with those that it takes', () => {
  expect(refusalOf(PROGRAM, [])).toBeNull()
  expect(refusalOf(PROGRAM, ['--all'])).toBeNull()
  expect(refusalOf({ ...PROGRAM, others: /^\d+$/ }, ['--all', '5'])).toBeNull()
  const help = {
    text: 'Usage: npm run mend\n\nMends.\n\n  --all  Everything.\n  --help  Prints this.\n  --version  Prints the version.',
    code: 0,
  }
  expect(refusalOf(PROGRAM, ['--help'])).toEqual(help)
  expect(refusalOf(PROGRAM, ['--port', '-h'])).toEqual(help)
  expect(refusalOf(PROGRAM, ['--all', '--port'])).toEqual({
    text: '"npm run mend" takes no argument "--port"; with --help it says how it is used.',
    code: 2,
  })
})

test('a program prints its version and starts no shop', () => {
  for (const program of ['scripts/start.ts', 'backend/main.ts', 'backend/commands/shop.ts']) {
    const done = spawnSync(process.execPath, [join(ROOT, program), '--version'], { encoding: 'utf8' })
    expect([done.stdout, done.status]).toEqual([`${PROGRAM_VERSION}\n`, 0])
  }
})

test('a flag that takes a value accepts only a valid one', () => {
  const program = { ...PROGRAM, options: { '--rounds': { does: 'How often.', value: /^\d+$/ } } }
  for (const args of [['--rounds', '5', '--all'], ['--rounds=5']]) expect(refusalOf(program, args)).toBeNull()
  expect(refusalOf(program, ['--help'])?.text).toContain('  --rounds …  How often.\n')
  for (const [args, unknown] of [
    [['--rounds'], '--rounds'],
    [['--rounds', 'many'], 'many'],
    [['--rounds', '--all'], '--all'],
    [['5'], '5'],
  ] as const) {
    expect(refusalOf(program, args)?.text).toContain(`takes no argument "${unknown}"`)
  }
})

test.each([
  ['scripts/start.ts', '--help', { status: 0, says: 'Usage: npm start' }],
  ['scripts/start.ts', '--port=80', { status: 2, says: '"npm start" takes no argument "--port=80"' }],
  ['backend/main.ts', '--help', { status: 0, says: 'Usage: node backend/main.ts' }],
  ['bench/run.ts', 'shoes', { status: 2, says: /^"npm run bench" takes no argument "shoes"; .*--help.*\n$/ }],
  ['tests/placing/run.ts', '--nonsense', { status: 2, says: /^"npm run test:placing" .* "--nonsense"; .*--help.*\n$/ }],
])('%s %s starts no shop', (program, arg, { status, says }) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'shop-flags-'))
  try {
    const done = spawnSync(process.execPath, [join(ROOT, program), arg], {
      env: { ...process.env, ENV_FILE: '', DATABASE_URL: '', DATA_DIR: dataDir, PORT: '0' },
      encoding: 'utf8',
    })
    expect(done.stdout + done.stderr).toMatch(says)
    expect({ status: done.status, files: readdirSync(dataDir) }).toEqual({ status, files: [] })
  } finally {
    rmSync(dataDir, { recursive: true })
  }
})

test.each(['start', 'build', 'shop', 'test'])('npm run %s says which Node it needs, in a sentence', (name) => {
  const command = z.parse(z.record(z.string(), z.string()), packageJson.scripts)[name] ?? ''
  const older = 'data:text/javascript,Object.defineProperty(process.versions,"node",{value:"20.1.0"})'
  const args = command.slice(command.indexOf('node ') + 'node '.length).split(' ')
  const done = spawnSync(process.execPath, ['--import', older, ...args], { cwd: ROOT, encoding: 'utf8' })
  expect(done.stderr).toMatch(/^The shop needs Node \d+.*--ignore-scripts: it installs the right one\.\n$/)
  expect(done.status).toBe(1)
})

test('every program that npm runs says so', () => {
  const commands = Object.values(z.parse(z.record(z.string(), z.string()), packageJson.scripts))
  const programs = commands.filter((command) => /\bnode .*\.ts\b/.test(command))
  expect(programs.length).toBeGreaterThan(10)
  expect(programs.filter((command) => !command.includes('--import ./scripts/require-node.mjs'))).toEqual([])
})

test('every program that npm runs looks at its arguments', () => {
  const scripts = readFileSync(join(ROOT, 'package.json'), 'utf8').match(/\bnode [^"&]*\.ts/g) ?? []
  const programs = new Set(scripts.map((command) => command.split(' ').at(-1) ?? ''))
  expect(programs).toContain('scripts/start.ts')
  const ignoring = [...programs].filter(
    (program) => !/\b(readFlags|parseArgs)\(|process\.argv/.test(readFileSync(join(ROOT, program), 'utf8')),
  )
  expect(ignoring).toEqual([])
})
