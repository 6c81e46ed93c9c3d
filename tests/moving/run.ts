import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { createClient } from '@shop/contract/http/client'
import { openStore } from '../../backend/platform/database/database.ts'
import { readFlags } from '../../backend/platform/process/read-flags.ts'
import { restorableRowsOf, rowsOf } from '../../backend/testing/files/backup-fixtures.ts'
import { buildImage } from '../../backend/testing/test-catalog.ts'
import { startCluster, untilReady } from '../harness/servers/cluster.ts'
import { requireHaproxy } from '../harness/servers/haproxy.ts'
import { startReading, warm } from '../harness/shop/readers.ts'
import { firstAfter, KINDS, placeOrders, recoveryMs, startWriting } from '../harness/shop/writers.ts'
import { asOwner } from './as-owner.ts'
import { commitOf, findOlderCommit } from './older-commit.ts'
import { cloneAt, type OwnerFolder, type RunningShop } from './owner-folder.ts'
import { countRows, missingRows, wrongPictures } from './same-shop.ts'

/**
 * `npm run test:moving`: a shop's whole way, on two clones of the project. An older version (`MOVING_FROM`, by default
 * the one before the last migration) is started, changed, backed up and updated to the committed version; the backup is
 * restored into PostgreSQL, three nodes serve it under load, one is killed, and the primary too, which comes back as it
 * was. The shop that comes out must be the one that went in. Takes about five minutes; loopback only.
 */
const PICTURE = 'campus-slim-blue-quarter.jpg'
const [NAME, PRICE] = ['Rucksack & Daughters', 83.5]
const ORDERS = 2000
const LOAD_MS = 6000
const DECISION_MS = 2000
const MAX_RECOVERY_MS = 10_000
const TIMEOUT_MS = 30_000

readFlags({
  command: 'npm run test:moving',
  does: "A shop's whole way from an older version, named in MOVING_FROM, to PostgreSQL on three nodes.",
})
const haproxy = await requireHaproxy()

const failures: string[] = []
function check(isTrue: boolean, sentence: string): void {
  console.info(`${isTrue ? 'yes' : 'NO '}  ${sentence}`)
  if (!isTrue) failures.push(sentence)
}

const cleanUp: (() => Promise<unknown>)[] = []
const began = performance.now()
try {
  await prove(haproxy)
} catch (error) {
  console.error(error)
  failures.push('it ended early')
} finally {
  for (const stop of cleanUp.reverse()) await stop().catch(() => {})
}
const seconds = Math.round((performance.now() - began) / 1000)
console.info(
  `\n${failures.length === 0 ? 'Every promise was kept' : `Broken: ${failures.join('; ')}`}, in ${seconds} s.`,
)
process.exitCode = failures.length === 0 ? 0 : 1

async function prove(program: string): Promise<void> {
  const [from, to] = [olderCommit(), commitOf('HEAD')]
  console.info(`From ${from.slice(0, 10)} to ${to.slice(0, 10)}: the first folder …`)
  const first = await cloneAt(from, { PORT: '0', DEMO: 'off', BACKUP_DIR: '' })
  cleanUp.push(first.remove)
  const archive = join(first.path, 'shop.tar')
  await changeAndBackUp(first, archive)
  const location = { databaseUrl: null, dataDir: join(first.path, 'data') }
  const before = await restorableRowsOf(location)
  await updateInPlace(first, to)

  console.info('The second folder: PostgreSQL and three nodes …')
  const cluster = await startCluster(program, 3)
  cleanUp.push(cluster.stop)
  const second = await cloneAt(to, {
    DATABASE_URL: cluster.databaseUrl,
    ADMIN_SECRET: 'the same secret on all three nodes',
    TRUST_PROXY: '127.0.0.1',
    LOG_LEVEL: 'silent',
  })
  cleanUp.push(second.remove)
  const restored = await second.shop('backup', 'restore', archive)
  console.info(restored.trim())
  const primary = { databaseUrl: `postgres://shop@127.0.0.1:${cluster.pair.primary.port}/shop`, dataDir: '' }
  const lost = missingRows(before, await rowsOf(primary), { strict: true })
  const media = before.media ?? []
  check(
    lost.length === 0,
    `all ${countRows(before)} rows of SQLite are in PostgreSQL, and no others ${lost.slice(0, 3)}`,
  )

  await second.build()
  await placeOrders({ databaseUrl: cluster.databaseUrl, dataDir: '' }, ORDERS)
  const nodes = await Promise.all(cluster.nodePorts.map((port) => startNode(second, port)))
  await warm(nodes.map(({ address }) => address))
  await untilReady(cluster.address)
  const wrong = await wrongPictures(cluster.address, media)
  check(
    wrong.length === 0,
    `all ${media.length} pictures and videos come byte by byte from PostgreSQL ${wrong.slice(0, 3)}`,
  )

  const { reading, writing, promotedAt } = await killNodeAndPrimary(cluster, nodes)
  const standby = { databaseUrl: `postgres://shop@127.0.0.1:${cluster.pair.standby.port}/shop`, dataDir: '' }
  const store = await openStore(standby)
  cleanUp.push(store.close)
  for (const [index, kind] of KINDS.entries()) {
    const { acknowledged, rejected } = writing[index]?.written ?? { acknowledged: [], rejected: 0 }
    const stored = await kind.stored(store.database)
    const missing = acknowledged.filter(({ number }) => !stored.has(number)).length
    const back = recoveryMs({ acknowledged, rejected }, promotedAt)
    const facts = `${acknowledged.length} acknowledged, ${rejected} rejected meanwhile, ${missing} missing`
    check(
      missing === 0 && back < MAX_RECOVERY_MS && acknowledged.length > 0,
      `${kind.name}: ${facts}, back ${(back / 1000).toFixed(1)} s after the promotion`,
    )
  }
  const { requested, failed, slowest } = reading.pages
  check(failed === 0, `pages: ${requested} requested, ${failed} failed, the slowest took ${Math.round(slowest)} ms`)
  const gone = missingRows(before, await rowsOf(standby), { strict: false })
  check(gone.length === 0, `every row of the owner's is in the promoted standby as it was ${gone.slice(0, 3)}`)
  const changed = await wrongPictures(cluster.address, media)
  check(changed.length === 0, `all ${media.length} pictures are as they were`)
  await checkShop(cluster.address, 'after both kills')
}

function olderCommit(): string {
  const commit = process.env.MOVING_FROM ? commitOf(process.env.MOVING_FROM) : findOlderCommit()
  if (commit === null) throw new Error('this clone lacks the history before the last migration: git fetch --unshallow')
  return commit
}

/** Makes the changes of an owner's first weeks (name, price, picture, old orders) while shoppers write, and a backup. */
async function changeAndBackUp(folder: OwnerFolder, archive: string): Promise<void> {
  const shop = await folder.start('scripts/start.ts')
  cleanUp.push(shop.kill)
  await shop.untilPrinted(/photographs and videos were imported/)
  const goods = join(folder.path, 'goods')
  await folder.shop('catalog', 'export', goods)
  const file = join(goods, 'products.json')
  const products = await readFile(file, 'utf8')
  await writeFile(file, products.replace(/("price": )79\b/, `$1${PRICE}`))
  await writeFile(join(goods, 'photos', PICTURE), await buildImage(900))
  await folder.shop('catalog', 'import', goods, '--yes')
  const orders = [
    'order_id,order_date,first_name,last_name,email,product_id,product_name,price,quantity',
    '55,2026-10-01,Ada,Lovelace,ada@shop.example,101,Campus,79,2',
  ]
  await asOwner(folder, shop.address, async (owner) => {
    await owner.rename(NAME)
    await owner.importOrders(orders, 'delivered')
  })
  const call = createClient(shop.address, (url, init) => fetch(url, init))
  for (const kind of KINDS.slice(0, 2)) await kind.write(call, 900_001)
  await pause(1500)
  await checkShop(shop.address, 'in the old version')
  await folder.shop('backup', 'create', archive)
  await shop.stop()
}

async function updateInPlace(folder: OwnerFolder, commit: string): Promise<void> {
  await folder.update(commit)
  const shop = await folder.start('scripts/start.ts')
  cleanUp.push(shop.kill)
  const backups = await readdir(join(folder.path, 'data/backups')).catch(() => [])
  check(backups.length === 1, `the update made a backup first: ${backups.join()}`)
  await checkShop(shop.address, 'after the update')
  await shop.stop()
}

async function checkShop(address: string, when: string): Promise<void> {
  const home = await (await fetch(`${address}/about`, { headers: { accept: 'text/html' } })).text()
  const product = await (await fetch(`${address}/api/products/101`)).text()
  const isChanged = home.includes('Rucksack &amp; Daughters') && product.includes(String(PRICE))
  check(isChanged, `name and price are on the pages ${when}`)
}

function startNode(folder: OwnerFolder, port: number): Promise<RunningShop> {
  return folder
    .start('backend/main.ts', { PORT: String(port), DATA_DIR: join(folder.path, `data-${port}`) })
    .then((node) => {
      cleanUp.push(node.kill)
      return node
    })
}

async function killNodeAndPrimary(
  { address, pair }: Awaited<ReturnType<typeof startCluster>>,
  [firstNode]: readonly RunningShop[],
) {
  const reading = startReading(address)
  const writing = KINDS.map((kind) => startWriting(kind, address, 0))
  await pause(LOAD_MS)
  console.info('kill -9 one of three nodes …')
  await firstNode?.kill()
  const killedAt = performance.now()
  await Promise.all(writing.map(({ written }) => firstAfter(written, killedAt, TIMEOUT_MS)))
  await pause(LOAD_MS)
  console.info('kill -9 the primary, promote the standby …')
  await pair.primary.kill()
  await pause(DECISION_MS)
  await pair.promote()
  const promotedAt = performance.now()
  await Promise.all(writing.map(({ written }) => firstAfter(written, promotedAt, TIMEOUT_MS)))
  await pause(LOAD_MS)
  console.info('The old primary comes back as it was …')
  await pair.primary.start()
  await pause(LOAD_MS)
  await Promise.all([...writing.map(({ stop }) => stop()), reading.stop()])
  return { reading, writing, promotedAt }
}
