import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { findPlacement } from '../../../backend/checkout/placements.repository.ts'
import { insertOperation } from '../../../backend/payments/ledger/payments.repository.ts'
import { inTransaction } from '../../../backend/platform/database/database.ts'
import { settleDueOperations } from '../../../backend/settlement/payment-worker.ts'
import type { Engine } from '../../../backend/testing/servers/engines.ts'
import type { Gateway } from '../start-gateway.ts'
import type { OpenShop } from './open-placing-shop.ts'
import { eachPlacingShop, sharedGateway } from './placing-hooks.ts'

type Shown =
  | 'orders'
  | 'placements'
  | 'payments'
  | 'payment_operations'
  | 'payment_movements'
  | 'disputes'
  | 'gateway_events'
  | 'outbox'

export const SALE = 'POST [^ ]*/transactions '

/** For tests of a file: a shop with five of each product for each of them, and payments whose answers are lost. */
export function lostAnswersOn(engine: Engine) {
  const gateway = sharedGateway()
  const shop = eachPlacingShop(engine, gateway, 5)

  async function place(changes?: Parameters<OpenShop['buildBody']>[0]) {
    const body = await shop.buildBody(changes)
    const response = await shop.place(body)
    const placement = await findPlacement(shop.store.database, body.key)
    return { key: body.key, response, reference: placement?.reference ?? '', orderId: placement?.order_id ?? '' }
  }
  /** An order is placed whose answer is lost. */
  async function placeUnanswered(changes?: Parameters<OpenShop['buildBody']>[0]) {
    await gateway.fail({ match: SALE, answer: 'cut' })
    const placed = await place(changes)
    expect(placed.response.statusCode).toBe(202)
    return placed
  }
  const saleOf = async (wanted: string) => (await gateway.transactions([wanted])).find(({ type }) => type === 'sale')
  async function found(reference: string) {
    const result = await shop.worker.payments.find({ provider: 'braintree', reference })
    if (result.outcome !== 'done') throw new Error('not found')
    return result.transactions
  }
  async function capture(reference: string, cents: number): Promise<string> {
    const { id = '' } = (await saleOf(reference)) ?? {}
    await shop.worker.payments.capture({
      provider: 'braintree',
      operationId: randomUUID(),
      reference,
      transactionId: id,
      cents,
    })
    return id
  }

  return {
    gateway,
    shop,
    place,
    placeUnanswered,
    saleOf,
    /** The transactions of a reference at the gateway. */
    found,
    capture,
    settle: () => settleDueOperations(shop.worker),
    rows: (table: Shown) => shop.store.database.selectFrom(table).selectAll().execute(),
    /** Sends the shop a webhook about a transaction, signed by the gateway. */
    notify: async (of: Parameters<Gateway['notify']>[0]) => {
      const payload = new URLSearchParams(await gateway.notify(of)).toString()
      const headers = { 'content-type': 'application/x-www-form-urlencoded' }
      return shop.app.inject({ method: 'POST', url: '/api/webhooks/braintree', headers, payload })
    },
    /** Notes what is to be asked of the gateway; returns its id. */
    add: (kind: 'capture' | 'void' | 'refund', reference: string, amount_cents: number): Promise<string> =>
      inTransaction(shop.store.database, (trx) =>
        insertOperation(trx, { provider: 'braintree', reference, kind, amount_cents, state: 'due', now: shop.clock() }),
      ),
    operation: (id: string) =>
      shop.store.database
        .selectFrom('payment_operations')
        .selectAll()
        .where('operation_id', '=', id)
        .executeTakeFirstOrThrow(),
    ask: (key: string) => shop.app.inject(`/api/placeOrder/${key}`),
    mails: async () =>
      (await shop.store.database.selectFrom('outbox').selectAll().execute()).map(({ recipient, subject }) => [
        recipient,
        subject,
      ]),
  }
}
