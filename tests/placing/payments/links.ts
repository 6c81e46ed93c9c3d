import { randomUUID } from 'node:crypto'
import { dollars } from '@shop/contract/money'
import { dueFor } from '@shop/contract/order-money'
import type { PayByLinkBody } from '@shop/contract/pay-links/schemas'
import { hashPlacementKey } from '../../../backend/checkout/placements.repository.ts'
import { findOrder } from '../../../backend/orders/orders.repository.ts'
import { sendPayLink } from '../../../backend/orders/pay-links/pay-link.ts'
import type { Store } from '../../../backend/platform/database/database.ts'
import { placeOrder } from '../../../backend/testing/orders/orders.ts'
import { compareLedgers } from '../../gateway/compare-ledgers.ts'
import type { Gateway } from '../../gateway/start-gateway.ts'
import { listTransactions, listUnsettled, openBooks, operationOf, placementOf, settleAll } from '../books.ts'
import { WINDOWS } from '../failures/kills.ts'
import { type Answer, finalAnswers, payLink } from '../shoppers.ts'
import type { Mode, ModeOptions, Trial } from '../trial.ts'

/** Orders of a round; two people pay each in the same moment. */
const ORDERS = 3
const PAYERS = 2
const FIRST_ORDER = 300_000

/** Orders by hand are paid by their links while the shop is killed in each window in turn, and answers of the gateway are lost. */
export const links: Mode = { rounds: 210, run }

async function run(trial: Trial, { rounds }: ModeOptions): Promise<string> {
  const { gateway } = trial
  const first = await trial.start()
  const { dataDir } = first
  await first.kill()
  const store = await openBooks(trial, dataDir)
  const bodies: PayByLinkBody[] = []
  const told: (Answer | null)[] = []
  for (let round = 0; round < rounds; round += 1) {
    const numbers = Array.from({ length: ORDERS }, (_, index) => String(FIRST_ORDER + round * ORDERS + index))
    const sent = (await Promise.all(numbers.map((orderId) => buildPayments(store, gateway, orderId)))).flat()
    const window = WINDOWS[round % WINDOWS.length] ?? 'in phase 1'
    // In this window the gateway's answer is lost, and the shop lives on.
    const lost = { match: 'POST [^ ]*/transactions ', answer: 'cut', commit: round % 2 === 0 } as const
    if (window === 'not answered') await gateway.fail({ ...lost, times: ORDERS })
    const settings = window === 'not answered' ? {} : { KILL_AT: window, KILL_AFTER: String(round % ORDERS) }
    const shop = await trial.start({ settings, dataDir })
    told.push(...(await Promise.all(sent.map((body) => payLink(shop.address, body)))))
    bodies.push(...sent)
    await shop.kill()
    await gateway.clear()
  }
  await settleAll(store)
  const answers = await keepKnown(store, told)
  const shop = await trial.start({ dataDir })
  const again: (Answer | null)[] = []
  for (const body of bodies) again.push(await payLink(shop.address, body))
  await shop.kill()
  const final = [...answers, ...(await keepKnown(store, again))]
  trial.problems.push(...(await compareLinks(store, final)), ...(await listUnsettled(store)))
  const paid = (await listPaid(store)).length
  const unanswered = told.filter((answer) => answer === null).length
  await store.close()
  if (unanswered === 0) trial.problems.push('no shop died while somebody paid')
  if (paid === 0) trial.problems.push('no order was paid')
  return `${rounds * ORDERS} orders, of which each was paid by ${PAYERS} at once, ${unanswered} without an answer: ${paid} are paid`
}

/** An order by phone with a link, as each of those who pay it sends it. */
async function buildPayments({ database }: Store, gateway: Gateway, orderId: string): Promise<PayByLinkBody[]> {
  const email = `${orderId}@mail.example`
  const order = await placeOrder(database, { order_id: orderId, email, channel: 'phone', payment: 'unpaid' })
  const { url } = await sendPayLink(
    {
      database,
      clock: () => new Date(),
      actor: 'test',
      findOpeningProblems: async () => [],
      publicUrl: () => 'https://shop.example',
    },
    { order_id: orderId, version: null },
  )
  const token = new URLSearchParams(new URL(url).hash.slice(1)).get('token') ?? ''
  const total = dollars(dueFor(order).total)
  return Promise.all(
    Array.from({ length: PAYERS }, async () => {
      return { key: randomUUID(), token, total, billingZip: '97201', nonce: await gateway.nonce() }
    }),
  )
}

/** The answers to keys that are stored: of one that was refused, as while somebody else paid, nothing is, and it may pay later. */
async function keepKnown({ database }: Store, told: readonly (Answer | null)[]): Promise<Answer[]> {
  const rows = await database.selectFrom('placements').select('placement_key').execute()
  const known = new Set(rows.map(({ placement_key }) => placement_key))
  return finalAnswers(told).filter(({ key }) => known.has(hashPlacementKey(key)))
}

/** The orders that are paid by card. */
async function listPaid({ database }: Store): Promise<string[]> {
  const rows = await database.selectFrom('orders').select('order_id').where('payment', '=', 'card').execute()
  return rows.map(({ order_id }) => order_id)
}

/** Compares gateway, database and answers: an order that is paid is paid by one card, and nothing is held of any other. */
async function compareLinks(store: Store, answers: readonly Answer[]): Promise<string[]> {
  const { database } = store
  const placements = await database.selectFrom('placements').selectAll().execute()
  const operations = await database.selectFrom('payment_operations').selectAll().execute()
  const mails = await database.selectFrom('outbox').selectAll().where('kind', '=', 'order-confirmation').execute()
  const placed = placements.filter(({ state }) => state === 'placed')
  const references = new Map(placed.map(({ paid_order_id, reference }) => [paid_order_id ?? '', reference]))
  const paid = await listPaid(store)
  const orders = await Promise.all(
    paid.map(async (orderId) => {
      const order = await findOrder(database, orderId)
      return { reference: references.get(orderId) ?? '', cents: order === null ? 0 : dueFor(order).total }
    }),
  )
  const found = compareLedgers({
    now: Date.now(),
    transactions: await listTransactions(),
    orders,
    placements: placements.map(placementOf),
    operations: operations.map(operationOf),
    answers: answers.map(({ key, status }) => {
      const own = placements.find(({ placement_key }) => placement_key === hashPlacementKey(key))
      return { key: hashPlacementKey(key), status, reference: own?.reference ?? null }
    }),
    stock: [],
    codes: [],
    confirmations: mails.flatMap(({ recipient }) => {
      const reference = references.get(recipient.split('@')[0] ?? '')
      return reference === undefined ? [] : [{ reference }]
    }),
  })
  const twice = placed.length === references.size ? [] : ['an order was paid twice']
  const unpaid = [...references.keys()].filter((orderId) => !paid.includes(orderId))
  return [...found, ...twice, ...unpaid.map((orderId) => `order ${orderId} was charged and is not paid`)]
}
