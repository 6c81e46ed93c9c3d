import { setTimeout as pause } from 'node:timers/promises'
import type { Store } from '../../../backend/platform/database/database.ts'
import type { Gateway } from '../../gateway/start-gateway.ts'
import { compareBooks, openBooks, START_STOCK, setStock } from '../books.ts'
import { type Answer, buildOrder, finalAnswers, send } from '../shoppers.ts'
import type { Mode, ModeOptions, Trial } from '../trial.ts'

/** Attempts of each address. */
const PER_ADDRESS = 5
/** Sent in the same moment in the beginning; the rest follows one after the other. */
const BURST = 60
/** Milliseconds between attempts: 2,000 take a minute, and the limit is for ten. */
const ATTEMPT_MS = 30
/** Limit of requests to the gateway: two for each address once the alarm is raised, and those in flight before. */
const ASKED_PER_ADDRESS = 2
const IN_FLIGHT = 40
/** A price that the gateway declines, in dollars. */
const DECLINED = 2001
const PAGES = ['/', '/product/101', '/about', '/api/products']
/** Visitors at once, and milliseconds until each reads on. */
const VISITORS = 4
const READ_MS = 200

/** Many addresses try stolen cards while visitors read: few cards of each reach the gateway, each page answers, and others order. */
export const misuse: Mode = { rounds: 2000, run }

async function run(trial: Trial, { rounds }: ModeOptions): Promise<string> {
  const { gateway, problems } = trial
  const shop = await trial.start()
  const store = await openBooks(trial, shop.dataDir)
  await setStock(store, START_STOCK)
  await store.database
    .updateTable('products')
    .set({ price_cents: DECLINED * 100 })
    .where('product_id', '=', '101')
    .execute()
  await visitWhile(shop.address, pause(1000))
  const alone = await visitWhile(shop.address, pause(rounds * ATTEMPT_MS))
  const { told, beside, minutes } = await tryCards(shop.address, gateway, rounds)
  const asked = await countAsked(gateway)
  const most = ASKED_PER_ADDRESS * Math.ceil(rounds / PER_ADDRESS) + IN_FLIGHT
  if (asked > most) problems.push(`${asked} cards reached the gateway`)
  if (asked === 0) problems.push('no card reached the gateway')
  if (minutes > 10) problems.push(`the attempts took ${minutes} minutes`)
  const counts = countAnswers(told)
  if (told.some((answer) => ![402, 409, 429, 503].includes(answer?.status ?? 0)))
    problems.push(`answers were ${counts}`)
  for (const { failed } of [alone, beside]) problems.push(...failed)
  problems.push(...(await compareBooks(store, finalAnswers(told), START_STOCK)))
  problems.push(...(await listAlerts(store)), ...(await orderElse(trial, shop.address, store)))
  await shop.kill()
  await store.close()
  const ratio = (beside.p99 / alone.p99).toFixed(2)
  return `${told.length} attempts of ${Math.ceil(rounds / PER_ADDRESS)} addresses in ${(minutes * 60).toFixed(0)} s (${counts}): ${asked} reached the gateway; p99 of ${beside.count} pages ${beside.p99.toFixed(1)} ms, of ${alone.count} pages without them ${alone.p99.toFixed(1)} ms, ratio ${ratio}`
}

/** Sends all attempts, in turn from each address, each with an e-mail of its own. */
async function tryCards(address: string, gateway: Gateway, count: number) {
  const addresses = Math.ceil(count / PER_ADDRESS)
  const bodies = await Promise.all(Array.from({ length: count }, () => buildDeclined(gateway)))
  const from = (index: number) =>
    ['10', '7', Math.floor((index % addresses) / 250), 1 + ((index % addresses) % 250)].join('.')
  const start = performance.now()
  let end = start
  const attempts = async () => {
    const sent: Promise<Answer | null>[] = []
    for (const [index, body] of bodies.entries()) {
      if (index >= BURST) await pause(ATTEMPT_MS)
      sent.push(send(address, body, from(index)))
    }
    const told = await Promise.all(sent)
    end = performance.now()
    return told
  }
  const running = attempts()
  const beside = await visitWhile(address, running)
  return { told: await running, beside, minutes: (end - start) / 60_000 }
}

async function buildDeclined(gateway: Gateway) {
  const order = await buildOrder(gateway)
  return { ...order, items: [{ product_id: '101', quantity: 1, price: DECLINED }], total: DECLINED }
}

type Visits = { count: number; p99: number; failed: string[] }

/** Reads pages until something has ended. */
async function visitWhile(address: string, something: Promise<unknown>): Promise<Visits> {
  let isOver = false
  const times: number[] = []
  const failed: string[] = []
  const visit = async (visitor: number) => {
    for (let index = visitor; !isOver; index += 1) {
      const page = PAGES[index % PAGES.length] ?? '/'
      const start = performance.now()
      const response = await fetch(`${address}${page}`)
      await response.arrayBuffer()
      times.push(performance.now() - start)
      if (response.status !== 200) failed.push(`${page} was answered ${response.status}`)
      await pause(READ_MS)
    }
  }
  const visitors = Promise.all(Array.from({ length: VISITORS }, (_, visitor) => visit(visitor)))
  await something
  isOver = true
  await visitors
  const sorted = times.sort((one, other) => one - other)
  return { count: sorted.length, p99: sorted[Math.ceil(sorted.length * 0.99) - 1] ?? 0, failed }
}

async function countAsked(gateway: Gateway): Promise<number> {
  const requests = await gateway.requests()
  return requests.filter(({ method, path }) => method === 'POST' && path.endsWith('/transactions')).length
}

function countAnswers(told: readonly (Answer | null)[]): string {
  const groups = Map.groupBy(told, (answer) => answer?.status ?? 'none')
  return [...groups]
    .map(([status, { length }]) => `${status}: ${length}`)
    .sort()
    .join(', ')
}

/** The family is told once. */
async function listAlerts({ database }: Store): Promise<string[]> {
  const mails = await database.selectFrom('outbox').select('text').where('kind', '=', 'payment-alert').execute()
  return mails.length === 1 ? [] : [`${mails.length} emails told of the declines`]
}

/** Everybody else orders while cards are tried. */
async function orderElse({ gateway }: Trial, address: string, { database }: Store): Promise<string[]> {
  await database.updateTable('products').set({ price_cents: 7900 }).where('product_id', '=', '101').execute()
  const told = await send(address, await buildOrder(gateway))
  return told?.status === 200 ? [] : [`an order of somebody else was answered ${told?.status}`]
}
