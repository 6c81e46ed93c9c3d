import { randomUUID } from 'node:crypto'
import * as z from 'zod/mini'
import { type Faults, faultRule } from './faults.ts'
import { CARD, controls as controlsSchema, type Ledger, MERCHANTS } from './ledger.ts'
import { currentTransaction, saleByHand, withStatus } from './transactions.ts'
import { disputeValue, signedNotification, transactionValue } from './xml.ts'

type Gateway = { ledger: Ledger; faults: Faults; requests: object[] }

const NONCE_HOURS = 3

/** Runs a request of a test that does not go through the SDK. */
export function runControl({ ledger, faults, requests }: Gateway, verb: string, body: unknown): unknown {
  const { controls, transactions, now, commit } = ledger
  switch (verb) {
    case 'fault':
      return faults.add(faultRule.parse(body))
    case 'clear':
      requests.length = 0
      return faults.clear()
    case 'set':
      return commit({
        controls: controlsSchema.parse({ ...controls, ...z.record(z.string(), z.unknown()).parse(body) }),
      })
    case 'nonce': {
      const card = z._default(z.object({ brand: z.string(), number: z.string() }), { ...CARD })
      const asked = z.object({ merchant: z._default(z.string(), 'merchant'), card }).parse(body)
      const id = `tokencc_${randomUUID()}`
      commit({ nonces: [{ ...asked, id, isUsed: false, expiresAt: now() + NONCE_HOURS * 3_600_000 }] })
      return id
    }
    case 'settle': {
      const { id, status } = z
        .object({ id: z.optional(z.string()), status: z._default(z.string(), 'settled') })
        .parse(body)
      const due = [...transactions.values()].filter((row) => (id ?? row.id) === row.id)
      const submitted = due.filter((row) => row.status === 'submitted_for_settlement')
      return commit({ transactions: submitted.map((row) => withStatus(row, status, now())) })
    }
    case 'charge': {
      const status = z._default(z.string(), 'settled')
      return saleByHand(ledger, z.object({ reference: z.string(), cents: z.number(), status }).parse(body))
    }
    case 'move': {
      const { id, status } = z.object({ id: z.string(), status: z.string() }).parse(body)
      return commit({ transactions: [withStatus(required(ledger, id), status, now())] })
    }
    case 'dispute': {
      const dispute = z
        .object({
          id: z.string(),
          kind: z._default(z.string(), 'chargeback'),
          status: z.string(),
          cents: z.number(),
          replyBy: z.string(),
        })
        .parse(body)
      const found = required(ledger, z.object({ transactionId: z.string() }).parse(body).transactionId)
      const others = found.disputes.filter(({ id }) => id !== dispute.id)
      return commit({ transactions: [{ ...found, disputes: [...others, dispute] }] })
    }
    case 'notify': {
      const { kind, id, disputeId } = z
        .object({ kind: z.string(), id: z._default(z.string(), ''), disputeId: z.optional(z.string()) })
        .parse(body)
      if (kind === 'check') return signedNotification(MERCHANTS[0], kind, now(), { check: 'true' })
      const found = required(ledger, id)
      const keys = MERCHANTS.find((merchant) => merchant.id === found.merchant) ?? MERCHANTS[0]
      const subject = disputeId === undefined ? transactionValue(found) : disputeValue(found, disputeId)
      return signedNotification(keys, kind, now(), { [disputeId === undefined ? 'transaction' : 'dispute']: subject })
    }
    case 'ledger': {
      const { references } = z.object({ references: z.optional(z.array(z.string())) }).parse(body)
      const rows = [...transactions.values()].filter((row) => references?.includes(row.orderId ?? '') ?? true)
      return rows.map(({ id }) => currentTransaction(ledger, id))
    }
    case 'requests':
      return requests
    default:
      throw new Error(`no control ${verb}`)
  }
}

function required(ledger: Ledger, id: string) {
  const found = currentTransaction(ledger, id)
  if (!found) throw new Error(`no transaction ${id}`)
  return found
}
