import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { installFromDebian } from '../debian.ts'

export const HAPROXY = ['haproxy', '/usr/sbin/haproxy']

/** The first of these programs that is installed; `null` without one. */
export function findProgram(names: readonly string[], args: readonly string[] = ['-v']): string | null {
  for (const name of names) {
    try {
      execFileSync(name, args, { stdio: 'ignore' })
      return name
    } catch {
      // Not there.
    }
  }
  return null
}

/** HAProxy, installed if possible; ends the process without one. */
export async function requireHaproxy(): Promise<string> {
  if (findProgram(HAPROXY) === null) await installFromDebian('haproxy')
  const program = findProgram(HAPROXY)
  if (program !== null) return program
  console.error('This test needs HAProxy, and none is installed or could be installed: install the package haproxy.')
  process.exit(1)
}

/** Runs HAProxy with a configuration until it is stopped. */
export async function startHaproxy(
  program: string,
  config: string,
  port: number,
): Promise<{ stop: () => Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'shop-haproxy-'))
  const file = join(folder, 'haproxy.cfg')
  // Only root may become another user.
  await writeFile(file, process.getuid?.() === 0 ? config : config.replace(/^ {4}(?:user|group) haproxy\n/gm, ''))
  const child = spawn(program, ['-f', file, '-db'], { stdio: ['ignore', 'ignore', 'ignore'] })
  const ended = once(child, 'exit')
  await untilListening(port)
  return {
    stop: async () => {
      child.kill('SIGKILL')
      await ended
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Waits until a port accepts connections. */
export async function untilListening(port: number): Promise<void> {
  for (const deadline = performance.now() + 30_000; ; await pause(50)) {
    const socket = connect(port, '127.0.0.1')
    const isThere = await new Promise((resolve) => {
      socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
    })
    socket.destroy()
    if (isThere) return
    if (performance.now() > deadline) throw new Error(`nothing listens on port ${port}`)
  }
}
