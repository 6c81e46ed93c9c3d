import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { freePort } from '../../backend/testing/servers/free-port.ts'
import { ROOT } from '../harness/command.ts'
import { findProgram } from '../harness/servers/haproxy.ts'

/** Whether a program of this name is on the PATH. */
function isThere(name: string): boolean {
  try {
    execFileSync('sh', ['-c', `command -v ${name}`], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

const SHELL = '#!/bin/sh\n'
const COMMAND = `cd ${ROOT} && exec npm start`

type Place = { folder: string; log: string }

/** Programs that start the shop by `npm start`; `stop` is what tells each to end it. */
const MANAGERS: readonly {
  name: string
  needs: string
  /** Files by name, and the command that starts it. */
  files: (place: Place) => Record<string, string>
  start: readonly string[]
  stop: (pid: number, place: Place) => void
}[] = [
  {
    name: 'a script with kill $!',
    needs: 'sh',
    files: ({ log }) => ({
      run: `${SHELL}cd ${ROOT}\nnpm start >${log} 2>&1 &\ntrap 'kill $!; wait $!; exit 0' TERM\nwait $!\n`,
    }),
    start: ['./run'],
    stop: (pid) => process.kill(pid, 'SIGTERM'),
  },
  {
    name: 'a terminal that is closed',
    needs: 'script',
    files: ({ log }) => ({ run: `${SHELL}cd ${ROOT}\nexec npm start >${log} 2>&1\n` }),
    start: ['script', '--quiet', '--command', './run', '/dev/null'],
    stop: (pid) => process.kill(pid, 'SIGKILL'),
  },
  {
    name: 'runit',
    needs: 'runsv',
    files: ({ log }) => ({ run: `${SHELL}exec >${log} 2>&1\n${COMMAND}\n` }),
    start: ['runsv', '.'],
    stop: (_, { folder }) => void execFileSync('sv', ['-w', '30', 'exit', folder]),
  },
  {
    name: 'supervisord',
    needs: 'supervisord',
    files: ({ folder, log }) => ({
      'supervisord.conf': `[supervisord]\nnodaemon=true\nuser=root\npidfile=${folder}/pid\nlogfile=${folder}/supervisord.log\n[program:shop]\ncommand=npm start\ndirectory=${ROOT}\nstopwaitsecs=30\nredirect_stderr=true\nstdout_logfile=${log}\n`,
    }),
    start: ['supervisord', '-c', './supervisord.conf'],
    stop: (pid) => process.kill(pid, 'SIGTERM'),
  },
]

let place: Place
let port: number
beforeEach(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'shop-manager-'))
  place = { folder, log: join(folder, 'shop.log') }
  port = await freePort()
  await mkdir(join(folder, 'data'))
})
afterEach(() => rm(place.folder, { recursive: true, force: true, maxRetries: 5 }))

const isAlive = () =>
  fetch(`http://127.0.0.1:${port}/healthz`).then(
    ({ ok }) => ok,
    () => false,
  )

for (const { name, needs, files, start, stop } of MANAGERS) {
  test.skipIf(!isThere(needs) || findProgram(['npm'], ['--version']) === null)(
    `${name} ends the shop that npm started, gently and wholly (skipped where ${needs} is missing)`,
    async () => {
      for (const [file, text] of Object.entries(files(place))) {
        await writeFile(join(place.folder, file), text)
        await chmod(join(place.folder, file), 0o755)
      }
      const [command = '', ...args] = start
      const { NODE_ENV: _, VITEST: __, ...environment } = process.env
      const child = spawn(command, args, {
        cwd: place.folder,
        stdio: 'ignore',
        env: { ...environment, ENV_FILE: '', DATA_DIR: join(place.folder, 'data'), PORT: String(port) },
      })
      const ended = once(child, 'exit')
      await expect.poll(isAlive, { timeout: 60_000 }).toBe(true)
      const note = JSON.parse(await readFile(join(place.folder, 'data/running.json'), 'utf8'))
      stop(child.pid ?? 0, place)
      await ended
      // Only a gentle end takes back the note.
      await expect.poll(() => readFile(join(place.folder, 'data/running.json')).catch(() => 'gone')).toBe('gone')
      await expect.poll(() => readFile(`/proc/${note.pid}/stat`).catch(() => 'gone')).toBe('gone')
      expect(await isAlive()).toBe(false)
    },
  )
}
