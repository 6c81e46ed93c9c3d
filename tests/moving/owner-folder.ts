import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import { ROOT } from '../harness/command.ts'

const run = promisify(execFile)
/** Builds included, on a busy machine. */
const START_MS = 10 * 60_000

/** A clone of the project in a folder of its own, as on an owner's machine. */
export type OwnerFolder = {
  path: string
  /** `npm run shop -- …`; returns what it printed. */
  shop: (...words: string[]) => Promise<string>
  /** `git pull` and `npm ci`: moves on to a commit. */
  update: (commit: string) => Promise<void>
  /** Builds storefront and admin. */
  build: () => Promise<void>
  /** Starts a program of the folder, a shop; resolves once it prints its address. */
  start: (program: string, settings?: Readonly<Record<string, string>>) => Promise<RunningShop>
  remove: () => Promise<void>
}

export type RunningShop = {
  address: string
  untilPrinted: (pattern: RegExp) => Promise<void>
  stop: () => Promise<void>
  /** kill -9. */
  kill: () => Promise<void>
}

/** Clones the project at a commit; `env` is what its `.env` says. */
export async function cloneAt(commit: string, env: Readonly<Record<string, string>>): Promise<OwnerFolder> {
  const path = await mkdtemp(join(tmpdir(), 'shop-owner-'))
  const git = (...words: string[]) => run('git', ['-C', path, '-c', 'advice.detachedHead=false', ...words])
  await run('git', ['clone', '--quiet', '--no-checkout', ROOT, path])
  await git('checkout', '--quiet', commit)
  await install(path)
  const lines = Object.entries(env).map(([name, value]) => `${name}=${value}\n`)
  await writeFile(join(path, '.env'), lines.join(''))
  return {
    path,
    shop: async (...words) => {
      const command = ['backend/commands/shop.ts', ...words]
      const { stdout } = await run(process.execPath, command, { cwd: path, env: ownEnvironment(), maxBuffer: 2 ** 26 })
      return stdout
    },
    update: async (next) => {
      await git('merge', '--quiet', '--ff-only', next)
      await install(path)
    },
    build: async () => void (await run(process.execPath, ['scripts/build.ts'], { cwd: path, env: ownEnvironment() })),
    start: (program, settings = {}) => startIn(path, program, settings),
    remove: () => rm(path, { recursive: true, force: true }),
  }
}

/** `npm ci`; where the packages are those of this tree, they are linked instead, which takes a second. */
async function install(path: string): Promise<void> {
  const { code } = await run('cmp', [join(ROOT, 'package-lock.json'), join(path, 'package-lock.json')]).then(
    () => ({ code: 0 }),
    () => ({ code: 1 }),
  )
  const target = join(path, 'node_modules')
  await rm(target, { recursive: true, force: true })
  if (code !== 0) {
    await run('npm', ['ci', '--no-audit', '--no-fund'], { cwd: path, maxBuffer: 2 ** 26 })
    return
  }
  await run('cp', ['-al', join(ROOT, 'node_modules'), target]).catch(() =>
    cp(join(ROOT, 'node_modules'), target, { recursive: true, verbatimSymlinks: true }),
  )
  await rm(join(target, '.cache'), { recursive: true, force: true })
}

async function startIn(cwd: string, program: string, settings: Readonly<Record<string, string>>): Promise<RunningShop> {
  const env = { ...ownEnvironment(), ...settings }
  const child = spawn(process.execPath, [program], { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] })
  const output = collect(child)
  const ended = once(child, 'exit')
  const end = async (signal: NodeJS.Signals) => {
    if (child.exitCode === null && child.signalCode === null) child.kill(signal)
    await ended
  }
  try {
    const address = await output.until(/http:\/\/[\w.]+:[1-9]\d*/)
    return {
      address: address.replace('localhost', '127.0.0.1'),
      untilPrinted: async (pattern) => void (await output.until(pattern)),
      stop: () => end('SIGTERM'),
      kill: () => end('SIGKILL'),
    }
  } catch (error) {
    await end('SIGKILL')
    throw error
  }
}

function collect(child: ChildProcess) {
  const lines: string[] = []
  const waiting = new Set<() => void>()
  for (const stream of [child.stdout, child.stderr]) {
    if (stream === null) continue
    createInterface(stream).on('line', (line) => {
      lines.push(line)
      for (const look of waiting) look()
    })
  }
  return {
    until: (pattern: RegExp) =>
      new Promise<string>((resolve, reject) => {
        const fail = () => reject(new Error(`The shop did not print ${pattern}:\n${lines.join('\n')}`))
        const timer = setTimeout(fail, START_MS)
        const look = () => {
          const found = pattern.exec(lines.join('\n'))?.[0]
          if (found === undefined) return
          clearTimeout(timer)
          waiting.delete(look)
          resolve(found)
        }
        waiting.add(look)
        child.once('exit', fail)
        look()
      }),
  }
}

/** Without the settings of a developer's shell. */
function ownEnvironment(): NodeJS.ProcessEnv {
  const { PATH, HOME, TMPDIR } = process.env
  return { ...(PATH && { PATH }), ...(HOME && { HOME }), ...(TMPDIR && { TMPDIR }) }
}
