import { adminAudit } from '@shop/contract/audit/admin'
import { requestPath } from '@shop/contract/http/call'
import { type AdminOrder, adminOrders } from '@shop/contract/orders/admin'
import type { OperationKind } from '@shop/contract/payments/card-payment'
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'
import { insertOperation } from '../../../backend/payments/ledger/payments.repository.ts'
import { inTransaction } from '../../../backend/platform/database/database.ts'
import { settleDueOperations } from '../../../backend/settlement/payment-worker.ts'
import { reconcile } from '../../../backend/settlement/reconcile.ts'
import { type AdminVisitor, signInAs } from '../../../backend/testing/admin-visitor.ts'
import type { Engine } from '../../../backend/testing/servers/engines.ts'
import { type Gateway, startGateway } from '../start-gateway.ts'
import { type OpenShop, openPlacingShop } from './open-placing-shop.ts'

/** An answer's status, and its message unless it succeeded. */
type Outcome = [status: number, message: string | undefined]

/** For tests of a file: a shop with orders open for each of them, its owner, and what they do with orders paid by card. */
export function cardOrdersOf(engine: Engine) {
  let gateway: Gateway
  let shop: OpenShop
  let owner: AdminVisitor
  beforeAll(async () => {
    gateway = await startGateway()
  })
  afterAll(() => gateway.stop())
  beforeEach(async () => {
    shop = await openPlacingShop(engine, gateway)
    owner = await signInAs(shop, 'owner')
  })
  afterEach(async () => {
    await gateway.clear()
    await gateway.set({ clockAhead: 0 })
    await shop.close()
  })

  type Call = { method: 'GET' | 'POST'; path: string }
  const call = ({ method, path }: Call, orderId: string, body?: unknown, by = owner) =>
    by.call({ method, path: requestPath(path, { order_id: orderId }, {}) }, body)
  const get = async (orderId: string) => (await call(adminOrders.getAdminOrder, orderId)).json<AdminOrder>()
  const settle = () => settleDueOperations(shop.worker)
  const referenceOf = async (orderId: string) => (await get(orderId)).card_payment?.reference ?? ''
  /** A change of the order as it is now. */
  async function change(endpoint: Call, orderId: string, fields: object, by = owner): Promise<Outcome> {
    const response = await call(endpoint, orderId, { version: (await get(orderId)).version, ...fields }, by)
    return [response.statusCode, response.json().message]
  }

  return {
    shop: () => shop,
    owner: () => owner,
    gateway: () => gateway,
    call,
    get,
    /** Lets the gateway be asked for what is due; returns for how much. */
    settle,
    referenceOf,
    operations: (kind: OperationKind) =>
      shop.store.database.selectFrom('payment_operations').selectAll().where('kind', '=', kind).execute(),
    mails: (kind: string) =>
      shop.store.database
        .selectFrom('outbox')
        .select(['text', 'state'])
        .where('kind', '=', kind)
        .orderBy('created_at')
        .execute(),
    place: async (body?: Parameters<OpenShop['buildBody']>[0]): Promise<string> => {
      const { order } = (await shop.place(await shop.buildBody(body))).json()
      return order.orderId
    },
    /** Charges the card, in whole or in part, and lets its bank settle that. */
    charge: async (orderId: string, { cents = 15_800, isSettled = true } = {}): Promise<void> => {
      const asked = {
        reference: await referenceOf(orderId),
        kind: 'capture',
        amount_cents: cents,
        state: 'due',
      } as const
      await inTransaction(shop.store.database, (trx) =>
        insertOperation(trx, { provider: 'braintree', ...asked, now: shop.clock() }),
      )
      await settle()
      if (!isSettled) return
      await gateway.settle()
      await reconcile(shop.worker, new Date(0))
    },
    ship: (orderId: string) => change(adminOrders.shipOrder, orderId, { tracking_number: '1Z' }),
    cancel: (orderId: string, ...item_ids: string[]) =>
      change(adminOrders.cancelByShop, orderId, { item_ids, reason: 'Out of canvas' }),
    makeRefund: (orderId: string, amount_cents: number, fields: object = {}, by = owner) =>
      change(adminOrders.refundOrder, orderId, { amount_cents, item_ids: [], note: '', ...fields }, by),
    undo: async (id: number | null | undefined): Promise<Outcome> => {
      const response = await owner.call(adminAudit.undoChange, { id })
      return [response.statusCode, response.json().message]
    },
    lastEvent: async (orderId: string) => (await get(orderId)).events[0],
  }
}
