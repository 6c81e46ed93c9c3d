import { execFile, execFileSync, spawn } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { freePort } from '../../backend/testing/servers/free-port.ts'
import { ROOT } from '../harness/command.ts'
import { findProgram } from '../harness/servers/haproxy.ts'
import { shippedConfig } from '../harness/servers/shipped-config.ts'

const run = promisify(execFile)
const SYSTEMD = '/lib/systemd/systemd'
/** Where the units expect the project, a link to a folder per version. */
const PROJECT = '/opt/packwright'
const PROBE_INTERVAL_MS = 50

/** Whether this machine lets us start another systemd, in namespaces of its own. */
const canStart =
  findProgram([SYSTEMD], ['--version']) !== null &&
  findProgram(['unshare'], ['--fork', '--pid', '--mount', '--mount-proc', 'true']) !== null

/**
 * Starts a systemd that knows our units only, and has processes and writable folders of its own; network and programs are
 * this machine's. It sees the project in two folders of versions.
 */
const INIT = `set -e
mount --make-rprivate /
for folder in /run /opt /var/lib; do mount -t tmpfs tmpfs $folder; done
for version in 1 2; do mkdir ${PROJECT}-$version; mount --bind ${ROOT} ${PROJECT}-$version; done
ln -s ${PROJECT}-1 ${PROJECT}
mkdir /run/units /run/none
cp "$1"/packwright.* /run/units/
printf '[Unit]\\nDefaultDependencies=no\\n' > /run/units/test.target
mount -t tmpfs tmpfs /tmp
exec env -i PATH="$PATH" container=test SYSTEMD_UNIT_PATH=/run/units SYSTEMD_GENERATOR_PATH=/run/none ${SYSTEMD} --system --unit=test.target --log-target=null
`
/** The test's systemd has none of the targets that units depend on by default. */
const UNIT_WITHOUT_DEPENDENCIES = '[Unit]\nDefaultDependencies=no'

let folder: string
let port: number
let pid: number

beforeAll(async () => {
  if (!canStart) return
  port = await freePort()
  folder = await mkdtemp(join(tmpdir(), 'shop-systemd-'))
  const changes = new Map([
    ['[Unit]', UNIT_WITHOUT_DEPENDENCIES],
    ['Wants=network-online.target', ''],
    ['User=packwright', 'User=nobody'],
    ['Group=packwright', 'Group=nogroup'],
    ['/etc/packwright.env', '/run/units/packwright.env'],
    ['WatchdogSec=60', 'WatchdogSec=6'],
  ])
  const unit = await shippedConfig('systemd/packwright.service', changes)
  const places = new Map([
    ['[Unit]', UNIT_WITHOUT_DEPENDENCIES],
    ['127.0.0.1:3000', `127.0.0.1:${port}`],
  ])
  await writeFile(join(folder, 'packwright.service'), unit)
  await writeFile(join(folder, 'packwright.socket'), await shippedConfig('systemd/packwright.socket', places))
  await writeFile(join(folder, 'packwright.env'), `PORT=${port}\n`)
  const init = spawn(
    'unshare',
    ['--fork', '--kill-child', '--pid', '--mount', '--uts', '--ipc', '--mount-proc', 'sh', '-c', INIT, 'sh', folder],
    { stdio: 'ignore' },
  )
  pid = await vi.waitFor(() => childOf(init.pid ?? 0), { timeout: 50_000 })
  const isUp = async () => expect(await systemctl('list-jobs')).toContain('No jobs')
  await vi.waitFor(isUp, { timeout: 50_000, interval: 500 })
})

afterAll(async () => {
  if (!canStart) return
  await systemctl('stop', 'packwright.socket', 'packwright').catch(() => {})
  // With the first process of a namespace all others end.
  process.kill(pid, 'SIGKILL')
  await rm(folder, { recursive: true, force: true, maxRetries: 5 })
})

/** The process that a process has started; throws while there is none. */
function childOf(parent: number): number {
  return Number(execFileSync('pgrep', ['--parent', String(parent)], { encoding: 'utf8' }).trim())
}

async function inside(...command: readonly string[]): Promise<string> {
  const { stdout } = await run('nsenter', ['-t', String(pid), '-m', '-p', '-u', '-i', ...command])
  return stdout.trim()
}
const systemctl = (...args: readonly string[]) => inside('systemctl', ...args)
const shown = (property: string) => systemctl('show', '--property', property, '--value', 'packwright')
const kill = async (signal: string) => inside('kill', `-${signal}`, await shown('MainPID'))
const health = async () => (await fetch(`http://127.0.0.1:${port}/healthz`)).status

/** Requests over new connections until `during` ends: the status of each, or why it failed. */
async function probe(during: () => Promise<void>): Promise<unknown[]> {
  const results: Promise<unknown>[] = []
  let isOver = false
  const over = during().finally(() => {
    isOver = true
  })
  while (!isOver) {
    const request = fetch(`http://127.0.0.1:${port}/healthz`, { headers: { connection: 'close' } })
    results.push(
      request.then(
        ({ status }) => status,
        (error) => error.cause?.code ?? error,
      ),
    )
    await delay(PROBE_INTERVAL_MS)
  }
  await over
  return Promise.all(results)
}

const realSystemd = test.skipIf(!canStart)

realSystemd('the unit is up once the shop answers (skipped where no systemd can be started)', async () => {
  await systemctl('start', 'packwright')
  expect(await health()).toBe(200)
  expect(await inside('ls', '/var/lib/packwright')).toContain('shop.sqlite')
})

realSystemd(
  'a killed shop is started again, and one that hangs too (skipped where no systemd can be started)',
  async () => {
    for (const [signal, restarts] of [
      ['KILL', '1'],
      ['STOP', '2'],
    ] as const) {
      await kill(signal)
      await expect.poll(() => shown('NRestarts'), { timeout: 30_000 }).toBe(restarts)
      await expect.poll(() => shown('ActiveState'), { timeout: 30_000 }).toBe('active')
      expect(await health()).toBe(200)
    }
  },
)

realSystemd(
  'with the socket no connection is refused while versions are switched (skipped where no systemd can be started)',
  async () => {
    await systemctl('stop', 'packwright')
    await systemctl('start', 'packwright.socket', 'packwright')
    for (const version of [2, 1]) {
      const results = await probe(async () => {
        await inside('ln', '--symbolic', '--no-dereference', '--force', `${PROJECT}-${version}`, PROJECT)
        await systemctl('restart', 'packwright')
      })
      expect(results).not.toEqual([])
      expect(results.filter((result) => result !== 200)).toEqual([])
      expect(await inside('readlink', `/proc/${await shown('MainPID')}/cwd`)).toBe(`${PROJECT}-${version}`)
    }
  },
)

realSystemd('it ends gently (skipped where no systemd can be started)', async () => {
  await systemctl('stop', 'packwright.socket', 'packwright')
  expect(await shown('Result')).toBe('success')
  // The note is removed by a gentle end only.
  expect(await inside('ls', '/var/lib/packwright')).not.toContain('running.json')
})
