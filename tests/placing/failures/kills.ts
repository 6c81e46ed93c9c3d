import { setTimeout as pause } from 'node:timers/promises'
import { hashPlacementKey } from '../../../backend/checkout/placements.repository.ts'
import { isHeld } from '../../../backend/payments/payment-state.ts'
import type { Store } from '../../../backend/platform/database/database.ts'
import type { Gateway } from '../../gateway/start-gateway.ts'
import type { ShopServer } from '../../harness/shop/shop-server.ts'
import { compareBooks, listTransactions, openBooks, START_STOCK, setStock } from '../books.ts'
import { type Answer, buildOrders, finalAnswers, send, untilAsked } from '../shoppers.ts'
import { type Mode, type ModeOptions, settleAndCompare, type Trial } from '../trial.ts'

/** Shoppers at once in a round of kills. */
const SHOPPERS = 4
/** Rounds after which the books are compared although placements are open. */
const CHECKED_EVERY = 100

/** Where the shop dies. It kills itself there, except while it waits for the gateway. */
export const WINDOWS = [
  'in phase 1',
  'after phase 1',
  'request half sent',
  'not answered',
  'before phase 3',
  'in phase 3',
  'after phase 3',
] as const
type Window = (typeof WINDOWS)[number]

/** Kills the shop in each window in turn, with some placements at once; the next start is that of the next round. */
export const kills: Mode = { rounds: 1050, run }

async function run(trial: Trial, { rounds, patience }: ModeOptions): Promise<string> {
  const first = await trial.start()
  const { dataDir } = first
  await first.kill()
  const store = await openBooks(trial, dataDir)
  const began = Date.now()
  await setStock(store, START_STOCK)
  const answers: Answer[] = []
  const keys: string[] = []
  const hits = new Map<Window, number>(WINDOWS.map((at) => [at, 0]))
  for (let round = 0; round < rounds; round += 1) {
    const at = WINDOWS[round % WINDOWS.length] ?? 'in phase 1'
    const { told, isDead } = await killOnce(trial, dataDir, at)
    keys.push(...told.keys())
    answers.push(...finalAnswers([...told.values()]))
    const lost = [...told].flatMap(([key, answer]) => (answer === null ? [key] : []))
    if (isDead && (await wasHit(trial.gateway, store, at, lost))) hits.set(at, (hits.get(at) ?? 0) + 1)
    await trial.gateway.clear()
    if ((round + 1) % CHECKED_EVERY !== 0) continue
    // As if no time had passed: each shop dies before its worker looks.
    const found = await compareBooks(store, answers, START_STOCK, began)
    trial.problems.push(...found)
    console.info([`${round + 1} kills, ${describeHits(hits)}`, ...found].join('\nFAILED '))
  }
  const left = patience > 0 ? await leaveToTheShop(trial, store, dataDir, patience) : 'all'
  await settleAndCompare(trial, { dataDir, store, keys, answers, startStock: START_STOCK })
  await store.close()
  const total = [...hits.values()].reduce((sum, count) => sum + count, 0)
  const missed = [...hits].filter(([, count]) => count < Math.floor(rounds / WINDOWS.length / 2))
  trial.problems.push(...missed.map(([at]) => `too few kills hit the window "${at}"`))
  return `${total} of ${rounds} kills hit their window (${describeHits(hits)}); ${keys.length} placements; authorizations left by the shop's own worker: ${left}`
}

function describeHits(hits: ReadonlyMap<Window, number>): string {
  return [...hits].map(([at, count]) => `${at} ${count}`).join(', ')
}

type Round = { told: Map<string, Answer | null>; isDead: boolean }

async function killOnce(trial: Trial, dataDir: string, at: Window): Promise<Round> {
  const isSilent = at === 'not answered'
  const orders = await buildOrders(trial.gateway, SHOPPERS)
  if (isSilent) {
    const fault = { match: 'POST [^ ]*/transactions ', answer: 'hang', commit: true } as const
    await trial.gateway.fail({ ...fault, times: SHOPPERS })
  }
  const dies = isSilent ? {} : { KILL_AT: at, KILL_AFTER: String(Math.floor(Math.random() * SHOPPERS)) }
  const shop = await trial.start({ settings: dies, dataDir })
  const sent = orders.map((body) => send(shop.address, body))
  if (isSilent) {
    await untilAsked(trial.gateway, 1 + Math.floor(Math.random() * SHOPPERS))
    await shop.kill()
  }
  const answers = await Promise.all(sent)
  const isDead = answers.includes(null) && (await hasEnded(shop))
  await shop.kill()
  return { told: new Map(orders.map(({ key }, index) => [key, answers[index] ?? null])), isDead }
}

/** Whether it has ended by itself, or does at once. */
function hasEnded(shop: ShopServer): Promise<boolean> {
  return Promise.race([shop.ended.then(() => true), pause(5000).then(() => false)])
}

/** Whether database and gateway are as after a death in this window, for one of those who got no answer. */
async function wasHit(gateway: Gateway, store: Store, at: Window, lost: readonly string[]): Promise<boolean> {
  const placements = await store.database
    .selectFrom('placements')
    .select(['placement_key', 'state', 'reference'])
    .where('placement_key', 'in', lost.map(hashPlacementKey))
    .execute()
  if (at === 'in phase 1') return placements.length < lost.length
  if (at === 'after phase 3') return placements.some(({ state }) => state === 'placed')
  const open = placements.flatMap(({ state, reference }) => (state === 'checking' ? [reference] : []))
  const made = new Set((await gateway.transactions(open)).map(({ orderId }) => orderId))
  const isAsked = at !== 'after phase 1' && at !== 'request half sent'
  return open.some((reference) => made.has(reference) === isAsked)
}

/** Runs the shop until its worker has made orders of all that was authorized; returns how many it did not. */
async function leaveToTheShop(trial: Trial, store: Store, dataDir: string, patience: number): Promise<number> {
  const shop = await trial.start({ dataDir })
  let left = 0
  for (const deadline = performance.now() + patience; performance.now() < deadline; await pause(500)) {
    const open = await store.database
      .selectFrom('placements')
      .select('reference')
      .where('state', '=', 'checking')
      .execute()
    const references = new Set(open.map(({ reference }) => reference))
    const transactions = await listTransactions()
    left = transactions.filter((sale) => isHeld(sale) && references.has(sale.reference ?? '')).length
    if (left === 0) break
  }
  await shop.kill()
  if (left > 0) trial.problems.push(`the shop's own worker left ${left} authorizations`)
  return left
}
