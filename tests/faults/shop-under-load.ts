import { setTimeout as pause } from 'node:timers/promises'
import type { Location } from '../../backend/platform/database/database.ts'
import { startReading, warm } from '../harness/shop/readers.ts'
import { countMissing, firstAfter, KINDS, placeOrders, recoveryMs, startWriting } from '../harness/shop/writers.ts'

/** Result of a fault of the long form, as a row of its table. */
export type FaultResult = { fault: string; seen: string; passed: boolean }

const ORDERS = 3000
const BEFORE_MS = 2000
const GIVE_UP_MS = 60_000
/** Writes have to come back by themselves within so long of the repair. */
const MAX_RECOVERY_MS = 30_000

/** Something that goes wrong, and how it is put right. */
type Fault = {
  name: string
  lastsMs: number
  begin: () => Promise<void> | void
  end: () => Promise<void> | void
}

/** Reads and writes as visitors do, before, during and after each fault, and reports what each fault cost. */
export async function runFaults(address: string, location: Location, faults: readonly Fault[]): Promise<FaultResult[]> {
  await placeOrders(location, ORDERS)
  await warm([address])
  const results: FaultResult[] = []
  let first = 0
  for (const fault of faults) {
    const { result, next } = await runFault(address, location, fault, first)
    results.push(result)
    first = next
  }
  return results
}

async function runFault(
  address: string,
  location: Location,
  { name, lastsMs, begin, end }: Fault,
  first: number,
): Promise<{ result: FaultResult; next: number }> {
  const reading = startReading(address)
  const writers = KINDS.map((kind) => ({ kind, ...startWriting(kind, address, first) }))
  await pause(BEFORE_MS)
  await begin()
  await pause(lastsMs)
  await end()
  const repairedAt = performance.now()
  await Promise.all(writers.map(({ written }) => firstAfter(written, repairedAt, GIVE_UP_MS)))
  await Promise.all([...writers.map(({ stop }) => stop()), reading.stop()])

  const acknowledged = new Map(
    writers.map(({ kind, written }) => [kind, written.acknowledged.map(({ number }) => number)]),
  )
  const missing = await countMissing(location, acknowledged)
  const recovery = Math.max(...writers.map(({ written }) => recoveryMs(written, repairedAt)))
  const { requested, failed } = reading.pages
  const sum = (counts: readonly number[]) => counts.reduce((total, count) => total + count, 0)
  const count = sum(writers.map(({ written }) => written.acknowledged.length))
  const rejected = sum(writers.map(({ written }) => written.rejected))
  return {
    result: {
      fault: name,
      seen: `${count} writes acknowledged, ${missing} missing, ${rejected} rejected; back after ${(recovery / 1000).toFixed(1)} s; ${requested} pages, ${failed} failed`,
      passed: missing === 0 && failed === 0 && recovery < MAX_RECOVERY_MS,
    },
    next: 1 + Math.max(first, ...[...acknowledged.values()].flat()),
  }
}
