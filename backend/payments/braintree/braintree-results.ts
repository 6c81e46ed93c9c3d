import { roundToCents } from '@shop/contract/money'
import type { Transaction, ValidatedResponse } from 'braintree'
import * as z from 'zod/mini'
import {
  DUPLICATE_REASON,
  type PaymentNotification,
  type PaymentResult,
  type PaymentTransaction,
  type Rejected,
  type RejectionReason,
  type TransactionState,
  type Unknown,
} from '../gateway/payments.ts'

/** The parsed parts of a transaction. Of a card only brand and last four. */
const text = z.catch(z.nullable(z.string()), null)
const cents = z.pipe(
  z.string().check(z.regex(/^\d{1,10}([.]\d{1,2})?$/)),
  z.transform((amount) => roundToCents(Number(amount))),
)
const transactionSchema = z.object({
  id: z.string().check(z.minLength(1)),
  type: z.enum(['sale', 'credit']),
  status: z.string(),
  amount: cents,
  currencyIsoCode: z.string().check(z.regex(/^[A-Z]{3}$/)),
  orderId: text,
  createdAt: z.string(),
  authorizationExpiresAt: text,
  refundIds: z.catch(z.array(z.string()), []),
  refundedTransactionId: text,
  creditCard: z.catch(z.nullable(z.object({ cardType: z.string(), last4: z.string() })), null),
  statusHistory: z.catch(z.array(z.object({ status: z.string(), amount: cents, timestamp: text })), []),
  disputes: z.catch(
    z.array(
      z.object({
        id: z.string(),
        kind: text,
        reason: text,
        status: z.string(),
        amountDisputed: cents,
        replyByDate: text,
      }),
    ),
    [],
  ),
})

const STATES_BY_STATUS: Readonly<Record<string, TransactionState>> = {
  authorized: 'authorized',
  submitted_for_settlement: 'submitted',
  settling: 'submitted',
  settlement_pending: 'submitted',
  settlement_confirmed: 'submitted',
  settled: 'settled',
  settlement_declined: 'settlement_declined',
  voided: 'voided',
  authorization_expired: 'expired',
  processor_declined: 'declined',
  gateway_rejected: 'declined',
  failed: 'declined',
}

/** Throws if it is invalid. */
export function parseTransaction(raw: unknown): PaymentTransaction {
  const found = transactionSchema.parse(raw)
  return {
    provider: 'braintree',
    id: found.id,
    kind: found.type === 'sale' ? 'sale' : 'refund',
    refundOf: found.refundedTransactionId,
    refundIds: found.refundIds,
    reference: found.orderId,
    state: STATES_BY_STATUS[found.status] ?? 'pending',
    cents: found.amount,
    authorizedCents: found.statusHistory.find(({ status }) => status === 'authorized')?.amount ?? found.amount,
    currency: found.currencyIsoCode,
    card: found.creditCard && { brand: found.creditCard.cardType, last4: found.creditCard.last4 },
    createdAt: found.createdAt,
    since: sinceOf(found),
    expiresAt: found.authorizationExpiresAt,
    disputes: found.disputes.map(({ id, kind, reason, status, amountDisputed, replyByDate }) => ({
      id,
      kind,
      reason,
      status,
      cents: amountDisputed,
      replyBy: replyByDate,
    })),
  }
}

/** Braintree has several words for some states; the first counts. */
function sinceOf({ status, statusHistory, createdAt }: z.infer<typeof transactionSchema>): string {
  const state = STATES_BY_STATUS[status]
  const entry = statusHistory.find(
    (past) => past.status === status || (state !== undefined && STATES_BY_STATUS[past.status] === state),
  )
  return entry?.timestamp ?? createdAt
}

const subject = z.object({ id: z.string(), orderId: text })
const notificationSchema = z.object({
  kind: z.string(),
  timestamp: z.string(),
  transaction: z.optional(subject),
  dispute: z.optional(z.object({ id: z.string(), transaction: subject })),
})

/** Throws when it is none. */
export function parseNotification(raw: unknown): Omit<PaymentNotification, 'payload'> {
  const { kind, timestamp, transaction, dispute } = notificationSchema.parse(raw)
  const about = transaction ?? dispute?.transaction
  const disputeId = dispute?.id ?? null
  return { kind, timestamp, transactionId: about?.id ?? null, reference: about?.orderId ?? null, disputeId }
}

/** The codes of https://developer.paypal.com/braintree/docs/reference/general/validation-errors/all/. */
const REASONS_BY_CODE: Readonly<Record<string, RejectionReason>> = {
  '91564': 'nonce',
  '91565': 'nonce',
  '91566': 'nonce',
  '91569': 'nonce',
  '91506': 'unsettled',
  '91504': 'state',
  '91507': 'state',
  '91512': 'state',
  '91521': 'amount',
  '91522': 'amount',
}

/** The account does not allow idempotency keys: the request is sent without. */
export const KEY_NOT_ALLOWED = '915231'
/** A request with this key was accepted: still processing, with other content, or with an unknown result. */
const KEY_IN_USE = new Set(['915232', '915233', '915234', '915235'])

/** Braintree's result. `isAsked`: it is the requested transaction, then in one of `states`. */
export function parseResult(
  response: ValidatedResponse<Transaction>,
  isAsked: (transaction: PaymentTransaction) => boolean,
  ...states: readonly TransactionState[]
): PaymentResult {
  // The SDK's types promise a transaction; a validation error has none.
  const raw: Transaction | undefined = response.transaction
  if (raw === undefined) return parseRejection(response)
  const transaction = parseTransaction(raw)
  if (!isAsked(transaction)) return unknown('another transaction than was asked for')
  const { gatewayRejectionReason: rejection, processorResponseCode } = raw
  // An earlier sale has this reference: ours, whose answer was lost.
  if (rejection === 'duplicate') return unknown(DUPLICATE_REASON)
  if (transaction.state === 'declined')
    return {
      outcome: 'declined',
      by: DECLINED_BY[raw.status] ?? 'bank',
      code: processorResponseCode || rejection || '',
      transaction,
    }
  return states.includes(transaction.state) ? { outcome: 'done', transaction } : unknown(`state ${transaction.state}`)
}

const DECLINED_BY: Readonly<Record<string, 'provider' | 'network'>> = {
  gateway_rejected: 'provider',
  failed: 'network',
}

export function errorCodes(response: ValidatedResponse<unknown>): string[] {
  return response.success ? [] : response.errors.deepErrors().map(({ code }) => code)
}

function parseRejection(response: ValidatedResponse<unknown>): Rejected | Unknown {
  const codes = errorCodes(response)
  if (codes.length === 0) return unknown('neither a transaction nor what was wrong')
  if (codes.some((code) => KEY_IN_USE.has(code))) return unknown(`request key: ${codes.join(', ')}`)
  return { outcome: 'rejected', reason: REASONS_BY_CODE[codes[0] ?? ''] ?? 'invalid', codes }
}

/** Names of SDK errors after which the request surely had no effect. */
const REFUSALS_BY_CODE: Readonly<Record<string, RejectionReason>> = {
  authenticationError: 'keys',
  authorizationError: 'keys',
  upgradeRequired: 'keys',
  notFoundError: 'missing',
  tooManyRequestsError: 'busy',
}

/** Errors before the first byte was sent: no connection, or no address of the host. */
const NOT_CONNECTED = /^Unexpected request error: (Error: (connect|getaddrinfo) |AggregateError)/

/**
 * Maps an SDK error. Time-outs, cut connections, errors 5xx and unreadable answers are `unknown`. Bare errors may quote
 * the answer, so only their names are kept.
 */
export function mapError(error: unknown): Rejected | Unknown {
  if (!(error instanceof Error)) return unknown(typeof error)
  const reason = NOT_CONNECTED.test(error.message) ? 'unreachable' : REFUSALS_BY_CODE[error.name]
  if (reason) return { outcome: 'rejected', reason, codes: [] }
  return unknown(error.name.endsWith('Error') && !('type' in error) ? error.name : `${error.name}: ${error.message}`)
}

function unknown(cause: string): Unknown {
  return { outcome: 'unknown', cause }
}
