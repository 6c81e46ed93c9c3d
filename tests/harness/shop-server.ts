import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdir, mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { ROOT } from './command.ts'
import { shopTemplate } from './shop-template.ts'

/** A shop that runs for the tests. */
export type ShopServer = {
  /** Without a slash at its end. */
  address: string
  dataDir: string
  /** What it has printed so far, line by line. */
  printed: readonly string[]
  /** Its process. */
  pid: number
  /** Asks it to end, and answers with its exit code; its data is forgotten. */
  stop: () => Promise<number | null>
  /** Ends it as a power cut would; its data stays. */
  kill: () => Promise<void>
}

/** A cap for a machine that is busy with other things; a shop alone starts within two. */
const START_SECONDS = 60
/** Less than the ten seconds after which a silent database is given up: a shop that waited for one would be killed. */
const STOP_SECONDS = 9

/** Smaller copies of pictures are named by content, so that every shop of the tests can use the same ones. */
export const PICTURES = join(ROOT, 'node_modules/.cache/shop-pictures')

/** The real shop, which on a machine that is busy with other things sends nobody away. */
const PATIENT_SHOP = 'backend/testing/shop-process.ts'
/** The real shop as its owner starts it. */
export const OWNERS_SHOP = 'backend/main.ts'

type StartOptions = { dataDir?: string; launcher?: readonly string[]; program?: string }

/**
 * Starts the real shop with the goods of the tests and the demo data, on a port of its own: with a new embedded
 * database, or on the data of a shop that was killed. `launcher` is a command that is given the shop's command to run.
 */
export async function startShop(
  settings: Record<string, string> = {},
  { dataDir: known, launcher = [], program = PATIENT_SHOP }: StartOptions = {},
): Promise<ShopServer> {
  const dataDir = known ?? (await newDataDir())
  const [command = process.execPath, ...args] = [...launcher, process.execPath, program]
  const child = spawn(command, args, {
    cwd: ROOT,
    env: { ...ownEnvironment(), PORT: '0', DATA_DIR: dataDir, DEMO: 'on', LOG_LEVEL: 'warn', ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = once(child, 'exit')
  const kill = async () => {
    child.kill('SIGKILL')
    await ended
  }
  const stop = async () => {
    child.kill('SIGTERM')
    // A shop that does not leave in time is made to, so that no test waits for it.
    const patience = setTimeout(() => child.kill('SIGKILL'), STOP_SECONDS * 1000)
    await ended
    clearTimeout(patience)
    await rm(dataDir, { recursive: true, force: true })
    return child.exitCode
  }
  const said: string[] = []
  try {
    return {
      address: await printedAddress(child.stdout, child.stderr, ended, said),
      dataDir,
      printed: said,
      pid: child.pid ?? 0,
      stop,
      kill,
    }
  } catch (error) {
    await stop()
    throw new Error(`The shop did not start:\n${said.join('\n')}`, { cause: error })
  }
}

async function newDataDir(): Promise<string> {
  const dataDir = await mkdtemp(join(tmpdir(), 'shop-data-'))
  await mkdir(PICTURES, { recursive: true })
  await symlink(PICTURES, join(dataDir, 'images'))
  await cp(await shopTemplate(), dataDir, { recursive: true })
  return dataDir
}

/** The address the shop prints once it answers. */
function printedAddress(
  stdout: NodeJS.ReadableStream,
  stderr: NodeJS.ReadableStream,
  ended: Promise<unknown>,
  said: string[],
): Promise<string> {
  return new Promise((resolve, reject) => {
    const patience = setTimeout(() => reject(new Error('no address was printed')), START_SECONDS * 1000)
    const listen = (line: string) => {
      said.push(line)
      const address = /http:\/\/[\w.[\]:-]+:[1-9]\d*/.exec(line)?.[0]
      if (address === undefined) return
      clearTimeout(patience)
      resolve(address)
    }
    createInterface(stdout).on('line', listen)
    createInterface(stderr).on('line', listen)
    ended.then(() => reject(new Error('the process ended')))
  })
}

/** The environment without anything that would change the shop under test, a developer's `.env` among it. */
function ownEnvironment(): NodeJS.ProcessEnv {
  const { PATH, HOME, TMPDIR } = process.env
  return { ENV_FILE: '', ...(PATH && { PATH }), ...(HOME && { HOME }), ...(TMPDIR && { TMPDIR }) }
}
