import { spawn } from 'node:child_process'
import { closeSync, openSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/** Root folder of the repository. */
export const ROOT = join(import.meta.dirname, '../..')

export type CommandResult = { code: number; timedOut: boolean }

export type CommandOptions = {
  /** Minutes until the command and its children are killed. */
  minutes: number
  env?: Record<string, string>
  /** A file for what the command prints; without it the command prints where this process does. */
  log?: string
}

const running = new Set<number>()

/** Runs one of the project's tools, or any command on the PATH, at the root, and streams its output or writes it to a file. */
export function runCommand(name: string, args: readonly string[], options: CommandOptions): Promise<CommandResult> {
  const output = options.log === undefined ? 'inherit' : openSync(options.log, 'w')
  // Its own process group: its children are killed with it.
  const child = spawn(name, args, {
    cwd: ROOT,
    env: { ...process.env, ...options.env, PATH: pathWithTools() },
    stdio: ['ignore', output, output],
    detached: true,
  })
  if (output !== 'inherit') closeSync(output)
  const group = child.pid
  if (group !== undefined) running.add(group)
  return new Promise((resolve) => {
    let timedOut = false
    const timer = setTimeout(() => {
      timedOut = true
      console.error(`\n${name} took more than ${options.minutes} minutes and was ended.`)
      if (group !== undefined) endGroup(group)
    }, options.minutes * 60_000)
    const finish = (code: number) => {
      clearTimeout(timer)
      // Children that outlived it are killed: no database or browser may remain.
      if (group !== undefined) signalGroup(group, 'SIGKILL')
      if (group !== undefined) running.delete(group)
      resolve({ code: timedOut ? 1 : code, timedOut })
    }
    child.once('error', (error) => {
      console.error(`${name} could not be started: ${error.message}`)
      finish(1)
    })
    child.once('exit', (code) => finish(code ?? 1))
  })
}

/** Ends every running command, when the run itself is interrupted. */
export function endRunningCommands(): void {
  for (const group of running) signalGroup(group, 'SIGKILL')
}

/** Sends SIGTERM, on which databases and browsers stop in order, and SIGKILL after 5 seconds. */
function endGroup(group: number): void {
  signalGroup(group, 'SIGTERM')
  setTimeout(() => signalGroup(group, 'SIGKILL'), 5000).unref()
}

function signalGroup(group: number, signal: NodeJS.Signals): void {
  try {
    process.kill(-group, signal)
  } catch {
    // The group no longer exists.
  }
}

/** The project's tools and its own Node come first on the PATH, also when this was not started by an npm script. */
function pathWithTools(): string {
  return [join(ROOT, 'node_modules/.bin'), process.env.PATH ?? ''].join(delimiter)
}
