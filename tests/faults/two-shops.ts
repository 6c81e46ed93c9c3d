import { setTimeout as pause } from 'node:timers/promises'
import { startShop } from '../harness/shop-server.ts'
import { countMissing, KINDS, placeOrders, startWriting } from '../harness/writers.ts'
import type { FaultResult } from './fault-result.ts'

const LASTS_MS = 8000
const ORDERS = 2000

/** Two shops that were started by mistake on the same SQLite file, both with visitors. */
export async function runTwoShops(): Promise<FaultResult[]> {
  const shop = await startShop({ TRUST_PROXY: '127.0.0.1' })
  const other = await startShop({ TRUST_PROXY: '127.0.0.1' }, { dataDir: shop.dataDir })
  try {
    const location = { databaseUrl: null, dataDir: shop.dataDir }
    await placeOrders(location, ORDERS)
    const writers = [shop, other].flatMap(({ address }, index) =>
      KINDS.map((kind) => ({ kind, ...startWriting(kind, address, index * (ORDERS / 2)) })),
    )
    await pause(LASTS_MS)
    await Promise.all(writers.map(({ stop }) => stop()))
    let acknowledged = 0
    let missing = 0
    for (const { kind, written } of writers) {
      acknowledged += written.acknowledged.length
      missing += await countMissing(location, new Map([[kind, written.acknowledged.map(({ number }) => number)]]))
    }
    const idle = writers.some(({ written }) => written.acknowledged.length === 0)
    return [
      {
        fault: 'two shops on one SQLite file',
        seen: `${acknowledged} writes acknowledged, ${missing} missing`,
        passed: missing === 0 && !idle,
      },
    ]
  } finally {
    await other.kill()
    await shop.stop()
  }
}
