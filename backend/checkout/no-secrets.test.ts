import { randomUUID } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { adminAudit } from '@shop/contract/audit/admin'
import { MINUTE_MS } from '@shop/contract/durations'
import { requestPath } from '@shop/contract/http/call'
import { adminOrders, ordersFile } from '@shop/contract/orders/admin'
import { adminToday } from '@shop/contract/today/admin'
import { afterAll, beforeAll, describe, expect } from 'vitest'
import { type OpenShop, openPlacingShop } from '../../tests/gateway/shops/open-placing-shop.ts'
import { type Gateway, startGateway } from '../../tests/gateway/start-gateway.ts'
import { ADMIN_CALLS, ADMIN_FILES } from '../../tests/harness/contract-calls.ts'
import { dumpRows, findSecrets, readBackup } from '../../tests/placing/secrets.ts'
import { createBackup } from '../operations/backup/create-backup.ts'
import { settleDueEvents } from '../settlement/gateway-events.ts'
import { settleDueOperations } from '../settlement/payment-worker.ts'
import { type AdminVisitor, signInAs } from '../testing/admin-visitor.ts'
import { runTestCommand } from '../testing/processes/run-test-command.ts'
import { ENGINES } from '../testing/servers/engines.ts'
import { testsOn } from '../testing/tests-on.ts'

const METRICS_TOKEN = 'a-token-for-the-metrics'
const NUMBER = '4111111111111111'
/** Secrets of this run: the authorization of a browser, which the gateway gives it, and what a page never sends. */
const OF_THIS_RUN = {
  'an authorization': 'fingerprint-8f3e1c',
  'a security code': 'cvv-7371',
  'a spaced card number': '4111 1111 1111 1111',
  'the key of an order': '6f1c1f0e-8d3b-4c55-9d0e-9a3f2f1f7c11',
}

describe.each(ENGINES)('after a day with orders on %s', (engine) => {
  const { test, onBoth } = testsOn(engine)
  let gateway: Gateway
  let shop: OpenShop
  let owner: AdminVisitor
  let orderId: string
  /** Texts of all responses to shoppers. */
  const told: string[] = []

  beforeAll(async () => {
    gateway = await startGateway()
    await gateway.set({ clientToken: OF_THIS_RUN['an authorization'] })
    shop = await openPlacingShop(engine, gateway, { METRICS_TOKEN })
    await shop.store.database.updateTable('products').set({ stock_quantity: 50 }).execute()
    owner = await signInAs(shop, 'owner')
    orderId = await placeAll()
    await chargeAndRefund()
  })
  afterAll(async () => {
    await shop.close()
    await gateway.stop()
  })

  const place = async (changes: object = {}) => {
    const response = await shop.place({ ...(await shop.buildBody()), ...changes })
    told.push(response.body)
    return response
  }

  /** Orders that are placed, declined, wrong and interrupted, and what a page of someone else might send. */
  async function placeAll(): Promise<string> {
    expect((await shop.app.inject('/api/api/bt/client_token')).body).toContain(OF_THIS_RUN['an authorization'])
    const placed = await place({ key: OF_THIS_RUN['the key of an order'] })
    expect(placed.statusCode).toBe(200)
    const { nonce } = await shop.buildBody()
    await place({ nonce })
    await place({ nonce })
    await place({ nonce: `tokencc_${'x'.repeat(10_000)}` })
    await place({ nonce: NUMBER })
    await place({ nonce: 4_111_111_111_111_111 })
    await place({ cardNumber: NUMBER, cvv: OF_THIS_RUN['a security code'] })
    await place({ total: 1 })
    await shop.store.database
      .updateTable('products')
      .set({ price_cents: 200_000 })
      .where('product_id', '=', '102')
      .execute()
    await place({ items: [{ product_id: '102', quantity: 1, price: 2000 }], total: 2000 })
    await gateway.fail({ match: 'POST', answer: 'cut' })
    await place()
    await gateway.clear()
    await gateway.fail({ match: 'POST', answer: { status: 401 } })
    await place()
    await gateway.clear()
    for (const payload of [`{"nonce":"${nonce}",`, `nonce=${nonce}`]) {
      told.push((await shop.app.inject({ method: 'POST', url: '/api/placeOrder', payload })).body)
    }
    shop.passTime(MINUTE_MS)
    await settleDueOperations(shop.worker)
    return placed.json().order.orderId
  }

  /** The order is shipped and charged, refunded in part, and disputed; the gateway tells so. */
  async function chargeAndRefund(): Promise<void> {
    const pathOf = ({ path }: { path: string }) => requestPath(path, { order_id: orderId }, {})
    const post = (endpoint: { path: string }, body: object) =>
      owner.call({ method: 'POST', path: pathOf(endpoint) }, body)
    expect((await post(adminOrders.shipOrder, { way: 'own_delivery', version: 0 })).statusCode).toBe(200)
    shop.passTime(MINUTE_MS)
    await settleDueOperations(shop.worker)
    const { gateway_id: id, reference } = await shop.store.database
      .selectFrom('payments')
      .selectAll()
      .where('order_id', '=', orderId)
      .executeTakeFirstOrThrow()
    await shop.worker.payments.capture({
      provider: 'braintree',
      operationId: randomUUID(),
      reference,
      transactionId: id,
      cents: 15_800,
    })
    await gateway.settle()
    await notify(await gateway.notify({ kind: 'transaction_settled', id }))
    const { version } = await orderOf(orderId)
    const refund = await post(adminOrders.refundOrder, { amount_cents: 100, item_ids: [], note: '', version })
    expect(refund.statusCode, refund.body).toBe(200)
    shop.passTime(MINUTE_MS)
    await settleDueOperations(shop.worker)
    await gateway.dispute({ id: 'dispute-1', transactionId: id, status: 'open', cents: 100, replyBy: '2026-12-24' })
    const event = await gateway.notify({ kind: 'dispute_opened', id, disputeId: 'dispute-1' })
    await notify(event)
    await notify({ ...event, bt_signature: 'forged' })
    await runTestCommand(shop, ['payments', 'reconcile', '--since', '2026-01-01'])
  }

  async function notify(fields: Record<string, string>): Promise<void> {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const payload = new URLSearchParams(fields).toString()
    told.push((await shop.app.inject({ method: 'POST', url: '/api/webhooks/braintree', headers, payload })).body)
    await settleDueEvents(shop.worker)
  }

  const orderOf = async (order_id: string) =>
    (await owner.call({ method: 'GET', path: requestPath(adminOrders.getAdminOrder.path, { order_id }, {}) })).json()

  const look = (name: string, texts: readonly string[]) => findSecrets(name, texts, OF_THIS_RUN)

  test('the search finds what it looks for', async () => {
    const [request] = await gateway.requests()
    expect(request).toBeDefined()
    expect(look('a text', [`Basic ${NUMBER} tokencc_1 cvv-7371`])).toEqual([
      'a nonce is 1 times in a text',
      'a card number is 1 times in a text',
      'a security code is 1 times in a text',
    ])
  })

  onBoth('no secret is in the database, in a backup or in its packed members', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'shop-backup-'))
    const { file } = await createBackup({ location: shop.location, file: join(folder, 'b.tar'), now: shop.clock() })
    const backup = await readBackup(file).finally(() => rm(folder, { recursive: true }))
    // It is searched to the rows: the order is in one of them.
    expect(backup.slice(1).some((text) => text.includes(`"${orderId}"`))).toBe(true)
    expect(look('the backup', backup)).toEqual([])
    const rows = await dumpRows(shop.store)
    expect(rows.some((row) => row.includes('dispute-1'))).toBe(true)
    expect(look('the database', rows)).toEqual([])
  })

  onBoth('no secret is logged or measured, and none is in what shoppers are told', async () => {
    const metrics = await shop.app.inject({ url: '/metrics', headers: { authorization: `Bearer ${METRICS_TOKEN}` } })
    expect(metrics.statusCode).toBe(200)
    expect(look('the metrics', [metrics.body])).toEqual([])
    expect(look('the log', shop.logged().split('\n'))).toEqual([])
    expect(told.length).toBeGreaterThan(12)
    expect(look('what shoppers are told', told)).toEqual([])
  })

  onBoth('no secret leaves through any call of the admin', async () => {
    const year = { from: '2026-01-01', to: '2026-12-31' }
    // Those of the exports, and none.
    const queries = [{}, { ...year, sheet: 'orders' }, { ...year, sheet: 'tax' }]
    const answers: { path: string; status: number; body: string }[] = []
    for (const { path } of [...ADMIN_CALLS.filter((call) => call.method === 'GET'), ...ADMIN_FILES]) {
      const params = Object.fromEntries([...path.matchAll(/:(\w+)/g)].map(([, name = '']) => [name, orderId]))
      for (const query of queries) {
        const asked = await owner.call({ method: 'GET', path: requestPath(path, params, query) })
        answers.push({ path: `GET ${path}`, status: asked.statusCode, body: asked.body })
      }
    }
    expect(answers.filter(({ status }) => status >= 500)).toEqual([])
    const answered = new Set(answers.flatMap(({ path, status }) => (status === 200 ? [path] : [])))
    const { getAdminOrder } = adminOrders
    for (const { path } of [getAdminOrder, ordersFile, adminAudit.listAudit, adminToday.getToday]) {
      expect([...answered]).toContain(`GET ${path}`)
    }
    for (const { path, body } of answers) expect(look(path, [body])).toEqual([])
  })

  onBoth('no secret is in what commands print, or in the files that they write', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'shop-export-'))
    const commands = [
      ['catalog', 'export', join(folder, 'catalog')],
      ['outbox', 'list'],
      ['settings', 'show'],
      ['doctor'],
    ]
    const printed: string[] = []
    for (const words of commands) printed.push(JSON.stringify(await runTestCommand(shop, words)))
    const files = (await readdir(folder, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile())
    const written = await Promise.all(files.map(({ parentPath, name }) => readFile(join(parentPath, name), 'latin1')))
    await rm(folder, { recursive: true })
    expect(written.some((text) => text.includes('Campus'))).toBe(true)
    expect(look('what commands print', printed)).toEqual([])
    expect(look('exported files', written)).toEqual([])
  })
})
