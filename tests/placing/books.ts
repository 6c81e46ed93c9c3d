import { MINUTE_MS } from '@shop/contract/durations'
import { unitsOf } from '@shop/contract/money'
import type { WorkerContext } from '../../backend/checkout/place-order.ts'
import { hashPlacementKey, type Placement } from '../../backend/checkout/placements.repository.ts'
import { createPayments } from '../../backend/payments/create-payments.ts'
import type { PaymentTransaction } from '../../backend/payments/gateway/payments.ts'
import type { Operation } from '../../backend/payments/ledger/payments.repository.ts'
import { type Database, type Location, openStore, type Store } from '../../backend/platform/database/database.ts'
import { publicUrlOf } from '../../backend/platform/settings/settings.ts'
import { settleDueEvents } from '../../backend/settlement/gateway-events.ts'
import { settleDueOperations } from '../../backend/settlement/payment-worker.ts'
import { compareLedgers, type Ledgers } from '../gateway/compare-ledgers.ts'
import { KEYS } from '../gateway/start-gateway.ts'
import { type Answer, TRIAL_CODE } from './shoppers.ts'

/** Enough of each product that none is sold out. */
export const START_STOCK = 100_000

/** With a code that some of the shoppers use. */
export async function setStock({ database }: Store, quantity: number): Promise<void> {
  await database.updateTable('products').set({ stock_quantity: quantity }).execute()
  const terms = {
    kind: 'percent',
    value: TRIAL_CODE.percent,
    minimum_cents: 0,
    lines: '[]',
    product_ids: '[]',
  } as const
  const always = {
    starts_on: null,
    ends_on: null,
    max_uses: null,
    once_each: 0,
    state: 'on',
    uses: 0,
    version: 0,
  } as const
  await database
    .insertInto('discount_codes')
    .values({ code: TRIAL_CODE.code, ...terms, ...always, created_at: new Date().toISOString() })
    .onConflict((conflict) => conflict.column('code').doNothing())
    .execute()
}

/** Minutes from now in which everything is settled or given up. */
const MINUTES = [0, 1, 2, 5, 11, 12, 13, 45, 90, 200, 400, 800, 1600]

/** The worker of a shop, so many minutes from now; time is injected. */
export function workerOf({ database }: Store, minutes = 0): WorkerContext {
  return {
    database,
    clock: () => new Date(Date.now() + minutes * MINUTE_MS),
    payments: createPayments({ gateways: [KEYS] }, () => {}),
    log: { info: () => {}, warn: () => {}, error: console.error },
    // As in the trial's shops, which have no PUBLIC_URL: their mails are compared.
    toFamily: (shop) => ({ to: 'family@shop.example', url: publicUrlOf({ publicUrl: null, port: 0 }, shop) }),
  }
}

/** Lets the worker settle what is due at some minutes from now, by default everything. */
export async function settleAll(store: Store, minutes: readonly number[] = MINUTES): Promise<void> {
  for (const ahead of minutes) {
    const context = workerOf(store, ahead)
    await settleDueEvents(context)
    await settleDueOperations(context)
  }
}

/** Lists the gateway's transactions since yesterday, as the shop reads them. */
export async function listTransactions(): Promise<PaymentTransaction[]> {
  const payments = createPayments({ gateways: [KEYS] }, () => {})
  const listed = await payments.listSince(new Date(Date.now() - 24 * 60 * MINUTE_MS))
  if (listed.outcome === 'done') return [...listed.transactions]
  throw new Error(`the gateway does not list its transactions: ${JSON.stringify(listed)}`)
}

async function readBooks(database: Database) {
  const placements = await database.selectFrom('placements').selectAll().execute()
  const orders = await database.selectFrom('orders').selectAll().where('channel', '=', 'online').execute()
  const items = await database.selectFrom('order_items').selectAll().where('product_id', '=', '101').execute()
  const product = await database
    .selectFrom('products')
    .selectAll()
    .where('product_id', '=', '101')
    .executeTakeFirstOrThrow()
  const mails = await database.selectFrom('outbox').selectAll().where('kind', '=', 'order-confirmation').execute()
  const operations = await database.selectFrom('payment_operations').selectAll().execute()
  const codes = await database.selectFrom('discount_codes').selectAll().execute()
  return { placements, orders, items, product, mails, operations, codes }
}

/**
 * Compares what gateway, database and shoppers say; a sentence for each thing that does not agree. Placements may be open,
 * but at `now` for no longer than the worker may take.
 */
export async function compareBooks(
  store: Store,
  answers: readonly Answer[],
  startStock: number,
  now: number = Date.now(),
): Promise<string[]> {
  // One snapshot: PostgreSQL may still commit what a shop sent before it was killed.
  const { placements, orders, items, product, mails, operations, codes } = await store.database
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(readBooks)
  const references = new Map(placements.map(({ order_id, reference }) => [order_id, reference]))
  const placed = orders.filter(({ order_id }) => references.has(order_id))
  const sold = items.filter(
    ({ order_id, cancellation_status }) => references.has(order_id) && cancellation_status === null,
  )
  const checking = placements.filter(({ state }) => state === 'checking')
  const openUnits = unitsOf(sold) + checking.reduce((sum, { units }) => sum + units, 0)
  const books: Ledgers = {
    now,
    transactions: await listTransactions(),
    orders: placed.map(({ order_id, total_cents, delivery_cents, tax_cents }) => ({
      reference: references.get(order_id) ?? '',
      cents: total_cents + delivery_cents + tax_cents,
    })),
    placements: placements.map(placementOf),
    operations: operations.map(operationOf),
    answers: answers.map(({ key, status, orderId }) => ({
      key: hashPlacementKey(key),
      status,
      reference: orderId === null ? null : (references.get(orderId) ?? 'none'),
    })),
    codes: codes.map(({ code, uses }) => {
      const open = [...checking, ...orders].filter(({ discount_code }) => discount_code === code).length
      return { code, uses, open }
    }),
    stock: [{ product: '101', start: startStock, now: product.stock_quantity, open: openUnits }],
    confirmations: mails.flatMap(({ subject }) => {
      const reference = references.get(/# (\d+)$/.exec(subject)?.[1] ?? '')
      return reference === undefined ? [] : [{ reference }]
    }),
  }
  return compareLedgers(books)
}

/** A placement as the ledgers know it. */
export function placementOf({ placement_key, state, reference, created_at }: Placement): Ledgers['placements'][number] {
  return {
    key: placement_key,
    state: state === 'checking' ? 'authorizing' : state === 'failed' ? 'abandoned' : state,
    reference,
    since: Date.parse(created_at),
  }
}

/** An operation as the ledgers know it. */
export function operationOf({
  operation_id,
  kind,
  reference,
  amount_cents,
  state,
  created_at,
}: Operation): Ledgers['operations'][number] {
  return {
    id: operation_id,
    kind,
    reference,
    cents: kind === 'void' ? 0 : amount_cents,
    state: state === 'done' ? 'done' : state === 'rejected' ? 'refused' : 'due',
    since: Date.parse(created_at),
  }
}

/** Lists the placements that the worker should have settled and has not, a sentence each. */
export async function listUnsettled({ database }: Store): Promise<string[]> {
  const rows = await database.selectFrom('placements').select('reference').where('state', '=', 'checking').execute()
  const due = await database
    .selectFrom('payment_operations')
    .select(['reference', 'kind'])
    .where('state', 'in', ['due', 'sent'])
    .execute()
  return [
    ...rows.map(({ reference }) => `${reference} is not settled`),
    ...due.map(({ reference, kind }) => `the ${kind} of ${reference} is not settled`),
  ]
}

/** The database of a shop. */
export function openBooks({ databaseUrl }: Pick<Location, 'databaseUrl'>, dataDir: string): Promise<Store> {
  return openStore({ databaseUrl, dataDir })
}
