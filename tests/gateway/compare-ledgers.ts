import type { PaymentTransaction } from '../../backend/payments/gateway/payments.ts'

/** Three ledgers of the same orders: the gateway's, the shop's database, and the responses to clients. */
export type Ledgers = {
  now: number
  transactions: readonly Pick<
    PaymentTransaction,
    'id' | 'kind' | 'refundOf' | 'reference' | 'state' | 'cents' | 'authorizedCents'
  >[]
  orders: readonly { reference: string; cents: number }[]
  placements: readonly {
    key: string
    state: 'authorizing' | 'placed' | 'declined' | 'abandoned'
    reference: string
    /** Milliseconds. */
    since: number
  }[]
  /** Requests to the gateway; `cents` of a void are 0. */
  operations: readonly {
    id: string
    kind: 'authorize' | 'capture' | 'void' | 'refund'
    reference: string
    cents: number
    state: 'due' | 'done' | 'refused' | 'unknown'
    since: number
  }[]
  /** Final answers; 202 and errors are none. `reference` is that of a placed order. */
  answers: readonly { key: string; status: number; reference: string | null }[]
  /** `open`: how many pieces are in orders and not cancelled. */
  stock: readonly { product: string; start: number; now: number; open: number }[]
  /** `open`: how many placements that are being paid and orders have the code. */
  codes: readonly { code: string; uses: number; open: number }[]
  confirmations: readonly { reference: string }[]
}

/** How long what happened at the gateway may stay unknown. */
const UNKNOWN_MS = 15 * 60_000

/** Lists the disagreements, a sentence each; empty when no cent and no bag is lost. */
export function compareLedgers(ledgers: Ledgers): string[] {
  return [placements, money, operations, answers, goods].flatMap((rule) => rule(ledgers))
}

/** Each placed key has one order of its amount; every other key has neither order nor money. */
function placements({ now, placements: rows, orders, transactions }: Ledgers): string[] {
  const references = rows.map(({ reference }) => reference)
  return [
    ...repeated(rows.map(({ key }) => key)).map((key) => `key ${key} has two placements`),
    ...repeated(references).map((reference) => `reference ${reference} was drawn twice`),
    ...repeated(orders.map(({ reference }) => reference)).map((reference) => `${reference} has two orders`),
    ...orders
      .filter(({ reference }) => !references.includes(reference))
      .map(({ reference }) => `order ${reference} has no placement`),
    ...rows.flatMap(({ key, state, reference, since }) => {
      const hasOrder = orders.some((order) => order.reference === reference)
      const hasMoney = transactions.some((sale) => sale.reference === reference && holdsMoney(sale))
      if (state === 'placed') return hasOrder ? [] : [`key ${key} is placed and has no order`]
      if (state === 'authorizing' && since < now - UNKNOWN_MS) return [`key ${key} has been unknown too long`]
      const wrong = [hasOrder && 'an order', hasMoney && state !== 'authorizing' && 'money']
      return wrong.flatMap((what) => (what ? [`key ${key} is ${state} and has ${what}`] : []))
    }),
  ]
}

/** Each reference is authorized once; money that is held or taken belongs to one order, in its amount. */
function money({ transactions, orders, placements: rows }: Ledgers): string[] {
  const sales = transactions.filter(({ kind, state }) => kind === 'sale' && state !== 'declined')
  const open = rows.filter(({ state }) => state === 'authorizing').map(({ reference }) => reference)
  return [
    ...repeated(sales.map(({ reference }) => reference)).map((reference) => `${reference} was authorized twice`),
    ...sales.flatMap((sale) => {
      const order = orders.find(({ reference }) => reference === sale.reference)
      if (!order) {
        const isKnown = !holdsMoney(sale) || open.includes(sale.reference ?? '')
        return isKnown ? [] : [`transaction ${sale.id} holds money without an order`]
      }
      return order.cents === sale.authorizedCents ? [] : [`order ${order.reference} was authorized in another amount`]
    }),
    ...orders
      .filter(({ reference }) => !sales.some((sale) => sale.reference === reference))
      .map(({ reference }) => `order ${reference} has no authorization`),
    ...sales.flatMap((sale) => {
      const refunded = sum(refundsOf(transactions, sale.id).map(({ cents }) => cents))
      return [
        ...(sale.cents > sale.authorizedCents ? [`more than authorized was captured of ${sale.id}`] : []),
        ...(refunded > (isCaptured(sale) ? sale.cents : 0) ? [`more than captured was refunded of ${sale.id}`] : []),
      ]
    }),
  ]
}

/** Each capture, void and refund that is done was executed exactly once, and nothing else was. */
function operations({ now, operations: rows, transactions }: Ledgers): string[] {
  const stale = rows.filter(({ state, since }) => state === 'unknown' && since < now - UNKNOWN_MS)
  const sales = transactions.filter(({ kind }) => kind === 'sale')
  return [
    ...stale.map(({ id }) => `operation ${id} has been unknown too long`),
    ...sales.flatMap((sale) => {
      // An operation with an unknown outcome may have happened or not.
      const own = rows.filter(({ reference }) => reference === sale.reference)
      if (own.some(({ state }) => state === 'unknown')) return []
      const done = (kind: string) =>
        own.flatMap((row) => (row.kind === kind && row.state === 'done' ? [row.cents] : [])).sort((a, b) => a - b)
      const refunds = refundsOf(transactions, sale.id).map(({ cents }) => cents)
      const wrong = [
        // A capture may have been voided before it settled.
        sale.state !== 'voided' && !isSame(done('capture'), isCaptured(sale) ? [sale.cents] : []) && 'captures',
        !isSame(done('void'), sale.state === 'voided' ? [0] : []) && 'voids',
        !isSame(
          done('refund'),
          refunds.sort((a, b) => a - b),
        ) && 'refunds',
      ]
      return wrong.flatMap((what) => (what ? [`the ${what} of ${sale.id} are not those of the database`] : []))
    }),
  ]
}

/** Clients with the same key were all told the same, and what they were told is so. */
function answers({ answers: rows, placements: known }: Ledgers): string[] {
  const said = new Set(rows.map(({ key, status, reference }) => JSON.stringify([key, status, reference])))
  const keys = [...said].map((text) => String(JSON.parse(text)[0]))
  return [
    ...repeated(keys).map((key) => `key ${key} was answered differently`),
    ...rows.flatMap(({ key, status, reference }) => {
      const placement = known.find((row) => row.key === key)
      if (status === 200 && (placement?.state !== 'placed' || placement.reference !== reference))
        return [`key ${key} was told of an order that is not its own`]
      return status === 402 && placement?.state === 'placed' ? [`key ${key} was told of a decline and is placed`] : []
    }),
  ]
}

/** Stock is what was there less what is in orders, a code was used as often as orders have it, and each order was confirmed once. */
function goods({ stock, codes, orders, confirmations }: Ledgers): string[] {
  return [
    ...codes.filter(({ uses, open }) => uses !== open).map(({ code }) => `the uses of code ${code} are wrong`),
    ...stock.filter((row) => row.now !== row.start - row.open).map(({ product }) => `the stock of ${product} is wrong`),
    ...orders.flatMap(({ reference }) => {
      const count = confirmations.filter((mail) => mail.reference === reference).length
      return count === 1 ? [] : [`order ${reference} has ${count} confirmations`]
    }),
  ]
}

type Transaction = Ledgers['transactions'][number]

function holdsMoney({ kind, state }: Transaction): boolean {
  return kind === 'sale' && ['pending', 'authorized', 'submitted', 'settled'].includes(state)
}

function isCaptured({ state }: Transaction): boolean {
  return ['submitted', 'settled', 'settlement_declined'].includes(state)
}

function refundsOf(transactions: readonly Transaction[], id: string): Transaction[] {
  return transactions.filter(({ refundOf, state }) => refundOf === id && !['voided', 'declined'].includes(state))
}

function repeated<T>(values: readonly T[]): T[] {
  return [...new Set(values.filter((value, index) => values.indexOf(value) !== index))]
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}

function isSame(some: readonly number[], others: readonly number[]): boolean {
  return JSON.stringify(some) === JSON.stringify(others)
}
