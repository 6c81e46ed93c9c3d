import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { expect, onTestFinished, test } from 'vitest'
import { startShop } from '../harness/shop/shop-server.ts'

/** Prints each message that arrives, as systemd would read it. */
const LISTENER = `
import socket, sys
s = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
s.bind(sys.argv[1])
print('listening', flush=True)
while True: print(s.recv(4096).decode().replace('\\n', ' '), flush=True)
`

function has(program: string): boolean {
  try {
    execFileSync(program, ['--version'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

test.skipIf(!has('systemd-notify') || !has('python3'))(
  'systemd is told that the shop is ready, lives and stops (skipped where systemd or Python is missing)',
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'shop-notify-'))
    const socket = join(folder, 'notify')
    const listener = spawn('python3', ['-c', LISTENER, socket], { stdio: ['ignore', 'pipe', 'inherit'] })
    onTestFinished(async () => {
      listener.kill('SIGKILL')
      await once(listener, 'exit')
      await rm(folder, { recursive: true })
    })
    const messages: string[] = []
    createInterface(listener.stdout).on('line', (line) => messages.push(line))
    await expect.poll(() => existsSync(socket)).toBe(true)
    const shop = await startShop({ NOTIFY_SOCKET: socket, WATCHDOG_USEC: '900000' })
    await expect.poll(() => messages.join(' ')).toContain('READY=1')
    const lives = () => messages.filter((line) => line.includes('WATCHDOG=1')).length
    await expect.poll(lives).toBeGreaterThan(1)
    expect(messages.join(' ')).not.toContain('STOPPING')
    await shop.stop()
    await expect.poll(() => messages.join(' ')).toContain('STOPPING=1')
  },
)
