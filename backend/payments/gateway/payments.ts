import type { IncomingHttpHeaders } from 'node:http'
import type { Cents } from '@shop/contract/money'
import type { CardProvider, ClientToken } from '@shop/contract/payments/calls'

/**
 * A payment gateway, or all of the shop's as one: a request goes to the one that its `provider` names. What it says about a
 * payment is a result, never an error; only `createClientToken` rejects.
 */
export type Payments = {
  /** The name of the gateway of new payments. */
  provider: CardProvider
  /** Rejects when the provider cannot be reached in time or refuses. */
  createClientToken: () => Promise<ClientToken>
  /** Reserves the amount on the card; nothing is charged before `capture`. Never to be repeated, not even after `unknown`. */
  authorize: (request: AuthorizeRequest) => Promise<PaymentResult>
  /** Charges an authorization, in whole or a part of it, once; the rest is released. */
  capture: (request: CaptureRequest) => Promise<PaymentResult>
  /** Releases an authorization, or takes back a capture that has not settled. */
  void: (request: VoidRequest) => Promise<PaymentResult>
  /** Pays back a settled capture, in whole or in part; `rejected` as `unsettled` before that. */
  refund: (request: RefundRequest) => Promise<PaymentResult>
  /**
   * The sales of a reference and their refunds. A new sale may be missing for a while in the search, but not when its id is
   * given.
   */
  find: (sought: Sought) => Promise<FindResult>
  /** Everything that was made since then, oldest first. */
  listSince: (time: Date) => Promise<FindResult>
  /** The first digits of the card of a nonce, which stays unused; `null` where its provider does not tell them. */
  findCardRange: (card: OfProvider & { nonce: string }) => Promise<string | null>
  /** Reads a webhook whose signature is the provider's. It says where to look; what it says is not to be stored as true. */
  parseNotification: (request: WebhookRequest) => Promise<NotificationResult>
  /** The answer by which the address of webhooks proves to be the shop's; `null` to what is no question of the provider. */
  answerChallenge: (question: OfProvider & { query: unknown }) => Promise<string | null>
}

/** The name of a gateway, as the row of the payment has it or will have it. */
type OfProvider = { provider: string }

export type Sought = OfProvider & { reference: string; transactionId?: string | undefined }

/** The body as it came, whose signature may be a header. */
export type WebhookRequest = OfProvider & { body: string; headers: IncomingHttpHeaders }

/** A provider that asks the shopper to confirm (3-D Secure) would add an outcome `action_required`. */
export type PaymentResult = Done | Declined | Rejected | Unknown

type Done = { outcome: 'done'; transaction: PaymentTransaction }
/** The card cannot be charged; nothing was, and the shopper may try another card. */
type Declined = {
  outcome: 'declined'
  by: 'bank' | 'provider' | 'network'
  code: string
  transaction: PaymentTransaction
}
/** The request surely had no effect. */
export type Rejected = { outcome: 'rejected'; reason: RejectionReason; codes: readonly string[] }
/** Whether the request had an effect must be found out by `find`; the cause is for the log. */
export type Unknown = { outcome: 'unknown'; cause: string }

export type RejectionReason =
  /** The shop is not set up with the gateway that the payment names. */
  | 'provider'
  /** The provider does not accept the shop's keys. */
  | 'keys'
  | 'busy'
  | 'unreachable'
  | 'missing'
  /** The card's nonce is used, expired or not the shop's. */
  | 'nonce'
  | 'unsettled'
  | 'state'
  /** More than is left. */
  | 'amount'
  | 'invalid'

/** The `cause` of an authorization that the provider takes for a repetition: it should have made an earlier one of it. */
export const DUPLICATE_REASON = 'duplicate'

/** `failed`: the gateways whose transactions are missing, since they could not be asked. */
export type FindResult =
  | { outcome: 'done'; transactions: readonly PaymentTransaction[]; failed?: readonly string[] }
  | Rejected
  | Unknown

export function reasonOf(result: Exclude<PaymentResult, Done>): string {
  if (result.outcome === 'unknown') return result.cause
  return result.outcome === 'rejected' ? result.reason : result.code
}

export type NotificationResult =
  | { outcome: 'done'; notification: PaymentNotification }
  | { outcome: 'rejected'; reason: 'forged' | 'unreadable' | 'malformed' }

export type PaymentNotification = {
  /** In the provider's words, such as `transaction_settled` or `dispute_opened`. */
  kind: string
  timestamp: string
  transactionId: string | null
  reference: string | null
  disputeId: string | null
  /** Equal where the same webhook is sent again. */
  payload: string
}

/** A movement of money at the provider: a sale, or the refund of one. */
export type PaymentTransaction = OfProvider & {
  id: string
  kind: 'sale' | 'refund'
  /** The sale that is refunded. */
  refundOf: string | null
  refundIds: readonly string[]
  reference: string | null
  state: TransactionState
  /** Of a captured sale what is captured, which may be less than was authorized. */
  cents: Cents
  authorizedCents: Cents
  /** As in ISO 4217; the shop asks for dollars. */
  currency: string
  card: { brand: string; last4: string } | null
  createdAt: string
  /** When it came into the state that it is in. */
  since: string
  expiresAt: string | null
  disputes: readonly Dispute[]
}

/** The bank of a shopper takes a payment back. `kind` and `status` are in the words of `contract/payments/disputes.ts`. */
export type Dispute = {
  id: string
  /** `chargeback`, `pre_arbitration`, or `retrieval`, which only asks for papers. */
  kind: string | null
  reason: string | null
  status: string
  cents: Cents
  /** A calendar day. */
  replyBy: string | null
}

export type TransactionState =
  /** Also a state that this shop does not know: not final, so it is looked at again. */
  | 'pending'
  | 'authorized'
  /** Captured, or a refund on its way; not settled. */
  | 'submitted'
  | 'settled'
  | 'settlement_declined'
  | 'voided'
  | 'expired'
  | 'declined'

/** Fields of every request that moves money: an id that stays the same when it is repeated, and the order's reference. */
type Operation = OfProvider & { operationId: string; reference: string }

export type AuthorizeRequest = Operation & {
  cents: Cents
  taxCents: Cents
  shippingCents: Cents
  /** The card, as the provider's fields gave it to the page; used up by this call. */
  nonce: string
  billingZip: string
  customerIp: string
  /** `null`: the order was taken by hand, and its address is one text. */
  shipTo: {
    firstName: string
    lastName: string
    address1: string
    address2: string
    city: string
    state: string
    zip: string
  } | null
}
export type CaptureRequest = Operation & { transactionId: string; cents: Cents }
export type VoidRequest = Operation & { transactionId: string }
export type RefundRequest = Operation & { transactionId: string; cents: Cents }

declare module '../../platform/module.ts' {
  interface JobContext {
    /** `null` without keys of a gateway. */
    payments: Payments | null
  }
}

declare module '../../platform/context.ts' {
  interface Context {
    payments: Payments
  }
}
