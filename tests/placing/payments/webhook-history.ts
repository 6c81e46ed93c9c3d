import { createPayments } from '../../../backend/payments/create-payments.ts'
import { buildAuthorization } from '../../../backend/testing/payments/build-authorization.ts'
import { MERCHANTS } from '../../gateway/ledger.ts'
import { type Gateway, KEYS } from '../../gateway/start-gateway.ts'

/** A payment at the gateway, and how its disputes end if it has some. */
export type Sale = { id: string; reference: string; isCaptured: boolean; isDisputed: boolean; outcome: 'won' | 'lost' }

/** Fields of a webhook of the gateway. */
export type Webhook = { bt_signature: string; bt_payload: string }

/** Between stages, in milliseconds: in all less than the life of an authorization. */
const STAGE_MS = 6 * 3_600_000
/** In cents, of each payment that is disputed; together less than an order. */
const DISPUTES = { first: 3000, second: 2000 }

type Stage = {
  /** Kinds of the webhooks about each payment. */
  kinds: readonly string[]
  /** The state that its disputes get, and what the gateway says of each of them. */
  dispute: ((sale: Sale) => { status: string; kinds: readonly string[] }) | null
}

const STAGES: readonly Stage[] = [
  { kinds: ['transaction_retried'], dispute: null },
  { kinds: ['transaction_settled', 'transaction_disbursed'], dispute: null },
  { kinds: ['transaction_disbursed'], dispute: () => ({ status: 'open', kinds: ['dispute_opened'] }) },
  {
    kinds: ['transaction_retried'],
    dispute: () => ({ status: 'disputed', kinds: ['dispute_disputed', 'dispute_under_review'] }),
  },
  {
    kinds: ['transaction_disbursed'],
    dispute: ({ outcome }) => ({ status: outcome, kinds: [`dispute_${outcome}`] }),
  },
]
/** The first is before the shop has made orders of all of them. */
export const STAGE_COUNT = STAGES.length

/** The payments of the shop at the gateway; every other one that was captured is going to be disputed. */
export async function listSales(gateway: Gateway): Promise<Sale[]> {
  const sales = (await gateway.transactions()).filter(({ merchant }) => merchant === KEYS.merchantId)
  return sales.map(({ id, orderId, status }, index) => {
    const isCaptured = status === 'submitted_for_settlement'
    return {
      id,
      reference: orderId ?? '',
      isCaptured,
      isDisputed: isCaptured && index % 2 === 0,
      outcome: index % 4 === 0 ? 'won' : 'lost',
    }
  })
}

/** Lets the payments go on to a stage; returns what the gateway sends about that, in order. */
export async function goOn(gateway: Gateway, sales: readonly Sale[], number: number): Promise<Webhook[]> {
  const { kinds, dispute } = STAGES[number] ?? { kinds: [], dispute: null }
  await gateway.set({ clockAhead: number * STAGE_MS })
  if (number === 1) await gateway.settle()
  const sent: Webhook[] = []
  for (const sale of sales) {
    const { id } = sale
    for (const kind of kinds) sent.push(await gateway.notify({ kind, id }))
    if (dispute === null || !sale.isDisputed) continue
    const { status, kinds: kindsOfDispute } = dispute(sale)
    for (const [name, cents] of Object.entries(DISPUTES)) {
      const disputeId = `${id}${name}`
      await gateway.dispute({ transactionId: id, id: disputeId, status, cents, replyBy: '2027-01-10' })
      for (const kind of kindsOfDispute) sent.push(await gateway.notify({ kind, id, disputeId }))
    }
  }
  return sent
}

/** A card that is declined with a reference that the shop does not know, as when it was used elsewhere. */
export async function declineStranger(gateway: Gateway, reference: string): Promise<void> {
  const nonce = await gateway.nonce()
  const payments = createPayments({ gateways: [KEYS] }, () => {})
  await payments.authorize(buildAuthorization({ nonce, reference, cents: 200_000 }))
}

/** A payment to another merchant, whose keys are good, with the reference of one of the shop; returns its id. */
export async function payElsewhere(gateway: Gateway, reference: string): Promise<string> {
  const [, { id, publicKey, privateKey }] = MERCHANTS
  const keys = { ...KEYS, merchantId: id, publicKey, privateKey }
  const nonce = await gateway.nonce({ merchant: id })
  const paid = await createPayments({ gateways: [keys] }, () => {}).authorize(buildAuthorization({ nonce, reference }))
  if (paid.outcome === 'done') return paid.transaction.id
  throw new Error(`nothing was paid elsewhere: ${JSON.stringify(paid)}`)
}

/** A kind that is never sent with a right signature: each effect of a forged one would be seen. */
const FORGED_KIND = 'transaction_settlement_declined'

/** A webhook about a payment that the gateway did not sign for the shop. */
export async function forge(gateway: Gateway, id: string, elsewhere: string, index: number): Promise<Webhook> {
  if (index % 3 === 0) return gateway.notify({ kind: FORGED_KIND, id: elsewhere })
  const { bt_signature, bt_payload } = await gateway.notify({ kind: FORGED_KIND, id })
  if (index % 3 === 1)
    return { bt_signature: changed(bt_signature, bt_signature.length - 1 - (index % 40)), bt_payload }
  return { bt_signature, bt_payload: changed(bt_payload, index % (bt_payload.length - 4)) }
}

/** Another letter or digit in one place. */
function changed(text: string, at: number): string {
  return `${text.slice(0, at)}${text[at] === 'a' ? 'b' : 'a'}${text.slice(at + 1)}`
}
