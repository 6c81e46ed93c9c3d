import { createHash, randomInt } from 'node:crypto'
import { insertOperation } from '../../../backend/payments/ledger/payments.repository.ts'
import type { Store } from '../../../backend/platform/database/database.ts'
import { compareBooks, listUnsettled, openBooks, START_STOCK, setStock, settleAll } from '../books.ts'
import { type Answer, buildOrder, finalAnswers, forEachAtOnce, randomAddress, send } from '../shoppers.ts'
import type { Mode, ModeOptions, Trial } from '../trial.ts'
import { compareStates, compareWithGateway, readState } from './shop-state.ts'
import { declineStranger, forge, goOn, listSales, payElsewhere, STAGE_COUNT, type Webhook } from './webhook-history.ts'

const AT_ONCE = 20
/** Webhooks for each order, about. */
const PER_ORDER = 16
/** One webhook in this many is forged. */
const FORGED_EVERY = 20
/** One order in this many is paid at the gateway, and the shop does not know it when the first webhooks arrive. */
const EARLY_EVERY = 10
const STRANGER = '900000001-abcdef'
/** Workers at once, as on several nodes. */
const WORKERS = 3
const YEAR_MINUTES = 366 * 24 * 60

/**
 * Sends webhooks in random order, up to three times each, some forged and some before their order is there; a second shop
 * with the same orders gets each of them once and in order, and both are the same in the end.
 */
export const webhooks: Mode = { rounds: 10_000, run }

/** A shop with its database. */
type Shop = { dataDir: string; settings: Record<string, string>; store: Store }
type Sent = { webhook: Webhook; isForged: boolean }

async function run(trial: Trial, { rounds }: ModeOptions): Promise<string> {
  const { gateway, problems } = trial
  const { mixed, ordered, answers, early } = await placeTwice(trial, Math.ceil(rounds / PER_ORDER))
  const shop = await trial.start(mixed)
  const other = await trial.start(ordered)
  const sales = await listSales(gateway)
  const elsewhere = await payElsewhere(gateway, sales[0]?.reference ?? '')
  const queues: Sent[][] = Array.from({ length: STAGE_COUNT }, () => [])
  const genuine: Webhook[] = []
  let sent = 0
  let forged = 0
  for (const [stage, queue] of queues.entries()) {
    const fresh = await goOn(gateway, sales, stage)
    for (const webhook of fresh) {
      for (let copy = 0; copy <= genuine.length % 3; copy += 1)
        queues[randomInt(stage, STAGE_COUNT)]?.push({ webhook, isForged: false })
      genuine.push(webhook)
    }
    for (let left = Math.ceil(queue.length / (FORGED_EVERY - 1)); left > 0; left -= 1) {
      const { id } = sales[forged % sales.length] ?? { id: '' }
      queue.push({ webhook: await forge(gateway, id, elsewhere, forged), isForged: true })
      forged += 1
    }
    await deliver(trial, shop.address, shuffled(queue), AT_ONCE)
    sent += queue.length
    await Promise.all(Array.from({ length: WORKERS }, () => settleAll(mixed.store, [0, 2, 4])))
    await deliver(
      trial,
      other.address,
      fresh.map((webhook) => ({ webhook, isForged: false })),
      1,
    )
    await settleAll(ordered.store, [0, 2, 4])
    if (stage === 0) await gateway.clear()
  }
  await shop.kill()
  await other.kill()
  for (const { store } of [mixed, ordered]) {
    await settleAll(store)
    problems.push(...(await compareBooks(store, answers, START_STOCK)), ...(await listUnsettled(store)))
    problems.push(...(await compareWithGateway(store, gateway)))
  }
  const state = await readState(mixed.store)
  problems.push(...compareStates('from those of the shop that got all in order', state, await readState(ordered.store)))
  problems.push(...(await listForged(mixed.store, genuine)))
  await replayAfterYear(trial, mixed, genuine)
  await mixed.store.close()
  await ordered.store.close()
  return `${sent} webhooks of ${genuine.length} events, ${forged} of them forged, about ${sales.length} payments, ${early} of them before their order was there; ${genuine.length} were repeated after a year`
}

type Placed = { mixed: Shop; ordered: Shop; answers: Answer[]; early: number }

/** Two shops with the same orders. Some are paid at the gateway, and the shops do not know that yet. */
async function placeTwice(trial: Trial, count: number): Promise<Placed> {
  const { gateway } = trial
  const shop = await trial.start()
  const store = await openBooks(trial, shop.dataDir)
  await setStock(store, START_STOCK)
  const early = Math.ceil(count / EARLY_EVERY)
  const answers = await placeMany(trial, shop.address, count - early)
  await captureAll(store)
  await declineStranger(gateway, STRANGER)
  await gateway.fail({ match: 'POST [^ ]*/transactions ', answer: 'cut', commit: true, times: early })
  await gateway.fail({ match: 'advanced_search', answer: { status: 503 }, commit: false, times: 1_000_000 })
  answers.push(...(await placeMany(trial, shop.address, early)))
  await shop.kill()
  await store.close()
  const copied = await trial.copy(shop.dataDir)
  const settings: Record<string, string> = copied.databaseUrl === null ? {} : { DATABASE_URL: copied.databaseUrl }
  return {
    mixed: { dataDir: shop.dataDir, settings: {}, store: await openBooks(trial, shop.dataDir) },
    ordered: { dataDir: copied.dataDir, settings, store: await openBooks(copied, copied.dataDir) },
    answers,
    early,
  }
}

async function placeMany({ gateway }: Trial, address: string, count: number): Promise<Answer[]> {
  const told: (Answer | null)[] = []
  await forEachAtOnce(Array.from({ length: count }), AT_ONCE, async () => {
    told.push(await send(address, await buildOrder(gateway)))
  })
  return finalAnswers(told)
}

async function captureAll(store: Store): Promise<void> {
  const payments = await store.database.selectFrom('payments').selectAll().execute()
  await store.database.transaction().execute(async (trx) => {
    for (const { reference, authorized_cents: amount_cents } of payments)
      await insertOperation(trx, {
        provider: 'braintree',
        reference,
        kind: 'capture',
        amount_cents,
        state: 'due',
        now: new Date(),
      })
  })
  await settleAll(store, [0])
}

/** Sends webhooks, so many at once. */
async function deliver({ problems }: Trial, address: string, list: readonly Sent[], atOnce: number): Promise<void> {
  await forEachAtOnce(list, atOnce, async ({ webhook, isForged }) => {
    const { status } = await fetch(`${address}/api/webhooks/braintree`, {
      method: 'POST',
      headers: { 'x-forwarded-for': randomAddress() },
      body: new URLSearchParams(webhook),
    })
    if (status !== (isForged ? 400 : 200))
      problems.push(`a ${isForged ? 'forged' : 'genuine'} webhook was answered ${status}`)
  })
}

function shuffled<Item>(items: readonly Item[]): Item[] {
  return items
    .map((item) => ({ item, place: Math.random() }))
    .sort((one, other) => one.place - other.place)
    .map(({ item }) => item)
}

/** Events that were stored and not sent by the gateway, or the other way round. */
async function listForged({ database }: Store, genuine: readonly Webhook[]): Promise<string[]> {
  const hashes = genuine.map(({ bt_payload }) => createHash('sha256').update(bt_payload).digest('hex'))
  // The test notification of the gateway's panel, without which orders could not be opened, is about no payment.
  const sent = database.selectFrom('gateway_events').where('kind', '!=', 'check')
  const rows = await sent.select('event_hash').execute()
  const isSame = JSON.stringify(rows.map(({ event_hash }) => event_hash).sort()) === JSON.stringify(hashes.sort())
  return isSame ? [] : [`${rows.length} events are stored of ${hashes.length} that the gateway sent`]
}

/** Sends everything once more, when the authorizations have expired: what is known already is not looked up again. */
async function replayAfterYear(trial: Trial, { store, ...shop }: Shop, genuine: readonly Webhook[]): Promise<void> {
  const before = await readState(store)
  const milliseconds = YEAR_MINUTES * 60_000
  await trial.gateway.set({ clockAhead: milliseconds })
  const later = await trial.start({ ...shop, settings: { ...shop.settings, AHEAD: String(milliseconds) } })
  await deliver(
    trial,
    later.address,
    shuffled(genuine).map((webhook) => ({ webhook, isForged: false })),
    AT_ONCE,
  )
  await settleAll(store, [YEAR_MINUTES, YEAR_MINUTES + 2])
  await later.kill()
  trial.problems.push(...compareStates('after a repetition after a year', before, await readState(store)))
}
