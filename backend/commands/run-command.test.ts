import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { openStore } from '../platform/database/database.ts'
import { runCommand } from './run-command.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'shop-commands-'))
  // The state after a first start.
  await (await openStore({ databaseUrl: null, dataDir: join(folder, 'data') })).close()
})
afterAll(() => rm(folder, { recursive: true }))

const NO_EMAIL = 'There is no email 9 that can be sent.'

/** Runs a command like `npm run shop -- …`, on a temporary shop. */
const shop = (...words: string[]) => shopWith({ DATA_DIR: join(folder, 'data') }, ...words)

type Outcome = { code: number | null; out: string; err: string }

async function shopWith(settings: Record<string, string>, ...words: string[]): Promise<Outcome> {
  const all = { ENV_FILE: '', DEMO: 'off', DATABASE_URL: '', ...settings }
  for (const [name, value] of Object.entries(all)) vi.stubEnv(name, value)
  const [out, err] = [vi.spyOn(console, 'log'), vi.spyOn(console, 'error')]
  for (const spy of [out, err]) spy.mockReset().mockImplementation(() => {})
  const code = await runCommand(words)
  const printed = (spy: typeof out) => spy.mock.calls.map(([line]) => `${line}\n`).join('')
  return { code, out: printed(out), err: printed(err) }
}
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllEnvs()
})

const named = () => `Database: SQLite in ${join(folder, 'data/shop.sqlite')}\n`

test('the process ends with the exit code of its command', async () => {
  const env = { ...process.env, ENV_FILE: '', DATABASE_URL: '', DATA_DIR: join(folder, 'data') }
  const child = spawn(process.execPath, [join(import.meta.dirname, 'shop.ts'), 'outbox', 'retry', '9'], { env })
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  expect([await text(child.stdout), await ended]).toEqual([`${NO_EMAIL}\n`, 1])
})

test('a successful command exits with 0, and --json prints JSON', async () => {
  const out = '(nothing)\n\n0 waiting, 0 failed, 0 sent\nEmails wait because SMTP_URL is not set.\n'
  expect(await shop('outbox', 'list')).toMatchObject({ code: 0, out, err: named() })
  const printed = await shop('outbox', 'list', '--json')
  expect({ code: printed.code, json: JSON.parse(printed.out) }).toEqual({ code: 0, json: { counts: {}, mails: [] } })
})

test('a failed command exits with 1 and says why, as JSON too', async () => {
  expect(await shop('outbox', 'retry', '9')).toMatchObject({ code: 1, out: `${NO_EMAIL}\n` })
  const { code, out } = await shop('owner', 'reset', 'nobody@shop.example', '--json')
  const error = 'No one with the address nobody@shop.example uses the admin.'
  expect({ code, json: JSON.parse(out) }).toEqual({ code: 1, json: { error } })
  const rejected = await shop('catalog', 'import', 'no-such.json', '--json')
  expect({ ...rejected, out: JSON.parse(rejected.out) }).toEqual({
    code: 1,
    out: { error: 'There is no such file or folder: no-such.json' },
    err: '',
  })
})

test.each([
  [['outbox', 'retry', '1', '2'], "Too many arguments for 'retry'."],
  [['owner', 'reset'], "Missing required argument 'email'"],
  [['outbox', 'list', 'extra'], "Too many arguments for 'list'."],
  [['outbox', 'list', '--no-such-option'], "Unknown option '--no-such-option'"],
  [['payments', 'reconcile', '--since', 'monday'], "argument 'monday' is invalid. It must be a day such as"],
  [['payments', 'reconcile'], "Required option '--since <day>' not specified"],
  [['owner', 'invite', '--role', 'guest'], "argument 'guest' is invalid. Allowed choices are owner, helper."],
  [['outbox', 'no-such-verb'], "Unknown command 'no-such-verb'"],
  [['no-such-noun'], "Unknown command 'no-such-noun'"],
])('arguments that a command does not take are named, exit code 2: %j', async (words, message) => {
  const { code, out, err } = await shop(...words)
  expect({ code, out }).toEqual({ code: 2, out: '' })
  expect(err).toContain(message)
  expect(err).toContain('Usage: npm run shop -- ')
  const json = await shop(...words, '--json')
  expect({ ...json, out: JSON.parse(json.out) }).toEqual({
    code: 2,
    out: { error: expect.stringContaining(message) },
    err: '',
  })
})

test.each(['outbox', 'catalog'])('%s without a verb lists its commands', async (noun) => {
  const { code, out, err } = await shop(noun)
  expect({ code, out }).toEqual({ code: 2, out: '' })
  expect(err).toContain(`Usage: npm run shop -- ${noun} `)
  expect(err).toContain(noun === 'outbox' ? 'retry ' : 'export ')
  expect(await shop(noun, '--json')).toMatchObject({ code: 2, out: expect.stringContaining('A command is missing.') })
})

test('a command reads the same settings file as the shop, and the environment overrides it', async () => {
  const file = join(folder, 'settings.env')
  await writeFile(file, `DATA_DIR=${join(folder, 'data')}\nDEMO=off\n`)
  expect(await shopWith({ ENV_FILE: file }, 'settings', 'show')).toMatchObject({ code: 0, err: named() })
  const other = join(folder, 'other')
  const { code, err } = await shopWith({ ENV_FILE: file, DATA_DIR: other }, 'settings', 'show')
  expect({ code, err }).toEqual({
    code: 1,
    err: expect.stringContaining(`The database (SQLite in ${other}/shop.sqlite) holds no shop.`),
  })
})

test.each(['outbox list', 'settings show', 'catalog import'])('%s does not create a database', async (words) => {
  const nowhere = join(folder, 'nowhere')
  const { code, out, err } = await shopWith({ DATA_DIR: nowhere }, ...words.split(' '))
  expect({ code, out }).toEqual({ code: 1, out: '' })
  expect(err).toContain('Start it once with npm start')
  expect(existsSync(nowhere)).toBe(false)
})

test('a missing settings file is reported', async () => {
  const { code, err } = await shopWith({ ENV_FILE: '/no/such.env' }, 'outbox', 'list')
  expect({ code, err }).toEqual({ code: 1, err: 'The settings file /no/such.env does not exist.\n' })
})

test.each([
  [[], 'catalog '],
  [['help'], 'catalog '],
  [['--help'], 'catalog '],
  [['outbox', '--help'], 'retry [id] '],
  [['help', 'outbox'], 'retry '],
  [['payments', 'reconcile', '--help'], '--since <day>'],
  [['owner', 'invite', '--help'], '--json'],
])('%j prints help and exits with 0', async (words, text) => {
  const { code, out, err } = await shop(...words)
  expect({ code, err }).toEqual({ code: 0, err: '' })
  expect(out).toContain(text)
})

test.each([
  [['catalog', 'import', 'no-such.json'], 'There is no such file or folder: no-such.json'],
  [['images', 'add', 'no-such.jpg'], 'There is no such file or folder: no-such.jpg'],
])('%j says in a sentence what is wrong with the file', async (words, sentence) => {
  const { code, err } = await shop(...words)
  expect({ code, err: err.replace(named(), '') }).toEqual({ code: 1, err: `${sentence}\n` })
})

test('with another backend the doctor asks that one, and commands say that the data is there', async () => {
  let status = 200
  const location = '/elsewhere'
  const api = createServer((_request, response) => response.writeHead(status, { location }).end('[]'))
  api.listen(0, '127.0.0.1')
  await once(api, 'listening')
  onTestFinished(() => void api.close())
  const address = api.address()
  const API_URL = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`
  expect(await shopWith({ API_URL }, 'doctor')).toEqual({ code: 0, out: 'All is well.\n', err: '' })
  for (status of [302, 500]) {
    expect(await shopWith({ API_URL }, 'doctor')).toMatchObject({
      code: 1,
      out: expect.stringContaining(
        `Error: The backend at ${API_URL} answers with status ${status}, so visitors see no products.`,
      ),
    })
  }
  expect(await shopWith({ API_URL }, 'outbox', 'list')).toEqual({
    code: 1,
    out: '',
    err: `Calls go to ${API_URL} (API_URL), so this shop has no data: run the command on that machine.\n`,
  })
})
