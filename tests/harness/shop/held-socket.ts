import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { ROOT } from '../command.ts'

/**
 * Does what systemd does with `packwright.socket`: holds a port, never accepts a connection, and passes the socket to each
 * shop that it is told to start. Node has no socket that only listens.
 */
const HOLDER = `
import os, signal, socket, subprocess, sys
s = socket.socket()
s.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
s.bind(('127.0.0.1', int(sys.argv[1])))
s.listen(4096)
child = None
for line in sys.stdin:
    if line.strip() == 'start':
        command = ['sh', '-c', 'LISTEN_FDS=1 LISTEN_PID=$$ exec "$0" backend/main.ts', sys.argv[2]]
        child = subprocess.Popen(command, pass_fds=(3,), preexec_fn=lambda: os.dup2(s.fileno(), 3))
    else:
        child.send_signal(signal.SIGTERM)
        print('ended', child.wait(), flush=True)
`

/** A port that stays open while shops are started and stopped behind it, one after the other. */
export async function holdSocket(port: number) {
  const dataDir = await mkdtemp(join(tmpdir(), 'shop-held-'))
  const holder = spawn('python3', ['-c', HOLDER, String(port), process.execPath], {
    cwd: ROOT,
    env: { ...process.env, ENV_FILE: '', DATABASE_URL: '', DATA_DIR: dataDir, DEMO: 'on' },
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const ended = once(holder, 'exit')
  const waiting: { text: string; resolve: () => void }[] = []
  createInterface(holder.stdout).on('line', (line) => {
    if (waiting[0] !== undefined && line.includes(waiting[0].text)) waiting.shift()?.resolve()
  })
  const tell = (command: 'start' | 'stop', text: string) =>
    new Promise<void>((resolve) => {
      waiting.push({ text, resolve })
      holder.stdin.write(`${command}\n`)
    })
  return {
    start: () => tell('start', 'The shop is open at'),
    stop: () => tell('stop', 'ended'),
    remove: async () => {
      holder.stdin.end()
      await ended
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
