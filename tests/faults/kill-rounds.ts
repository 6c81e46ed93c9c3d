import { setTimeout as pause } from 'node:timers/promises'
import { type ShopServer, startShop } from '../harness/shop/shop-server.ts'
import { countMissing, firstAfter, KINDS, type Kind, placeOrders, startWriting } from '../harness/shop/writers.ts'

/** How long a round writes, once something was acknowledged, before its kill, in milliseconds; the moment is random. */
const MAX_ROUND_MS = 400
/** A shop that acknowledges nothing for so long is killed all the same. */
const FIRST_WRITE_MS = 30_000
/** More than a shop acknowledges in a round. */
const ORDERS_PER_ROUND = 20

/** Result of the rounds: writes that were acknowledged, and those of them that are not in the database. */
export type KillRounds = { rounds: number; acknowledged: number; missing: number }

/**
 * Starts the shop, writes to it, ends it with kill -9 and starts it again on the same data, so many times. After each
 * round everything that was ever acknowledged has to be in the database.
 * @param databaseUrl an empty PostgreSQL database, or `null` for the embedded one
 */
export async function runKillRounds(
  rounds: number,
  databaseUrl: string | null,
  onRound: (round: number) => void,
): Promise<KillRounds> {
  const settings = { TRUST_PROXY: '127.0.0.1', ...(databaseUrl === null ? {} : { DATABASE_URL: databaseUrl }) }
  let shop = await startShop(settings)
  const location = { databaseUrl, dataDir: shop.dataDir }
  const acknowledged = new Map(KINDS.map((kind) => [kind, new Set<number>()]))
  const result: KillRounds = { rounds: 0, acknowledged: 0, missing: 0 }
  try {
    await placeOrders(location, rounds * ORDERS_PER_ROUND)
    while (result.rounds < rounds && result.missing === 0) {
      await writeUntilKilled(shop, acknowledged)
      shop = await startShop(settings, { dataDir: shop.dataDir })
      result.rounds += 1
      result.acknowledged = [...acknowledged.values()].reduce((sum, { size }) => sum + size, 0)
      result.missing = await countMissing(location, acknowledged)
      onRound(result.rounds)
    }
    return result
  } finally {
    await shop.stop()
  }
}

async function writeUntilKilled(shop: ShopServer, acknowledged: ReadonlyMap<Kind, Set<number>>): Promise<void> {
  const writers = [...acknowledged].map(([kind, numbers]) => {
    return { numbers, ...startWriting(kind, shop.address, 1 + Math.max(-1, ...numbers)) }
  })
  await Promise.race(writers.map(({ written }) => firstAfter(written, 0, FIRST_WRITE_MS)))
  await pause(Math.random() * MAX_ROUND_MS)
  await shop.kill()
  await Promise.all(writers.map(({ stop }) => stop()))
  for (const { numbers, written } of writers) for (const { number } of written.acknowledged) numbers.add(number)
}
