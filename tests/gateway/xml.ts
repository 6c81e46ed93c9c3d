import { createHash, createHmac } from 'node:crypto'
import type { LedgerTransaction, Nonce } from './ledger.ts'
import { AUTHORIZATION_DAYS, type Outcome } from './transactions.ts'

type Value = string | number | null | List | { [name: string]: Value }
type List = { each: string; values: readonly Value[] }

/** An element as Braintree writes it: names with hyphens, types of arrays and numbers as attributes. */
function element(name: string, value: Value): string {
  if (value === null) return `<${name} nil="true"/>`
  if (typeof value === 'number') return `<${name} type="integer">${value}</${name}>`
  if (typeof value === 'string') return `<${name}>${escapeXml(value)}</${name}>`
  if (isList(value))
    return `<${name} type="array">${value.values.map((item) => element(value.each, item)).join('')}</${name}>`
  const children = Object.entries(value).map(([key, child]) => element(key.replaceAll('_', '-'), child))
  return `<${name}>${children.join('')}</${name}>`
}

function isList(value: object): value is List {
  return 'each' in value
}

function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

export function xml(name: string, value: Value): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n${element(name, value)}`
}

const list = (each: string, values: readonly Value[]): List => ({ each, values })
const decimal = (cents: number) => (cents / 100).toFixed(2)
const datetime = (at: number) => `${new Date(at).toISOString().slice(0, 19)}Z`

export function transactionValue(found: LedgerTransaction): Value {
  const isSale = found.type === 'sale'
  return {
    id: found.id,
    status: found.status,
    type: found.type,
    currency_iso_code: found.currency,
    amount: decimal(found.cents),
    merchant_account_id: found.merchant,
    order_id: found.orderId,
    created_at: datetime(found.createdAt),
    updated_at: datetime(found.history.at(-1)?.at ?? found.createdAt),
    authorization_expires_at: isSale ? datetime(found.createdAt + AUTHORIZATION_DAYS * 86_400_000) : null,
    payment_instrument_type: 'credit_card',
    credit_card: {
      bin: found.card.number.slice(0, 6),
      last_4: found.card.number.slice(-4),
      card_type: found.card.brand,
    },
    processor_response_code: found.code,
    gateway_rejection_reason: found.rejection,
    refund_ids: list('item', found.refundIds),
    refunded_transaction_id: found.refundedId,
    tax_amount: found.sent.taxAmount,
    shipping_amount: found.sent.shippingAmount,
    billing: found.sent.billing,
    shipping: found.sent.shipping,
    status_history: list(
      'status-event',
      found.history.map(({ status, cents, at }) => ({ status, amount: decimal(cents), timestamp: datetime(at) })),
    ),
    disputes: list(
      'dispute',
      found.disputes.map((dispute) => disputeValue(found, dispute.id)),
    ),
  }
}

export function nonceValue({ id, card }: Nonce): Value {
  return {
    nonce: id,
    type: 'CreditCard',
    details: { bin: card.number.slice(0, 6), last_four: card.number.slice(-4), card_type: card.brand },
  }
}

export function disputeValue(found: LedgerTransaction, id: string): Value {
  const dispute = found.disputes.find((known) => known.id === id)
  if (!dispute) throw new Error(`no dispute ${id}`)
  return {
    id,
    status: dispute.status,
    kind: dispute.kind,
    reason: 'fraud',
    amount_disputed: decimal(dispute.cents),
    currency_iso_code: 'USD',
    reply_by_date: dispute.replyBy,
    transaction: { id: found.id, amount: decimal(found.cents), order_id: found.orderId },
  }
}

/** The answer to a request about one transaction, and its HTTP status. */
export function outcomeXml(outcome: Outcome): { status: number; body: string } {
  if ('errors' in outcome) {
    const errors = outcome.errors.map(([code, attribute, message]) => ({ code, attribute, message }))
    const [first] = outcome.errors
    const nested = { errors: list('error', []), transaction: { errors: list('error', errors) } }
    return { status: 422, body: xml('api-error-response', { errors: nested, message: first?.[2] ?? '' }) }
  }
  const value = transactionValue(outcome.transaction)
  if (!['processor_declined', 'gateway_rejected', 'failed'].includes(outcome.transaction.status))
    return { status: 201, body: xml('transaction', value) }
  const declined = { errors: { errors: list('error', []) }, message: 'Declined', transaction: value }
  return { status: 422, body: xml('api-error-response', declined) }
}

export function searchIdsXml(ids: readonly string[], pageSize: number): string {
  return xml('search-results', { page_size: pageSize, ids: list('item', ids) })
}

export function searchPageXml(found: readonly LedgerTransaction[]): string {
  const rows = found.map((row) => element('transaction', transactionValue(row)))
  return `<credit-card-transactions type="collection">${rows.join('')}</credit-card-transactions>`
}

/** A webhook as the gateway sends it, signed with the merchant's key. */
export function signedNotification(
  keys: { publicKey: string; privateKey: string },
  kind: string,
  at: number,
  subject: { [name: string]: Value },
): { bt_signature: string; bt_payload: string } {
  const text = xml('notification', { timestamp: datetime(at), kind, subject })
  const payload = `${Buffer.from(text).toString('base64')}\n`
  return { bt_signature: `${keys.publicKey}|${sign(keys.privateKey, payload)}`, bt_payload: payload }
}

function sign(privateKey: string, text: string): string {
  return createHmac('sha1', createHash('sha1').update(privateKey).digest()).update(text).digest('hex')
}
