import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { startDurablePostgres } from '../../backend/testing/durable-postgres.ts'
import { type Gateway, startGateway } from '../gateway/start-gateway.ts'
import { ensureBuilt } from '../harness/ensure-built.ts'
import { type ShopServer, startShop } from '../harness/shop-server.ts'
import { compareBooks, openBooks, START_STOCK, setStock, settleAll } from './books.ts'
import { type Answer, ask, buildOrder, send } from './shoppers.ts'

/**
 * `npm run test:placing -- kills|scarce|faults|money [--rounds N] [--engine sqlite|postgres]`: that no cent and no bag is lost
 * when orders are placed, whatever dies. Everything talks to loopback, and ends by itself.
 */
const { values, positionals } = parseArgs({
  options: {
    rounds: { type: 'string' },
    engine: { type: 'string', default: 'sqlite' },
    nodes: { type: 'string', default: '1' },
  },
  allowPositionals: true,
})

const PROGRAM = 'backend/testing/open-shop.ts'
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

type Trial = { gateway: Gateway; settings: Record<string, string>; databaseUrl: string | null; problems: string[] }

const MODES: Readonly<Record<string, (trial: Trial, rounds: number) => Promise<string>>> = {
  kills,
  scarce,
  faults,
  money,
}
const mode = MODES[positionals[0] ?? '']
if (mode === undefined || positionals.length !== 1) {
  console.error(`Please name one of ${Object.keys(MODES).join(', ')}.`)
  process.exit(2)
}
const ROUNDS: Readonly<Record<string, number>> = { kills: 700, scarce: 50, faults: 10_000, money: 1000 }
const rounds = Number(values.rounds ?? ROUNDS[positionals[0] ?? ''])

ensureBuilt()
const postgres = values.engine === 'postgres' ? await startDurablePostgres() : null
const gateway = await startGateway()
// The SDK of this process reads them when it is loaded, with the first call.
Object.assign(process.env, gateway.settings)
const databaseUrl = postgres?.url ?? null
const trial: Trial = {
  gateway,
  databaseUrl,
  settings: {
    TRUST_PROXY: '127.0.0.1',
    DEMO: 'off',
    ...gateway.settings,
    ...(databaseUrl === null ? {} : { DATABASE_URL: databaseUrl }),
  },
  problems: [],
}
try {
  console.info(await mode(trial, rounds))
} finally {
  await gateway.stop()
  await postgres?.stop()
}
for (const problem of trial.problems.slice(0, 20)) console.info(`FAILED ${problem}`)
console.info(`${trial.problems.length === 0 ? 1 : 0} passed, ${trial.problems.length} failed`)
process.exitCode = trial.problems.length === 0 ? 0 : 1

/** Kills the shop in each window in turn, with some placements at once, and compares the books at the end. */
async function kills(trial: Trial, count: number): Promise<string> {
  let shop = await startShop(trial.settings, { program: PROGRAM })
  const { dataDir } = shop
  await withBooks(trial, shop, (store) => setStock(store, START_STOCK))
  await shop.kill()
  const answers: Answer[] = []
  const keys: string[] = []
  const killed = new Map<Window, number>()
  for (let round = 0; round < count; round += 1) {
    const at = WINDOWS[round % WINDOWS.length] ?? 'in phase 1'
    const dies = { KILL_AT: at, KILL_AFTER: String(Math.floor(Math.random() * SHOPPERS)) }
    shop = await startShop({ ...trial.settings, ...dies }, { dataDir, program: PROGRAM })
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

/** Two hundred shoppers for three pieces, on one node or on several. */
async function scarce(trial: Trial, count: number): Promise<string> {
  const nodes: ShopServer[] = []
  for (let index = 0; index < Number(values.nodes); index += 1) {
    const [first] = nodes
    nodes.push(
      await startShop(trial.settings, {
        program: PROGRAM,
        ...(trial.databaseUrl === null && first ? { dataDir: first.dataDir } : {}),
      }),
    )
  }
  const [first] = nodes
  if (first === undefined) throw new Error('there is no node')
  for (let round = 0; round < count; round += 1) {
    await withBooks(trial, first, (store) => setStock(store, 3))
    const before = (await trial.gateway.transactions()).length
    const bodies = await Promise.all(Array.from({ length: 200 }, () => buildOrder(trial.gateway)))
    const told = await Promise.all(bodies.map((body, index) => send(nodes[index % nodes.length]?.address ?? '', body)))
    const counts = Map.groupBy(told, (answer) => answer?.status ?? 0)
    const seen = [...counts]
      .map(([status, list]) => `${status}: ${list.length}`)
      .sort()
      .join(', ')
    const authorized = (await trial.gateway.transactions()).length - before
    if (seen !== '200: 3, 409: 197' || authorized !== 3)
      trial.problems.push(`round ${round}: ${seen}, ${authorized} authorized`)
  }
  for (const node of nodes.toReversed()) await node.stop()
  return `${count} rounds of 200 shoppers for 3 pieces on ${nodes.length} node(s)`
}

/** Many placements, a fifth of them with an answer that is lost or late. */
async function faults(trial: Trial, count: number): Promise<string> {
  const shop = await startShop(trial.settings, { program: PROGRAM })
  await withBooks(trial, shop, (store) => setStock(store, START_STOCK))
  const answersOf = [
    { answer: 'cut', commit: true },
    { answer: 'cut', commit: false },
    { answer: 'half', commit: true },
    { answer: { status: 201 }, commit: true },
    { answer: { status: 200, type: 'text/html', body: '<html>Sorry</html>' }, commit: true },
    { answer: { status: 500 }, commit: true },
    { answer: { status: 503 }, commit: false },
    { answer: { status: 429 }, commit: false },
  ] as const
  for (const [index, fault] of answersOf.entries()) {
    await trial.gateway.fail({
      match: 'POST .*/transactions',
      ...fault,
      probability: 0.2 / answersOf.length,
      times: count,
      seed: index + 1,
    })
  }
  const answers: Answer[] = []
  const keys: string[] = []
  for (let done = 0; done < count; done += 20) {
    const bodies = await Promise.all(
      Array.from({ length: Math.min(20, count - done) }, () => buildOrder(trial.gateway)),
    )
    const told = await Promise.all(bodies.map((body) => send(shop.address, body)))
    keys.push(...bodies.map(({ key }) => key))
    answers.push(...told.flatMap((answer) => (answer === null || answer.status === 202 ? [] : [answer])))
    if ((done + 20) % 1000 === 0) console.info(`${done + 20} placements`)
  }
  await trial.gateway.clear()
  const counts = [...Map.groupBy(answers, ({ status }) => status)]
    .map(([status, list]) => `${status} ${list.length}`)
    .join(', ')
  await shop.kill()
  await settleAndCompare(trial, { dataDir: shop.dataDir, keys, answers, startStock: START_STOCK })
  return `${count} placements with 20 % of lost answers: ${counts}, ${count - answers.length} checked later`
}

/** Captures, voids and refunds with answers that are lost. */
async function money(trial: Trial, count: number): Promise<string> {
  const shop = await startShop(trial.settings, { program: PROGRAM })
  await withBooks(trial, shop, (store) => setStock(store, START_STOCK))
  const answers: Answer[] = []
  for (let done = 0; done < count; done += 20) {
    const bodies = await Promise.all(
      Array.from({ length: Math.min(20, count - done) }, () => buildOrder(trial.gateway)),
    )
    answers.push(
      ...(await Promise.all(bodies.map((body) => send(shop.address, body)))).flatMap((answer) => answer ?? []),
    )
  }
  await shop.kill()
  const { insertOperation } = await import('../../backend/checkout/placing/placements.repository.ts')
  const store = await openBooks({ databaseUrl: trial.databaseUrl, dataDir: shop.dataDir })
  const payments = await store.database.selectFrom('payments').selectAll().execute()
  const ask = async (kind: 'capture' | 'void' | 'refund', list: typeof payments, cents: (full: number) => number) => {
    for (const [index, fault] of (
      [
        { answer: 'cut', commit: true },
        { answer: 'cut', commit: false },
      ] as const
    ).entries()) {
      await trial.gateway.fail({
        match: '(PUT|POST) .*/(submit_for_settlement|void|refund)',
        ...fault,
        probability: 0.15,
        times: count,
        seed: index + 7,
      })
    }
    await store.database.transaction().execute(async (trx) => {
      for (const { reference, authorized_cents } of list) {
        await insertOperation(trx, {
          reference,
          kind,
          amount_cents: cents(authorized_cents),
          state: 'due',
          now: new Date(),
        })
      }
    })
    await settleAll(store)
    await trial.gateway.clear()
  }
  const half = payments.slice(0, Math.ceil(payments.length / 2))
  await ask('void', payments.slice(half.length), (full) => full)
  await ask('capture', half, (full) => full - 100)
  await trial.gateway.settle()
  await ask('refund', half, () => 1000)
  await ask('refund', half.slice(0, 20), () => 500)
  trial.problems.push(...(await compareBooks(store, answers, START_STOCK)))
  await store.close()
  return `${payments.length + half.length + 20} captures, voids and refunds with 30 % of lost answers`
}

async function settleAndCompare(
  trial: Trial,
  {
    dataDir,
    keys,
    answers,
    startStock,
  }: { dataDir: string; keys: readonly string[]; answers: readonly Answer[]; startStock: number },
): Promise<void> {
  const store = await openBooks({ databaseUrl: trial.databaseUrl, dataDir })
  await settleAll(store)
  await store.close()
  const shop = await startShop(trial.settings, { dataDir, program: PROGRAM })
  const final: Answer[] = []
  for (const key of keys) {
    const answer = await ask(shop.address, key)
    // A key that is not known was never acknowledged.
    if (answer !== null && answer.status !== 404) final.push(answer)
  }
  await shop.kill()
  const books = await openBooks({ databaseUrl: trial.databaseUrl, dataDir })
  trial.problems.push(...(await compareBooks(books, [...answers, ...final], startStock)))
  await books.close()
}

async function withBooks(
  trial: Trial,
  shop: ShopServer,
  work: (store: Awaited<ReturnType<typeof openBooks>>) => Promise<void>,
): Promise<void> {
  const store = await openBooks({ databaseUrl: trial.databaseUrl, dataDir: shop.dataDir })
  await work(store).finally(() => store.close())
}
