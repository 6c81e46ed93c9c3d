import { HOUR_MS } from '@shop/contract/durations'
import { insertOperation, type Payment } from '../../../backend/payments/ledger/payments.repository.ts'
import type { Store } from '../../../backend/platform/database/database.ts'
import { reconcile } from '../../../backend/settlement/reconcile.ts'
import { listFailed } from '../../../backend/settlement/tasks/payment-tasks.repository.ts'
import { refundUnmatched } from '../../../backend/settlement/tasks/solve-unmatched.ts'
import { listUnmatched } from '../../../backend/settlement/unmatched-payments.repository.ts'
import { BESIDES } from '../../gateway/besides.ts'
import type { LedgerTransaction } from '../../gateway/ledger.ts'
import { listUnsettled, openBooks, START_STOCK, setStock, settleAll, workerOf } from '../books.ts'
import { buildOrders, send } from '../shoppers.ts'
import type { Mode, ModeOptions, Trial } from '../trial.ts'

const AT_ONCE = 20
/** Share of the placements that something happens to; as many are left untouched. */
const SHARE = 0.5
const MANY = 100_000

/**
 * While orders are placed, charged and released, second sales are made under their references in the gateway's panel,
 * reservations expire and charges settle by themselves; half of the answers about them are lost.
 */
export const panel: Mode = { rounds: 1000, run }

async function run(trial: Trial, { rounds }: ModeOptions): Promise<string> {
  const { gateway, problems } = trial
  const dataDir = await placeMany(trial, rounds)
  const store = await openBooks(trial, dataDir)
  await settleAll(store)
  const asked = await moveMoney(trial, store)
  const seconds = await countSeconds(trial)
  const listed = await decide(trial, store)
  problems.push(...(await listWrong(trial, store)), ...(await listUnsettled(store)))
  if (seconds === 0) problems.push('no second sale was made')
  if (listed === 0) problems.push('no second charge was listed')
  await store.close()
  await gateway.clear()
  return `${rounds} placements, ${asked} charges and releases, ${seconds} second sales: ${listed} were listed and refunded`
}

async function placeMany(trial: Trial, count: number): Promise<string> {
  const { gateway } = trial
  const shop = await trial.start()
  const store = await openBooks(trial, shop.dataDir)
  await setStock(store, START_STOCK)
  await store.close()
  for (const [index, besides] of BESIDES.entries()) {
    const fault = { match: 'POST [^ ]*/transactions ', besides, probability: SHARE / 8, times: MANY }
    await gateway.fail({ ...fault, seed: index + 1 })
    await gateway.fail({ ...fault, answer: 'cut', seed: index + 11 })
  }
  for (let done = 0; done < count; done += AT_ONCE) {
    const bodies = await buildOrders(gateway, Math.min(AT_ONCE, count - done))
    await Promise.all(bodies.map((body) => send(shop.address, body)))
  }
  await shop.kill()
  await gateway.clear()
  return shop.dataDir
}

/** Charges a third of what is reserved and releases another, while the bank and the panel are faster; returns how many. */
async function moveMoney({ gateway }: Trial, store: Store): Promise<number> {
  const { database } = store
  const payments = await database.selectFrom('payments').selectAll().where('state', '=', 'authorized').execute()
  const kindOf = (index: number) => (['capture', 'void', null] as const)[index % 3] ?? null
  const asked = payments.flatMap(({ provider, reference, authorized_cents: amount_cents }, index) => {
    const kind = kindOf(index)
    return kind === null ? [] : [{ provider, reference, amount_cents, kind, state: 'due' as const, now: new Date() }]
  })
  await database.transaction().execute(async (trx) => {
    for (const operation of asked) await insertOperation(trx, operation)
  })
  const match = 'PUT .*/(submit_for_settlement|void)'
  for (const [index, besides] of BESIDES.entries()) {
    await gateway.fail({ match, besides, probability: SHARE / 8, times: MANY, seed: index + 21 })
    await gateway.fail({ match, besides, answer: 'cut', probability: SHARE / 8, times: MANY, seed: index + 31 })
  }
  await settleAll(store)
  await gateway.clear()
  return asked.length
}

/** Two nights; after the first the family refunds what is listed; returns how much that was. */
async function decide({ gateway }: Trial, store: Store): Promise<number> {
  const compare = () => reconcile(workerOf(store), new Date(Date.now() - 24 * HOUR_MS))
  await compare()
  await settleAll(store)
  const { database } = store
  const by = { database, clock: () => new Date(), actor: 'family@shop.example' }
  const listed = await listUnmatched(database, MANY)
  for (const { reference } of listed) await refundUnmatched(by, reference)
  await settleAll(store)
  await gateway.settle()
  await settleAll(store)
  await compare()
  return listed.length
}

async function countSeconds({ gateway }: Trial): Promise<number> {
  const sales = (await gateway.transactions()).filter(({ type }) => type === 'sale')
  return sales.length - new Set(sales.map(({ orderId }) => orderId)).size
}

/** Where money is held that no order has, or an order says something else than the gateway, a sentence each. */
async function listWrong({ gateway }: Trial, { database }: Store): Promise<string[]> {
  const transactions = await gateway.transactions()
  const payments = await database.selectFrom('payments').selectAll().execute()
  const ofOrders = new Map(
    payments
      .filter(({ order_id, reference }) => order_id !== reference)
      .map((payment) => [payment.gateway_id, payment]),
  )
  const sales = transactions.filter(({ type }) => type === 'sale')
  const released = await database
    .selectFrom('payment_operations')
    .select('reference')
    .where('kind', '=', 'void')
    .execute()
  const isReleased = (reference: string) => released.some((asked) => asked.reference === reference)
  const failed = (await listFailed(database, MANY)).filter(({ last_error }) => last_error !== 'expired')
  const placed = await database.selectFrom('placements').select('reference').where('state', '=', 'placed').execute()
  return [
    ...sales.flatMap((sale) => {
      const left = leftOf(sale, transactions)
      const payment = ofOrders.get(sale.id)
      if (payment === undefined) return left === 0 ? [] : [`${left} cents of ${sale.id} are held without an order`]
      const wrong = isReleased(payment.reference) && left > 0 ? [`${left} cents of ${sale.id} were not released`] : []
      return [...wrong, ...differencesOf(payment, sale)]
    }),
    ...placed.flatMap(({ reference }) => {
      const own = payments.filter((payment) => payment.reference === reference)
      return own.length === 1 ? [] : [`${reference} has ${own.length} payments`]
    }),
    ...failed.map(({ kind, reference, last_error }) => `the ${kind} of ${reference} was given up: ${last_error}`),
    ...(await listUnmatched(database, MANY)).map(({ reference }) => `${reference} is not refunded`),
  ]
}

function leftOf({ id, status, cents }: LedgerTransaction, all: readonly LedgerTransaction[]): number {
  if (!['authorized', 'submitted_for_settlement', 'settled'].includes(status)) return 0
  return all.filter(({ refundedId }) => refundedId === id).reduce((left, refund) => left - refund.cents, cents)
}

const STATES: Readonly<Record<string, Payment['state']>> = {
  authorized: 'authorized',
  submitted_for_settlement: 'submitted',
  settled: 'settled',
  voided: 'voided',
  authorization_expired: 'expired',
}

function differencesOf({ reference, state }: Payment, { status }: LedgerTransaction): string[] {
  return STATES[status] === state ? [] : [`${reference} is ${state} and at the gateway ${status}`]
}
