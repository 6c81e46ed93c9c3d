import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdir, mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { ROOT } from '../command.ts'
import { COMPILE_CACHE } from '../runner/compile-cache.ts'
import { MALLOC, NODE_FLAGS } from './node-flags.ts'
import { newShopDatabase, shopTemplate } from './shop-template.ts'

/** A running shop for tests. */
export type ShopServer = {
  /** Without a trailing slash. */
  address: string
  /** Where its pages send their calls; that of the pages, unless it has another backend. */
  apiAddress: string
  dataDir: string
  /** Its output so far, by line. */
  printed: readonly string[]
  /** Its process. */
  pid: number
  /** Resolves once the process has ended. */
  ended: Promise<unknown>
  /** Sends SIGTERM and returns the exit code; deletes its data. */
  stop: () => Promise<number | null>
  /** Kills it as a power failure would; keeps its data. */
  kill: () => Promise<void>
}

/** Generous for a busy machine; normally a shop starts within two seconds. */
const START_SECONDS = 60
/** Less than the ten seconds after which an unresponsive database times out: a shop waiting for one is killed. */
const STOP_SECONDS = 9

/** Variants of pictures are named by content: all test shops share them. */
export const PICTURES = join(ROOT, 'node_modules/.cache/small-shop-pictures')

/** The shop with load shedding relaxed for a busy machine. */
const TOLERANT_SHOP = 'backend/testing/processes/shop-process.ts'
/** The shop as its owner starts it. */
export const OWNERS_SHOP = 'backend/main.ts'

/** Secret that signs the sessions of the admin on every node of a test. */
const SHARED_SECRET = 'the same secret on every node of a test'

type StartOptions = {
  dataDir?: string
  launcher?: readonly string[]
  program?: string
}

/**
 * Starts the shop as `npm start` does, with the test catalog and demo data, on a free port: with a new SQLite database, or on the data of a
 * killed shop. `launcher` is a command that runs the shop's command. With `TEST_ENGINE=postgres`, Playwright's tests have a
 * database on PostgreSQL in its place.
 */
export async function startShop(
  wanted: Record<string, string> = {},
  { dataDir: known, launcher = [], program = TOLERANT_SHOP }: StartOptions = {},
): Promise<ShopServer> {
  const dataDir = known ?? (await newDataDir())
  const settings = { ...(await databaseOf(dataDir, known === undefined, wanted)), ...wanted }
  const [command = process.execPath, ...args] = [...launcher, process.execPath, ...NODE_FLAGS, program]
  const child = spawn(command, args, {
    cwd: ROOT,
    env: {
      ...ownEnvironment(),
      PORT: '0',
      DATA_DIR: dataDir,
      DEMO: 'on',
      LOG_LEVEL: 'warn',
      // Nodes that share a database have folders of their own.
      ...(settings.DATABASE_URL === undefined ? {} : { ADMIN_SECRET: SHARED_SECRET }),
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = once(child, 'exit')
  const kill = async () => {
    child.kill('SIGKILL')
    await ended
  }
  const stop = async () => {
    child.kill('SIGTERM')
    // A shop that does not exit in time is killed: no test waits for it.
    const killTimer = setTimeout(() => child.kill('SIGKILL'), STOP_SECONDS * 1000)
    await ended
    clearTimeout(killTimer)
    await rm(dataDir, { recursive: true, force: true })
    return child.exitCode
  }
  const printed: string[] = []
  try {
    const address = await printedAddress(child.stdout, child.stderr, ended, printed)
    return {
      address,
      apiAddress: settings.API_URL ?? address,
      dataDir,
      printed,
      pid: child.pid ?? 0,
      ended,
      stop,
      kill,
    }
  } catch (error) {
    await stop()
    throw new Error(`The shop did not start:\n${printed.join('\n')}`, { cause: error })
  }
}

/** The databases on PostgreSQL by the folders of their shops. */
const databases = new Map<string, string>()

/** Where a shop has its database, unless that is its folder or its settings say so. A node of another backend has none. */
async function databaseOf(
  dataDir: string,
  isNew: boolean,
  { DATABASE_URL, API_URL }: Record<string, string>,
): Promise<Record<string, string>> {
  if (DATABASE_URL !== undefined || API_URL !== undefined) return {}
  const url = isNew ? await newShopDatabase() : (databases.get(dataDir) ?? null)
  if (url === null) return {}
  databases.set(dataDir, url)
  return { DATABASE_URL: url }
}

async function newDataDir(): Promise<string> {
  const dataDir = await mkdtemp(join(tmpdir(), 'shop-data-'))
  await mkdir(PICTURES, { recursive: true })
  await symlink(PICTURES, join(dataDir, 'images'))
  await cp(await shopTemplate(), dataDir, { recursive: true })
  return dataDir
}

/** The URL that the shop prints once it is listening. */
function printedAddress(
  stdout: NodeJS.ReadableStream,
  stderr: NodeJS.ReadableStream,
  ended: Promise<unknown>,
  printed: string[],
): Promise<string> {
  return new Promise((resolve, reject) => {
    const killTimer = setTimeout(() => reject(new Error('no address was printed')), START_SECONDS * 1000)
    const listen = (line: string) => {
      printed.push(line)
      const address = /^The shop is open at (http:\/\/[\w.[\]:-]+:[1-9]\d*)/.exec(line)?.[1]
      if (address === undefined) return
      clearTimeout(killTimer)
      resolve(address)
    }
    createInterface(stdout).on('line', listen)
    createInterface(stderr).on('line', listen)
    void ended.then(() => reject(new Error('the process ended')))
  })
}

/** The environment without variables that would affect the shop under test, such as those of a developer's `.env`. */
function ownEnvironment(): NodeJS.ProcessEnv {
  const { PATH, HOME, TMPDIR } = process.env
  return {
    ENV_FILE: '',
    NODE_COMPILE_CACHE: COMPILE_CACHE,
    ...MALLOC,
    ...(PATH && { PATH }),
    ...(HOME && { HOME }),
    ...(TMPDIR && { TMPDIR }),
  }
}
