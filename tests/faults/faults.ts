import { execFileSync, spawnSync } from 'node:child_process'
import { cp, mkdtemp, open, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { sqliteFile } from '../../backend/platform/database/database.ts'
import type { PostgresNode } from '../../backend/testing/servers/durable-postgres.ts'
import { openDatabaseProxy } from '../../backend/testing/servers/tcp-proxy.ts'
import { ROOT } from '../harness/command.ts'
import { OWNERS_SHOP, startShop } from '../harness/shop/shop-server.ts'
import { shopTemplate } from '../harness/shop/shop-template.ts'
import { countMissing, KINDS, placeOrders, startWriting } from '../harness/shop/writers.ts'
import { mountSmallDisk, type SmallDisk } from '../harness/small-disk.ts'
import { type FaultResult, runFaults } from './shop-under-load.ts'

const LASTS_MS = 8000
const DELAY_MS = 300

/** PostgreSQL silent, slow, cut off, restarted and killed, under load. */
export async function runDatabaseFaults(postgres: PostgresNode & { url: string }): Promise<FaultResult[]> {
  const { proxy, url } = await openDatabaseProxy(postgres.url)
  const shop = await startShop({ DATABASE_URL: url, TRUST_PROXY: '127.0.0.1' })
  try {
    return await runFaults(shop.address, { databaseUrl: postgres.url, dataDir: shop.dataDir }, [
      { name: 'database silent', lastsMs: LASTS_MS, begin: proxy.silence, end: proxy.repair },
      { name: 'database silent on old connections', lastsMs: LASTS_MS, begin: proxy.silenceOld, end: () => {} },
      {
        name: `database slow (${DELAY_MS} ms each way)`,
        lastsMs: LASTS_MS,
        begin: () => proxy.delay(DELAY_MS),
        end: () => proxy.delay(0),
      },
      { name: 'database cut off', lastsMs: LASTS_MS, begin: proxy.cut, end: proxy.repair },
      { name: 'database killed and started again', lastsMs: LASTS_MS, begin: postgres.kill, end: postgres.start },
    ])
  } finally {
    await shop.stop()
    await proxy.close()
  }
}

/** A disk that is full, and one that may only be read. Both need a file system of their own, which only root may mount. */
export async function runDiskFaults(): Promise<FaultResult[]> {
  const disk = await mountSmallDisk()
  if (disk === null)
    return [{ fault: 'disk full, disk read-only', seen: 'not tried: this needs root, to mount a disk', passed: true }]
  try {
    await cp(await shopTemplate(), disk.folder, { recursive: true })
    return [...(await fillUnderLoad(disk)), await backUpOnFullDisk(disk), startReadOnly(disk.folder)]
  } finally {
    await disk.unmount()
  }
}

async function fillUnderLoad({ folder, fill, free }: SmallDisk): Promise<FaultResult[]> {
  const shop = await startShop({ TRUST_PROXY: '127.0.0.1' }, { dataDir: folder })
  try {
    const location = { databaseUrl: null, dataDir: folder }
    return await runFaults(shop.address, location, [
      {
        name: 'disk full',
        lastsMs: LASTS_MS,
        begin: fill,
        end: free,
      },
    ])
  } finally {
    await shop.kill()
    await free()
  }
}

async function backUpOnFullDisk({ folder, fill, free }: SmallDisk): Promise<FaultResult> {
  const file = join(folder, 'shop.tar')
  await fill()
  const failed = backUp(file, folder)
  await free()
  const retried = backUp(file, folder)
  return {
    fault: 'disk full during a backup',
    seen: `"${failed.message}", and with room again exit code ${retried.status}`,
    passed: failed.status === 1 && failed.message.includes('There is no room left') && retried.status === 0,
  }
}

function startReadOnly(dataDir: string): FaultResult {
  execFileSync('mount', ['-o', 'remount,ro', dataDir])
  const { status, message } = runProgram(OWNERS_SHOP, [], dataDir)
  return {
    fault: 'disk read-only at the start',
    seen: message,
    passed: status === 1 && message.includes('is on a disk that may only be read'),
  }
}

function backUp(file: string, dataDir: string): Outcome {
  return runProgram('backend/commands/shop.ts', ['backup', 'create', file], dataDir)
}

type Outcome = { status: number | null; message: string }

function runProgram(program: string, args: readonly string[], dataDir: string): Outcome {
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...args], {
    cwd: ROOT,
    encoding: 'utf8',
    env: { ...process.env, ENV_FILE: '', PORT: '0', DATA_DIR: dataDir },
    timeout: 60_000,
  })
  return { status, message: lastLine(`${stdout}${stderr}`) }
}

function lastLine(text: string): string {
  return text.trim().split('\n').at(-1) ?? ''
}

const ORDERS = 2000

/** A second shop that is started by mistake on the same SQLite file does not start, and the first goes on. */
export async function runTwoShops(): Promise<FaultResult[]> {
  const shop = await startShop({ TRUST_PROXY: '127.0.0.1' })
  const link = join(await mkdtemp(join(tmpdir(), 'shop-data-')), 'link')
  await symlink(shop.dataDir, link)
  try {
    const location = { databaseUrl: null, dataDir: shop.dataDir }
    await placeOrders(location, ORDERS)
    const writers = KINDS.map((kind) => ({ kind, ...startWriting(kind, shop.address, 0) }))
    const outcome = await startShop({}, { dataDir: link }).then(() => 'it started', String)
    await Promise.all(writers.map(({ stop }) => stop()))
    let [acknowledged, missing] = [0, 0]
    for (const { kind, written } of writers) {
      acknowledged += written.acknowledged.length
      missing += await countMissing(location, new Map([[kind, written.acknowledged.map(({ number }) => number)]]))
    }
    const isRefused = outcome.includes('A file serves one shop')
    return [
      {
        fault: 'two shops on one SQLite file',
        seen: `${isRefused ? 'the second refused' : outcome}, ${acknowledged} writes acknowledged, ${missing} missing`,
        passed: isRefused && missing === 0 && acknowledged > 0,
      },
    ]
  } finally {
    await shop.stop()
  }
}

/** A SQLite file with a damaged page, so many times: the start rejects it in a sentence. */
export async function corruptFiles(rounds: number): Promise<FaultResult[]> {
  const seen = { rejected: 0, served: 0, other: new Set<string>() }
  for (let round = 0; round < rounds; round += 1) {
    const dataDir = await mkdtemp(join(tmpdir(), 'shop-corrupt-'))
    await cp(await shopTemplate(), dataDir, { recursive: true })
    await damage(sqliteFile(dataDir))
    try {
      const shop = await startShop({}, { dataDir })
      const { status } = await fetch(`${shop.address}/shop`)
      if (status === 200) seen.served += 1
      else seen.other.add(`page ${status}`)
      await shop.stop()
    } catch (error) {
      const message = String(error)
      if (/is damaged|is no database/.test(message)) seen.rejected += 1
      else seen.other.add(message)
    }
    await rm(dataDir, { recursive: true, force: true })
  }
  return [
    {
      fault: `SQLite file with a damaged page, ${rounds} times`,
      seen: [`${seen.rejected} starts rejected in a sentence, ${seen.served} served`, ...seen.other].join('; '),
      passed: seen.rejected === rounds,
    },
  ]
}

/** Overwrites a random page of a table or an index. The bytes of pictures are checked when they are read, not at the start. */
async function damage(file: string): Promise<void> {
  const database = new DatabaseSync(file, { readOnly: true })
  const page = database
    .prepare(
      "select pgoffset, pgsize from dbstat where not (name = 'media_chunks' and pagetype = 'overflow') order by random() limit 1",
    )
    .get()
  database.close()
  const size = Number(page?.pgsize)
  const handle = await open(file, 'r+')
  await handle.write(Buffer.alloc(size, 'x'), 0, size, Number(page?.pgoffset))
  await handle.close()
}
