import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'

/** A machine of its own: a network namespace with one address in a network of such machines. */
export type Machine = {
  address: string
  /** Starts a program there. */
  start: (
    command: string,
    args: readonly string[],
    options?: { user?: string; env?: Record<string, string> },
  ) => ChildProcess
  /** Kills all that runs there, as a power failure would. */
  kill: () => void
  /** Takes the network away, and gives it back. */
  cut: () => void
  connect: () => void
}

const LAN = 'shop-lan'
const ip = (...args: string[]) => execFileSync('ip', args, { stdio: ['ignore', 'pipe', 'pipe'], encoding: 'utf8' })

/** Whether this user may make network namespaces. */
export function mayMakeMachines(): boolean {
  try {
    ip('netns', 'add', `${LAN}-try`)
    ip('netns', 'delete', `${LAN}-try`)
    return true
  } catch {
    return false
  }
}

/** Makes so many machines in a network of their own, which no packet leaves. */
export function makeMachines(count: number): { machines: Machine[]; remove: () => Promise<void> } {
  const names = Array.from({ length: count }, (_, index) => `shop-${index + 1}`)
  const children: ChildProcess[] = []
  ip('netns', 'add', LAN)
  ip('-n', LAN, 'link', 'add', 'bridge', 'type', 'bridge')
  ip('-n', LAN, 'link', 'set', 'bridge', 'up')
  const machines = names.map((name, index) => {
    const address = `10.0.0.${11 + index}`
    ip('netns', 'add', name)
    ip('-n', name, 'link', 'set', 'lo', 'up')
    ip('-n', LAN, 'link', 'add', name, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', name)
    ip('-n', LAN, 'link', 'set', name, 'master', 'bridge', 'up')
    ip('-n', name, 'address', 'add', `${address}/24`, 'dev', 'eth0')
    ip('-n', name, 'link', 'set', 'eth0', 'up')
    const start: Machine['start'] = (command, args, { user, env = {} } = {}) => {
      const as = user === undefined ? [] : ['runuser', '-u', user, '--']
      const child = spawn('ip', ['netns', 'exec', name, ...as, command, ...args], {
        env: { ...process.env, ...env },
        stdio: ['ignore', 'pipe', 'inherit'],
      })
      children.push(child)
      return child
    }
    return { address, start, kill: () => killAll(name), cut: () => link('down'), connect: () => link('up') }

    function link(state: 'up' | 'down'): void {
      ip('-n', LAN, 'link', 'set', name, state)
    }
  })
  return {
    machines,
    remove: async () => {
      for (const name of names) killAll(name)
      await Promise.all(children.map((child) => (child.exitCode ?? child.signalCode) === null && once(child, 'exit')))
      for (const name of [...names, LAN]) ip('netns', 'delete', name)
    },
  }
}

function killAll(name: string): void {
  for (const pid of ip('netns', 'pids', name).split('\n').filter(Boolean)) {
    try {
      process.kill(Number(pid), 'SIGKILL')
    } catch {
      // It ended by itself.
    }
  }
}
