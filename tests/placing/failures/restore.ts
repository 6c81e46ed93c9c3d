import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { ROOT } from '../../harness/command.ts'
import { compareBooks, listUnsettled, openBooks, START_STOCK, setStock } from '../books.ts'
import { type Answer, buildOrders, finalAnswers, send } from '../shoppers.ts'
import type { Mode, ModeOptions, Trial } from '../trial.ts'

const AT_ONCE = 20

/**
 * Restores a backup that lacks the last orders into an empty database: `payments reconcile` voids what they authorized, and
 * neither a reference nor a number of an order is given out twice.
 */
export const restore: Mode = { rounds: 200, run }

async function run(trial: Trial, { rounds }: ModeOptions): Promise<string> {
  const shop = await trial.start()
  const store = await openBooks(trial, shop.dataDir)
  await setStock(store, START_STOCK)
  await store.close()
  const kept = await placeAll(trial, shop.address, AT_ONCE)
  const folder = await mkdtemp(join(tmpdir(), 'shop-restore-'))
  const archive = join(folder, 'shop.tar')
  await runCommand(trial, { DATA_DIR: shop.dataDir }, ['backup', 'create', archive])
  const lost = await placeAll(trial, shop.address, rounds)
  await shop.kill()

  const emptied = await emptyPlace(trial, join(folder, 'data'))
  await runCommand(trial, emptied, ['backup', 'restore', archive])
  const printed = await runCommand(trial, emptied, ['payments', 'reconcile', '--since', '2000-01-01'])
  const restored = await trial.start({ settings: emptied, dataDir: emptied.DATA_DIR })
  const later = await placeAll(trial, restored.address, AT_ONCE)
  await restored.kill()

  const books = await openBooks({ databaseUrl: emptied.DATABASE_URL ?? null }, emptied.DATA_DIR)
  trial.problems.push(...(await compareBooks(books, [...kept, ...later], START_STOCK)), ...(await listUnsettled(books)))
  await books.close()
  trial.problems.push(...(await numberProblems(trial)))
  if (lost.length !== rounds) trial.problems.push(`only ${lost.length} orders were placed after the backup`)
  await rm(folder, { recursive: true, force: true })
  return `${lost.length} orders were lost with the restore: ${printed.trim()}`
}

async function placeAll(trial: Trial, address: string, count: number): Promise<Answer[]> {
  const answers: Answer[] = []
  for (let done = 0; done < count; done += AT_ONCE) {
    const bodies = await buildOrders(trial.gateway, Math.min(AT_ONCE, count - done))
    answers.push(...finalAnswers(await Promise.all(bodies.map((body) => send(address, body)))))
  }
  const placed = answers.filter(({ status }) => status === 200)
  if (placed.length !== count) trial.problems.push(`${count - placed.length} of ${count} orders were not placed`)
  return placed
}

type Place = { DATA_DIR: string; DATABASE_URL?: string }

async function emptyPlace(trial: Trial, DATA_DIR: string): Promise<Place> {
  const url = await trial.createDatabase('restored')
  return url === null ? { DATA_DIR } : { DATA_DIR, DATABASE_URL: url }
}

/** Runs a command of the shop as its owner would; throws what it printed when it fails. */
async function runCommand({ settings }: Trial, place: Place, words: readonly string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, ['backend/commands/shop.ts', ...words], {
    cwd: ROOT,
    env: { PATH: process.env.PATH, HOME: process.env.HOME, ENV_FILE: '', ...settings, ...place },
  })
  return stdout
}

async function numberProblems({ gateway }: Trial): Promise<string[]> {
  const references = (await gateway.transactions()).map(({ orderId }) => orderId ?? '')
  const numbers = references.map((reference) => reference.split('-')[0])
  return [
    ...(new Set(references).size === references.length ? [] : ['a reference was given out twice']),
    ...(new Set(numbers).size === numbers.length ? [] : ['the number of an order was given out twice']),
  ]
}
