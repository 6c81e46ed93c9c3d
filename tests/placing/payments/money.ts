import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { insertOperation, type Operation, type Payment } from '../../../backend/payments/ledger/payments.repository.ts'
import type { Store } from '../../../backend/platform/database/database.ts'
import { ROOT } from '../../harness/command.ts'
import { COMPILE_CACHE } from '../../harness/runner/compile-cache.ts'
import { compareBooks, listUnsettled, openBooks, START_STOCK, setStock, settleAll } from '../books.ts'
import { type Answer, buildOrders, finalAnswers, send } from '../shoppers.ts'
import type { Mode, ModeOptions, Trial } from '../trial.ts'

const AT_ONCE = 20
const PROGRAM = 'backend/testing/processes/payment-worker-process.ts'
/** Statements and requests after which a worker is killed, at most; the first of a kind has more to do than that. */
const MAX_STEPS = 400
const FIRST_STEPS = 20
/** Milliseconds from one worker to the next: those that the dead one held are free then. */
const STEP_MS = 61_000
/** Workers for one kind of operation, at most; the rest is settled without kills. */
const MAX_WORKERS = 120

/** Captures, voids and refunds with answers that are lost, by workers that are killed at any statement and request. */
export const money: Mode = { rounds: 1000, run }

type Kind = 'capture' | 'void' | 'refund'

async function run(trial: Trial, { rounds }: ModeOptions): Promise<string> {
  const { dataDir, answers } = await placeMany(trial, rounds)
  const store = await openBooks(trial, dataDir)
  const payments = await store.database.selectFrom('payments').selectAll().execute()
  let killed = 0
  let asked = 0
  const settle = async (kind: Kind, list: readonly Payment[], centsOf: (full: number) => number) => {
    asked += list.length
    const rows = list.map(({ reference, authorized_cents }) => ({ reference, amount_cents: centsOf(authorized_cents) }))
    await store.database.transaction().execute(async (trx) => {
      for (const row of rows)
        await insertOperation(trx, { provider: 'braintree', ...row, kind, state: 'due', now: new Date() })
    })
    killed += await settleUnderKills(trial, store, dataDir)
  }
  const half = payments.slice(0, Math.ceil(payments.length / 2))
  await settle('void', payments.slice(half.length), (full) => full)
  await settle('capture', half, (full) => full - 100)
  await trial.gateway.settle()
  await settle('refund', half, () => 1000)
  // As much again as an earlier one, and all that is left.
  await settle('refund', half.slice(0, 20), () => 1000)
  await settle('refund', half.slice(0, 10), (full) => full - 2100)
  trial.problems.push(...(await compareBooks(store, answers, START_STOCK)), ...(await listUnsettled(store)))
  trial.problems.push(...(await listRejected(store)))
  await store.close()
  if (killed === 0) trial.problems.push('no worker was killed')
  return `${asked} captures, voids and refunds with 30 % of lost answers, ${killed} workers killed`
}

async function placeMany(trial: Trial, count: number): Promise<{ dataDir: string; answers: Answer[] }> {
  const shop = await trial.start()
  const store = await openBooks(trial, shop.dataDir)
  await setStock(store, START_STOCK)
  await store.close()
  const answers: Answer[] = []
  for (let done = 0; done < count; done += AT_ONCE) {
    const bodies = await buildOrders(trial.gateway, Math.min(AT_ONCE, count - done))
    answers.push(...finalAnswers(await Promise.all(bodies.map((body) => send(shop.address, body)))))
  }
  await shop.kill()
  return { dataDir: shop.dataDir, answers }
}

/** Starts one worker after the other until nothing is due, each with a death at a random step; returns how many died. */
async function settleUnderKills(trial: Trial, store: Store, dataDir: string): Promise<number> {
  const match = '(PUT|POST) .*/(submit_for_settlement|void|refund)'
  const fault = { match, answer: 'cut', probability: 0.15, times: 10_000 } as const
  await trial.gateway.fail({ ...fault, commit: true, seed: 7 })
  await trial.gateway.fail({ ...fault, commit: false, seed: 8 })
  let killed = 0
  for (let worker = 1; worker <= MAX_WORKERS; worker += 1) {
    const child = spawn(process.execPath, [PROGRAM], {
      cwd: ROOT,
      env: {
        ...{ PATH: process.env.PATH, NODE_COMPILE_CACHE: COMPILE_CACHE, ENV_FILE: '', DATA_DIR: dataDir },
        ...trial.settings,
        ...{
          KILL_AT: 'any',
          KILL_AFTER: String(Math.floor(Math.random() * (worker === 1 ? FIRST_STEPS : MAX_STEPS))),
          AHEAD: String(worker * STEP_MS),
        },
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    trial.record(child.stdout, child.stderr)
    await once(child, 'exit')
    if (child.signalCode === 'SIGKILL') killed += 1
    else if (child.exitCode !== 0) trial.problems.push(`a worker ended with ${child.exitCode}`)
    trial.problems.push(...(await listExcesses(trial, store)))
    if ((await listUnsettled(store)).length === 0) break
  }
  await settleAll(store)
  await trial.gateway.clear()
  return killed
}

/** Where more was captured than authorized, or more refunded than captured: never, in neither of the two ledgers. */
async function listExcesses({ gateway }: Trial, { database }: Store): Promise<string[]> {
  const payments = await database.selectFrom('payments').selectAll().execute()
  const rows = await gateway.transactions()
  const refunded = (id: string) =>
    rows.filter(({ refundedId }) => refundedId === id).reduce((sum, { cents }) => sum + cents, 0)
  return [
    ...payments
      .filter((row) => row.captured_cents > row.authorized_cents || row.refunded_cents > row.captured_cents)
      .map(({ reference }) => `the database has too much money moved for ${reference}`),
    ...rows
      .filter(({ id, cents, history, refundIds }) => {
        return cents > (history[0]?.cents ?? 0) || (refundIds.length > 0 && refunded(id) > cents)
      })
      .map(({ id }) => `the gateway moved too much money for ${id}`),
  ]
}

/** All requests here are possible: none may be refused. */
async function listRejected({ database }: Store): Promise<string[]> {
  const query = database.selectFrom('payment_operations').selectAll().where('state', '=', 'rejected')
  return (await query.execute()).map(({ kind, reference, last_error }: Operation) => {
    return `the ${kind} of ${reference} was given up: ${last_error}`
  })
}
