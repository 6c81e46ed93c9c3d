import { setTimeout as pause } from 'node:timers/promises'
import { insertOperations } from '../../backend/payments/ledger/payments.repository.ts'
import { inTransaction } from '../../backend/platform/database/database.ts'
import { openMailServer } from '../../backend/testing/servers/mail-server.ts'
import { openBooks, START_STOCK, setStock } from '../../tests/placing/books.ts'
import { buildOrders, forEachAtOnce, send } from '../../tests/placing/shoppers.ts'
import { openTrial, type Trial } from '../../tests/placing/trial.ts'
import type { Note } from '../report.ts'

const ORDER_COUNT = 200
const PLACED_AT_ONCE = 20
/** Milliseconds that gateway and mail server take for an answer. */
const ANSWER_MS = 1000
const LOOK_MS = 100

/** How many captures and emails one shop settles and sends, where each answer takes a second. */
export async function measureSettling(note: Note): Promise<void> {
  const trial = await openTrial('sqlite')
  try {
    const dataDir = await measureCaptures(trial, note)
    await measureEmails(trial, dataDir, note)
  } finally {
    await trial.stop()
  }
}

async function measureCaptures(trial: Trial, note: Note): Promise<string> {
  const shop = await trial.start()
  const store = await openBooks(trial, shop.dataDir)
  const { database } = store
  await setStock(store, START_STOCK)
  await forEachAtOnce(await buildOrders(trial.gateway, ORDER_COUNT), PLACED_AT_ONCE, async (order) => {
    await send(shop.address, order)
  })
  const placed = await database
    .selectFrom('payments')
    .select(['provider', 'reference', 'authorized_cents as amount_cents'])
    .where('state', '=', 'authorized')
    .execute()
  await trial.gateway.clear()
  await trial.gateway.fail({ delay: ANSWER_MS, times: 1_000_000 })
  const now = new Date()
  const captures = placed.map((payment) => ({ ...payment, kind: 'capture', state: 'due', now }) as const)
  await inTransaction(database, (trx) => insertOperations(trx, captures))
  const seconds = await secondsUntil(async () => {
    const due = database.selectFrom('payment_operations').select('operation_id').where('state', '=', 'due').limit(1)
    return (await due.execute()).length === 0
  })
  const calls = (await trial.gateway.requests()).length
  await store.close()
  await shop.kill()
  await trial.gateway.clear()
  const rate = placed.length / seconds
  const each = (calls / placed.length).toFixed(1)
  note(
    `Captures a second, each answer of the gateway after a second`,
    `${rate.toFixed(1)} (${placed.length} of ${each} calls in ${seconds.toFixed(0)} s)`,
    'ten at once',
  )
  return shop.dataDir
}

/** The confirmations of the orders. */
async function measureEmails(trial: Trial, dataDir: string, note: Note): Promise<void> {
  const server = await openMailServer(0, ANSWER_MS)
  const shop = await trial.start({ dataDir, settings: { SMTP_URL: server.url } })
  const seconds = await secondsUntil(async () => server.received.length >= ORDER_COUNT)
  await shop.kill()
  const [rate, connections] = [ORDER_COUNT / seconds, server.connections()]
  await server.close()
  note(
    `Emails a second, each answer of the mail server after a second`,
    `${rate.toFixed(1)} (${ORDER_COUNT} over ${connections} connections in ${seconds.toFixed(0)} s)`,
    'ten at once',
  )
}

async function secondsUntil(isDone: () => Promise<boolean>): Promise<number> {
  const started = performance.now()
  while (!(await isDone())) await pause(LOOK_MS)
  return (performance.now() - started) / 1000
}
