import { randomBytes } from 'node:crypto'
import { DAY_MS } from '@shop/contract/durations'
import * as z from 'zod/mini'
import { CARD, type Change, type Ledger, type LedgerTransaction, MERCHANTS } from './ledger.ts'

/** Outcome of a request: a transaction, which may be a declined one, or the codes of what is wrong with the request. */
export type Outcome = { transaction: LedgerTransaction } | { errors: readonly Failure[] }
type Failure = readonly [code: string, attribute: string, message: string]

/** Mastercard and American Express; Visa's lasts a day longer. */
export const AUTHORIZATION_DAYS = 7
const DUPLICATE_MS = 30_000
const KEY_DAYS = 30

const address = z.optional(z.record(z.string(), z.string()))
const amount = z.optional(z.string())

/** Fields that the SDK sends inside `transaction`. */
export const transactionRequest = z.object({
  amount,
  order_id: z.optional(z.string()),
  api_request_key: z.optional(z.string()),
  payment_method_nonce: z.optional(z.string()),
  options: z.optional(z.object({ submit_for_settlement: z.optional(z.boolean()) })),
  billing: address,
  shipping: address,
  tax_amount: amount,
  shipping_amount: amount,
})
export type TransactionRequest = z.infer<typeof transactionRequest>

/** A transaction as it is now: an authorization that was not captured expires. */
export function currentTransaction({ now, transactions }: Ledger, id: string): LedgerTransaction | undefined {
  const found = transactions.get(id)
  if (found?.status !== 'authorized' || now() < found.createdAt + AUTHORIZATION_DAYS * DAY_MS) return found
  return withStatus(found, 'authorization_expired', found.createdAt + AUTHORIZATION_DAYS * DAY_MS)
}

/** Authorizes, or captures at once if asked to. A nonce is used up whatever the bank says. */
export function sale(ledger: Ledger, merchant: string, request: TransactionRequest): Outcome {
  const nonce = ledger.nonces.get(request.payment_method_nonce ?? '')
  if (nonce?.isUsed) return failure('91564', 'payment_method_nonce', 'Nonce was used')
  if (nonce === undefined || nonce.merchant !== merchant || nonce.expiresAt <= ledger.now())
    return failure('91565', 'payment_method_nonce', 'Unknown or expired nonce')
  const cents = readCents(request.amount)
  if (cents === null) return failure('81503', 'amount', 'Amount is an invalid format')
  const long = tooLong(request.shipping) ?? tooLong(request.billing)
  if (long) return { errors: [long] }
  const made: LedgerTransaction = {
    id: newId(),
    merchant,
    type: 'sale',
    cents,
    currency: ledger.controls.currency,
    orderId: request.order_id ?? null,
    createdAt: ledger.now(),
    card: nonce.card,
    ...verdict(ledger, request, cents, nonce.card.number),
    history: [],
    refundIds: [],
    refundedId: null,
    disputes: [],
    sent: {
      billing: request.billing ?? {},
      shipping: request.shipping ?? {},
      taxAmount: request.tax_amount ?? '',
      shippingAmount: request.shipping_amount ?? '',
    },
  }
  const isCaptured = made.status === 'authorized' && request.options?.submit_for_settlement === true
  const first = withStatus(made, made.status, made.createdAt)
  const done = isCaptured ? withStatus(first, 'submitted_for_settlement', made.createdAt) : first
  return store(ledger, request, `sale ${merchant}`, done, { nonces: [{ ...nonce, isUsed: true }] })
}

/** A sale that somebody made in the gateway's panel under a reference of the shop. */
export function saleByHand(
  { commit, controls, now }: Ledger,
  { reference, cents, status }: { reference: string; cents: number; status: string },
): string {
  const made: LedgerTransaction = {
    ...{ id: newId(), merchant: MERCHANTS[0].id, type: 'sale', status: 'authorized', cents, code: '1000' },
    ...{ currency: controls.currency, orderId: reference, createdAt: now(), card: { ...CARD }, rejection: null },
    ...{ history: [], refundIds: [], refundedId: null, disputes: [] },
    sent: { billing: {}, shipping: {}, taxAmount: '', shippingAmount: '' },
  }
  const first = withStatus(made, 'authorized', made.createdAt)
  commit({ transactions: [status === 'authorized' ? first : withStatus(first, status, made.createdAt)] })
  return made.id
}

type Verdict = Pick<LedgerTransaction, 'status' | 'code' | 'rejection'>

/** The amount decides, as in Braintree's sandbox. */
function verdict(
  ledger: Ledger,
  { order_id, api_request_key }: TransactionRequest,
  cents: number,
  card: string,
): Verdict {
  // Duplicate checking and keys of requests exclude each other.
  const others = api_request_key === undefined ? [...ledger.transactions.values()] : []
  const isDuplicate = others.some(
    (other) =>
      other.type === 'sale' &&
      other.cents === cents &&
      other.orderId === (order_id ?? null) &&
      other.card.number === card &&
      other.createdAt > ledger.now() - DUPLICATE_MS &&
      other.code === '1000',
  )
  if (isDuplicate) return { status: 'gateway_rejected', code: '', rejection: 'duplicate' }
  const code = String(Math.floor(cents / 100))
  if (cents >= 200_000 && cents < 300_000) return { status: 'processor_declined', code, rejection: null }
  if (cents >= 300_000 && cents < 300_100) return { status: 'failed', code, rejection: null }
  if (cents === 500_100) return { status: 'gateway_rejected', code: '', rejection: 'application_incomplete' }
  return { status: 'authorized', code: '1000', rejection: null }
}

export function capture(ledger: Ledger, found: LedgerTransaction, request: TransactionRequest): Outcome {
  const cents = request.amount === undefined ? found.cents : readCents(request.amount)
  if (cents === null) return failure('81503', 'amount', 'Amount is an invalid format')
  if (found.status !== 'authorized') return failure('91507', 'base', 'Cannot submit for settlement unless authorized')
  if (cents > found.cents) return failure('91522', 'amount', 'Settlement amount is too large')
  const done = withStatus({ ...found, cents }, 'submitted_for_settlement', ledger.now())
  return store(ledger, request, `capture ${found.id}`, done)
}

export function voidTransaction(ledger: Ledger, found: LedgerTransaction, request: TransactionRequest): Outcome {
  if (!['authorized', 'submitted_for_settlement'].includes(found.status))
    return failure('91504', 'base', 'Transaction can only be voided if status is authorized or submitted')
  return store(ledger, request, `void ${found.id}`, withStatus(found, 'voided', ledger.now()))
}

export function refund(ledger: Ledger, found: LedgerTransaction, request: TransactionRequest): Outcome {
  const refunds = found.refundIds.flatMap((id) => currentTransaction(ledger, id) ?? [])
  const kept = refunds.filter(({ status }) => status !== 'voided' && status !== 'settlement_declined')
  const left = kept.reduce((sum, { cents }) => sum - cents, found.cents)
  const cents = request.amount === undefined ? left : readCents(request.amount)
  if (!['settled', 'settling'].includes(found.status))
    return failure('91506', 'base', 'Cannot refund transaction unless it is settled')
  if (left === 0) return failure('91512', 'base', 'Transaction has already been completely refunded')
  if (cents === null) return failure('81503', 'amount', 'Amount is an invalid format')
  if (cents > left) return failure('91521', 'amount', 'Refund amount is too large')
  const made: LedgerTransaction = {
    ...found,
    id: newId(),
    type: 'credit',
    cents,
    orderId: request.order_id ?? null,
    createdAt: ledger.now(),
    history: [],
    refundIds: [],
    refundedId: found.id,
    disputes: [],
  }
  const done = withStatus(made, 'submitted_for_settlement', made.createdAt)
  return store(ledger, request, `refund ${found.id}`, done, {
    transactions: [{ ...found, refundIds: [...found.refundIds, done.id] }],
  })
}

/**
 * Finds the outcome of an earlier request with the same key, in its present state, as the answer to a repeat; `null`
 * if there was none.
 */
export function answerOfKey(ledger: Ledger, request: TransactionRequest, what: string): Outcome | null {
  const { api_request_key: key } = request
  if (key === undefined) return null
  if (!ledger.controls.areKeysAllowed) return failure('915231', 'api_request_key', 'ApiRequestKey is not allowed')
  if (key.length > 255) return failure('915230', 'api_request_key', 'ApiRequestKey is too long')
  const known = ledger.keys.get(key)
  const found = known && currentTransaction(ledger, known.transactionId)
  if (!known || !found || found.createdAt < ledger.now() - KEY_DAYS * DAY_MS) return null
  if (known.content !== content(request, what))
    return failure('915232', 'api_request_key', 'ApiRequestKey can be reused only with the same request')
  return { transaction: found }
}

/** The answer to a request whose key is in use by a request that is still being processed. */
export const IN_FLIGHT = failure('915233', 'api_request_key', 'ApiRequestKey is in flight')

export function withStatus(found: LedgerTransaction, status: string, at: number): LedgerTransaction {
  return { ...found, status, history: [...found.history, { status, cents: found.cents, at }] }
}

function store(
  { commit }: Ledger,
  request: TransactionRequest,
  what: string,
  done: LedgerTransaction,
  { transactions = [], nonces = [] }: Change = {},
): Outcome {
  const { api_request_key: id } = request
  const keys = id === undefined ? [] : [{ id, content: content(request, what), transactionId: done.id }]
  commit({ transactions: [...transactions, done], nonces, keys })
  return { transaction: done }
}

const content = (request: TransactionRequest, what: string) => `${what} ${JSON.stringify(request)}`

function failure(...reason: Failure): { errors: readonly Failure[] } {
  return { errors: [reason] }
}

const newId = () => randomBytes(5).toString('hex')

/** Cents above zero of an amount such as `12.00`; `null` for anything else. */
function readCents(text = ''): number | null {
  return /^\d{1,8}[.]\d\d$/.test(text) && Number(text) > 0 ? Math.round(Number(text) * 100) : null
}

const TOO_LONG: Readonly<Record<string, string>> = {
  first_name: '81805',
  last_name: '81806',
  street_address: '81812',
  extended_address: '81804',
  locality: '81807',
}

function tooLong(sent: Readonly<Record<string, string>> = {}): Failure | null {
  const [field, code] = Object.entries(TOO_LONG).find(([name]) => (sent[name] ?? '').length > 255) ?? []
  return field === undefined || code === undefined ? null : [code, field, `${field} is too long`]
}
