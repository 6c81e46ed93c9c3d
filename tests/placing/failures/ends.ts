import { DatabaseSync } from 'node:sqlite'
import { setTimeout as pause } from 'node:timers/promises'
import { sqliteFile } from '../../../backend/platform/database/database.ts'
import { openDatabaseProxy } from '../../../backend/testing/servers/tcp-proxy.ts'
import type { ShopServer } from '../../harness/shop/shop-server.ts'
import { openBooks, START_STOCK, setStock } from '../books.ts'
import { type Answer, finalAnswers } from '../shoppers.ts'
import { type Mode, type ModeOptions, settleAndCompare, type Trial } from '../trial.ts'
import { describeAnswers, placeAmid, SHOPPERS } from './place-amid.ts'

/** Longer than the shop waits for its database. */
const SILENCE_MS = 12_000

/** Ends in the middle of 50 placements: an orderly one of the shop, and a database that does not answer for a while. */
export const ends: Mode = { rounds: 3, run }

async function run(trial: Trial, { rounds }: ModeOptions): Promise<string> {
  const proxied = trial.databaseUrl === null ? null : await openDatabaseProxy(trial.databaseUrl)
  const settings: Record<string, string> = proxied === null ? {} : { DATABASE_URL: proxied.url }
  const first = await trial.start()
  const { dataDir } = first
  await first.kill()
  const store = await openBooks(trial, dataDir)
  await setStock(store, START_STOCK)
  const silence = async () => {
    if (proxied === null) return silenceFile(dataDir)
    proxied.proxy.silence()
    await pause(SILENCE_MS)
    proxied.proxy.repair()
  }
  const all: (Answer | null)[] = []
  const keys: string[] = []
  for (let round = 0; round < rounds; round += 1) {
    for (const disturb of [terminate, silence]) {
      const shop = await trial.start({ settings, dataDir })
      const placed = await placeAmid(trial, [shop], () => disturb(shop))
      await shop.kill()
      keys.push(...placed.keys)
      all.push(...placed.told)
    }
  }
  await settleAndCompare(trial, { dataDir, store, keys, answers: finalAnswers(all), startStock: START_STOCK })
  await store.close()
  await proxied?.proxy.close()
  return `${rounds} times SIGTERM and a silent database, each amid ${SHOPPERS} placements: ${describeAnswers(all)}`
}

async function terminate({ pid, ended }: ShopServer): Promise<void> {
  process.kill(pid, 'SIGTERM')
  await ended
}

/** Another process that holds the file, for longer than the shop waits. */
async function silenceFile(dataDir: string): Promise<void> {
  const other = new DatabaseSync(sqliteFile(dataDir), { timeout: 5000 })
  other.exec('begin immediate')
  await pause(SILENCE_MS)
  other.exec('rollback')
  other.close()
}
