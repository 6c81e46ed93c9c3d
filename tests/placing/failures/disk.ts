import { cp } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { startDurablePostgres } from '../../../backend/testing/servers/durable-postgres.ts'
import { mountSmallDisk, type SmallDisk } from '../../harness/small-disk.ts'
import { openBooks, START_STOCK, setStock } from '../books.ts'
import { finalAnswers } from '../shoppers.ts'
import { type Mode, type ModeOptions, settleAndCompare, type Trial } from '../trial.ts'
import { describeAnswers, type Placements, placeAmid, SHOPPERS } from './place-amid.ts'

/** Milliseconds that the disk is full. */
const FULL_MS = 3000

/** The disk of the database is full in the middle of 50 placements, and has room again while the shop runs. */
export const disk: Mode = { rounds: 3, run }

async function run(trial: Trial, { rounds }: ModeOptions): Promise<string> {
  const small = await mountSmallDisk()
  if (small === null) return 'not tried: this needs root, to mount a disk'
  try {
    return await fillAmid(trial, small, rounds)
  } finally {
    await small.unmount()
  }
}

async function fillAmid(trial: Trial, small: SmallDisk, rounds: number): Promise<string> {
  const postgres = trial.databaseUrl === null ? null : await startDurablePostgres(small.folder)
  try {
    const settings: Record<string, string> = postgres === null ? {} : { DATABASE_URL: postgres.url }
    const first = await trial.start({ settings })
    await first.kill()
    const dataDir = postgres === null ? join(small.folder, 'data') : first.dataDir
    if (postgres === null) await cp(first.dataDir, dataDir, { recursive: true })
    const store = await openBooks({ databaseUrl: postgres?.url ?? null }, dataDir)
    await setStock(store, START_STOCK)
    const all: Placements = { keys: [], told: [] }
    for (let round = 0; round < rounds; round += 1) {
      const shop = await trial.start({ settings, dataDir })
      const { keys, told } = await placeAmid(trial, [shop], async () => {
        await small.fill()
        await pause(FULL_MS)
        await small.free()
      })
      await shop.kill()
      all.keys.push(...keys)
      all.told.push(...told)
    }
    // Orders whose gateway had answered by then are checked later; the others are refused.
    if (all.told.every((answer) => answer?.status === 200)) trial.problems.push('the full disk was not noticed')
    const answers = finalAnswers(all.told)
    await settleAndCompare(trial, { dataDir, settings, store, keys: all.keys, answers, startStock: START_STOCK })
    await store.close()
    return `${rounds} times a full disk, each amid ${SHOPPERS} placements: ${describeAnswers(all.told)}`
  } finally {
    await postgres?.stop()
  }
}
