import { setTimeout as pause } from 'node:timers/promises'
import type { Gateway } from '../gateway/start-gateway.ts'
import type { ShopServer } from '../harness/shop-server.ts'
import { START_STOCK, setStock } from './books.ts'
import { type Answer, buildOrder, send } from './shoppers.ts'
import { type Mode, type ModeOptions, settleAndCompare, type Trial, withBooks } from './trial.ts'

/** Shoppers at once in a round of kills. */
const SHOPPERS = 4

/** Where the shop dies. At those of the shop it kills itself; at those of the gateway it is killed while it waits. */
const WINDOWS = [
  'in phase 1',
  'after phase 1',
  'not processed',
  'not answered',
  'before phase 3',
  'in phase 3',
  'after phase 3',
] as const
type Window = (typeof WINDOWS)[number]

/** Kills the shop in each window in turn, with some placements at once, and compares the books at the end. */
export const kills: Mode = { rounds: 700, run }

async function run(trial: Trial, { rounds: count }: ModeOptions): Promise<string> {
  let shop = await trial.start()
  const { dataDir } = shop
  await withBooks(trial, shop, (store) => setStock(store, START_STOCK))
  await shop.kill()
  const answers: Answer[] = []
  const keys: string[] = []
  const killed = new Map<Window, number>()
  for (let round = 0; round < count; round += 1) {
    const at = WINDOWS[round % WINDOWS.length] ?? 'in phase 1'
    const dies = { KILL_AT: at, KILL_AFTER: String(Math.floor(Math.random() * SHOPPERS)) }
    shop = await trial.start({ settings: dies, dataDir })
    const bodies = await Promise.all(Array.from({ length: SHOPPERS }, () => buildOrder(trial.gateway)))
    keys.push(...bodies.map(({ key }) => key))
    if (at === 'not processed' || at === 'not answered') {
      await trial.gateway.fail({ match: 'POST .*/transactions', answer: 'hang', commit: at === 'not answered' })
    }
    const sent = bodies.map((body) => send(shop.address, body))
    if (at === 'after phase 3') await Promise.race(sent)
    if (at === 'not processed' || at === 'not answered') await untilAsked(trial.gateway, SHOPPERS)
    const isDead = await died(shop)
    await shop.kill()
    const told = await Promise.all(sent)
    if (isDead || told.includes(null) || at === 'after phase 3') killed.set(at, (killed.get(at) ?? 0) + 1)
    answers.push(...told.flatMap((answer) => (answer === null || answer.status === 202 ? [] : [answer])))
    await trial.gateway.clear()
    if ((round + 1) % 50 === 0) console.info(`${round + 1} kills`)
  }
  await settleAndCompare(trial, { dataDir, keys, answers, startStock: START_STOCK })
  return `${count} kills: ${[...killed].map(([at, number]) => `${at} ${number}`).join(', ')}; ${keys.length} placements`
}

/** Whether the shop has killed itself, or does within a moment. */
async function died({ pid }: ShopServer): Promise<boolean> {
  for (let look = 0; look < 20; look += 1) {
    try {
      process.kill(pid, 0)
    } catch {
      return true
    }
    await pause(50)
  }
  return false
}

async function untilAsked(gateway: Gateway, count: number): Promise<void> {
  for (let look = 0; look < 100; look += 1) {
    const asked = (await gateway.requests()).filter(
      ({ method, path }) => method === 'POST' && path.endsWith('/transactions'),
    )
    if (asked.length >= count) return
    await pause(20)
  }
}
