import { appendFileSync, existsSync, readFileSync, truncateSync } from 'node:fs'
import * as z from 'zod/mini'

/** Whose keys the gateway knows: the shop's, and those of another merchant. */
export const MERCHANTS = [
  { id: 'merchant', publicKey: 'public', privateKey: 'very-private' },
  { id: 'foreign', publicKey: 'foreign-public', privateKey: 'foreign-private' },
] as const

/** Card of a shopper who typed none in particular. */
export const CARD = { brand: 'Visa', number: '4111111111111111' } as const

const address = z.record(z.string(), z.string())

const transaction = z.object({
  id: z.string(),
  merchant: z.string(),
  type: z.enum(['sale', 'credit']),
  status: z.string(),
  cents: z.number(),
  currency: z.string(),
  orderId: z.nullable(z.string()),
  /** Milliseconds, as everywhere in the ledger. */
  createdAt: z.number(),
  card: z.object({ brand: z.string(), number: z.string() }),
  history: z.array(z.object({ status: z.string(), cents: z.number(), at: z.number() })),
  refundIds: z.array(z.string()),
  refundedId: z.nullable(z.string()),
  rejection: z.nullable(z.string()),
  code: z.string(),
  /** Other fields that the sale was sent with. */
  sent: z.object({ billing: address, shipping: address, taxAmount: z.string(), shippingAmount: z.string() }),
  disputes: z.array(
    z.object({ id: z.string(), kind: z.string(), status: z.string(), cents: z.number(), replyBy: z.string() }),
  ),
})

const nonce = z.object({
  id: z.string(),
  merchant: z.string(),
  expiresAt: z.number(),
  isUsed: z.boolean(),
  card: z.object({ brand: z.string(), number: z.string() }),
})

/** A request that was sent with a key: what it asked for, and the transaction it made or changed. */
const requestKey = z.object({ id: z.string(), content: z.string(), transactionId: z.string() })

export const controls = z.object({
  /** How far the gateway's clock is ahead of the machine's. */
  clockAhead: z.number(),
  /** How long a new transaction is not found by a search. */
  searchLag: z.number(),
  pageSize: z.number(),
  areKeysAllowed: z.boolean(),
  clientToken: z.string(),
  /** Currency of new transactions. */
  currency: z.string(),
})

const change = z.object({
  transactions: z.optional(z.array(transaction)),
  nonces: z.optional(z.array(nonce)),
  keys: z.optional(z.array(requestKey)),
  controls: z.optional(controls),
})

export type LedgerTransaction = z.infer<typeof transaction>
export type Nonce = z.infer<typeof nonce>
export type Controls = z.infer<typeof controls>
export type Change = z.infer<typeof change>

export type Ledger = {
  controls: Controls
  transactions: Map<string, LedgerTransaction>
  nonces: Map<string, Nonce>
  keys: Map<string, z.infer<typeof requestKey>>
  now: () => number
  /** Stores all of it or, if the process is killed, nothing. */
  commit: (change: Change) => void
}

/** The gateway's books in a file of one line a request; a process that is killed continues from them. Without a file they are in memory. */
export function openLedger(file: string | null): Ledger {
  const ledger: Ledger = {
    controls: {
      clockAhead: 0,
      searchLag: 0,
      pageSize: 50,
      areKeysAllowed: true,
      clientToken: 'a-token',
      currency: 'USD',
    },
    transactions: new Map(),
    nonces: new Map(),
    keys: new Map(),
    now: () => Date.now() + ledger.controls.clockAhead,
    commit: (next) => {
      if (file !== null) appendFileSync(file, `${JSON.stringify(next)}\n`)
      apply(ledger, next)
    },
  }
  for (const line of file === null ? [] : readLines(file)) apply(ledger, change.parse(JSON.parse(line)))
  return ledger
}

function apply(ledger: Ledger, { transactions = [], nonces = [], keys = [], controls: next }: Change): void {
  for (const row of transactions) ledger.transactions.set(row.id, row)
  for (const row of nonces) ledger.nonces.set(row.id, row)
  for (const row of keys) ledger.keys.set(row.id, row)
  if (next) ledger.controls = next
}

/** A last line without its end was being written when the process was killed, and is cut off. */
function readLines(file: string): string[] {
  if (!existsSync(file)) return []
  const text = readFileSync(file, 'utf8')
  const whole = text.slice(0, text.lastIndexOf('\n') + 1)
  if (whole !== text) truncateSync(file, Buffer.byteLength(whole))
  return whole.split('\n').filter((line) => line !== '')
}
