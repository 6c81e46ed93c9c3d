import { type ChildProcess, execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { ROOT } from '../harness/command.ts'
import { findProgram, HAPROXY } from '../harness/servers/haproxy.ts'
import { shippedConfig } from '../harness/servers/shipped-config.ts'
import { type Machine, makeMachines, mayMakeMachines } from './machines.ts'

const haproxy = findProgram(HAPROXY)
const hasAll =
  haproxy !== null &&
  findProgram(['patroni'], ['--version']) !== null &&
  findProgram(['etcd'], ['--version']) !== null &&
  existsSync('/usr/lib/postgresql/15/bin/postgres') &&
  mayMakeMachines()

/** Seconds that writes go on after each event. */
const LASTS_MS = 5000
/** A failover takes the `ttl` of Patroni and more on a busy machine. */
const TIMEOUT = { timeout: 180_000, interval: 500 }
/** Both answer to the minute; what two say within this time they say together. */
const TOGETHER_MS = 300

test.skipIf(!hasAll)(
  'no acknowledged write is missing and there are never two primaries: the primary is killed and comes back, HAProxy is restarted and reloaded, a network is cut (skipped without root, Patroni, etcd, PostgreSQL 15 or HAProxy)',
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'shop-patroni-'))
    await chmod(folder, 0o755)
    const { machines, remove } = makeMachines(3)
    onTestFinished(async () => {
      await remove()
      await rm(folder, { recursive: true, force: true })
    })
    const trial = await startTrial(machines, folder)
    const began = Date.now()
    await pause(LASTS_MS)

    const first = await trial.primary()
    console.info(`kill -9 of all on machine ${first + 1}, the primary …`)
    trial.machineOf(first).kill()
    await trial.untilWritten()
    expect(await trial.primary()).toBe(1 - first)

    console.info('it comes back …')
    await trial.startMachine(first)
    await trial.untilStandby(first)
    await trial.untilWritten()

    console.info('HAProxy is restarted, and reloaded three times …')
    trial.restartHaproxy()
    await trial.untilWritten()
    for (let times = 0; times < 3; times += 1) {
      await trial.reloadHaproxy()
      await trial.untilWritten()
    }

    const second = await trial.primary()
    console.info(`the network of machine ${second + 1}, the primary, is cut …`)
    trial.machineOf(second).cut()
    await trial.untilWritten()
    expect(await trial.primary()).toBe(1 - second)
    await pause(LASTS_MS)
    trial.machineOf(second).connect()
    await trial.untilStandby(second)
    await trial.untilWritten()

    const { acknowledged, stored } = await trial.stop()
    const missing = acknowledged.filter((number) => !stored.has(number))
    const seconds = Math.round((Date.now() - began) / 1000)
    console.info(`${acknowledged.length} writes acknowledged in ${seconds} s, ${missing.length} missing`)
    expect(acknowledged.length).toBeGreaterThan(500)
    expect(missing).toEqual([])
    expect(trial.primariesTogether()).toEqual([])
  },
  900_000,
)

async function startTrial(machines: readonly Machine[], folder: string) {
  const [web = fail()] = machines.slice(2)
  const machineOf = (index: number) => machines[index] ?? fail()
  const seen: number[][] = [[], []]
  for (const index of [0, 1, 2]) await startEtcd(index)
  for (const index of [0, 1]) await startPatroni(index)
  await expect.poll(primary, TIMEOUT).toBeGreaterThanOrEqual(0)
  await untilStandby(1 - (await primary()))
  const address = machineOf(await primary()).address
  psql(address, 'postgres', "create role shop login password 'secret'")
  psql(address, 'postgres', 'create database shop owner shop')
  psql(address, 'shop', 'create table numbers (number integer primary key); alter table numbers owner to shop')

  const config = join(folder, 'haproxy.cfg')
  const databases = [0, 1].map((index) => [`10.0.0.1${1 + index}:5432`, `${machineOf(index).address}:5432`] as const)
  await writeFile(config, await shippedConfig('haproxy/haproxy.cfg', new Map(databases)))
  let balancer = startHaproxy()
  const script = join(ROOT, 'tests/deploy/patroni-load.ts')
  const acknowledged: number[] = []
  await pause(2000)
  const writer = web.start(process.execPath, [script, 'write', 'postgres://shop:secret@127.0.0.1:5400/shop'])
  collect(writer, (line) => acknowledged.push(Number(line)))
  await untilWritten()

  return {
    machineOf,
    primary,
    untilStandby,
    untilWritten,
    startMachine: async (index: number) => {
      await startEtcd(index)
      await startPatroni(index)
    },
    restartHaproxy: () => {
      balancer.kill('SIGKILL')
      balancer = startHaproxy()
    },
    /** Reloads like `systemctl reload haproxy`: a new process takes over, and the old one ends with its connections. */
    reloadHaproxy: async () => {
      const old = balancer
      balancer = startHaproxy('-sf', String(old.pid))
      await pause(1000)
      old.kill('SIGKILL')
    },
    stop: async () => {
      writer.kill('SIGKILL')
      balancer.kill('SIGKILL')
      const rows = psql(machineOf(await primary()).address, 'shop', 'select number from numbers')
      return { acknowledged, stored: new Set(rows.split('\n').map(Number)) }
    },
    /** Times at which both said that they are primary. */
    primariesTogether: () => {
      const [one = [], other = []] = seen
      return one.filter((time) => other.some((another) => Math.abs(another - time) < TOGETHER_MS))
    },
  }

  async function startEtcd(index: number): Promise<void> {
    const file = await readFile(join(ROOT, 'deploy/patroni/etcd.env'), 'utf8')
    const settings = [...file.matchAll(/^(ETCD_\w+)=(.*)$/gm)].map(([, name = '', value = '']) => {
      const isOwn = !['ETCD_INITIAL_CLUSTER', 'ETCD_INITIAL_CLUSTER_TOKEN', 'ETCD_INITIAL_CLUSTER_STATE'].includes(name)
      const own = value.replaceAll('10.0.0.11', machineOf(index).address).replace('etcd1', `etcd${index + 1}`)
      return [name, isOwn ? own : value]
    })
    const data = join(folder, `etcd-${index}`)
    await mkdir(data, { recursive: true, mode: 0o700 })
    const env = { ...Object.fromEntries(settings), ETCD_DATA_DIR: data }
    machineOf(index).start('sh', ['-c', `exec etcd >>${folder}/etcd-${index}.log 2>&1`], { env })
  }

  async function startPatroni(index: number): Promise<void> {
    const home = join(folder, `database-${index}`)
    await mkdir(home, { recursive: true })
    execFileSync('chown', ['postgres:', home])
    const config = await shippedConfig(
      'patroni/patroni.yml',
      new Map([
        ['connect_address: 10.0.0.11', `connect_address: ${machineOf(index).address}`],
        ['name: database1', `name: database${index + 1}`],
        ['/var/lib/postgresql/15/shop', join(home, 'data')],
        // The user's home, where Patroni writes its file of passwords, belongs to the machine.
        ['  bin_dir:', `  pgpass: ${home}/pgpass\n  parameters: { unix_socket_directories: '${home}' }\n  bin_dir:`],
      ]),
    )
    const file = join(home, 'patroni.yml')
    await writeFile(file, config)
    const machine = machineOf(index)
    machine.start('sh', ['-c', `exec patroni ${file} >>${home}/log 2>&1`], { user: 'postgres' })
    const watcher = machine.start(process.execPath, [join(ROOT, 'tests/deploy/patroni-load.ts'), 'watch', '127.0.0.1'])
    collect(watcher, (line) => seen[index]?.push(Number(line)))
  }

  function startHaproxy(...args: string[]): ChildProcess {
    return web.start(haproxy ?? '', ['-f', join(folder, 'haproxy.cfg'), '-db', ...args])
  }

  /** Which of the two is primary, as the third machine sees it; -1 without one. */
  async function primary(): Promise<number> {
    const answers = [0, 1].map((index) => isAnswered(machineOf(index).address, 'primary'))
    return answers.indexOf(true)
  }

  async function untilStandby(index: number): Promise<void> {
    await expect.poll(() => isAnswered(machineOf(index).address, 'sync'), TIMEOUT).toBe(true)
  }

  function isAnswered(address: string, what: string): boolean {
    const code = `import sys, urllib.request as u; u.urlopen(u.Request(sys.argv[1]), timeout=2)`
    try {
      execFileSync('ip', ['netns', 'exec', 'shop-3', 'python3', '-c', code, `http://${address}:8008/${what}`], {
        stdio: 'ignore',
      })
      return true
    } catch {
      return false
    }
  }

  /** Waits until writes that begin from now on are acknowledged again. */
  async function untilWritten(): Promise<void> {
    await pause(1000)
    const before = acknowledged.length
    await expect.poll(() => acknowledged.length, TIMEOUT).toBeGreaterThan(before + 50)
    await pause(LASTS_MS)
  }
}

function collect(child: ChildProcess, onLine: (line: string) => void): void {
  if (child.stdout !== null) createInterface(child.stdout).on('line', onLine)
}

function psql(address: string, database: string, statement: string): string {
  const args = ['-h', address, '-U', 'postgres', '-d', database, '-v', 'ON_ERROR_STOP=1', '-Atc', statement]
  const env = { ...process.env, PGPASSWORD: 'set-a-password' }
  return execFileSync('ip', ['netns', 'exec', 'shop-3', '/usr/lib/postgresql/15/bin/psql', ...args], {
    encoding: 'utf8',
    env,
  })
}

function fail(): never {
  throw new Error('there are fewer machines')
}
