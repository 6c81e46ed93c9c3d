import { insertPlacement } from '../../backend/checkout/placements.repository.ts'
import { insertOperation, insertPayment, type Payment } from '../../backend/payments/ledger/payments.repository.ts'
import { inTransaction, openExistingStore } from '../../backend/platform/database/database.ts'
import { adminAudit } from '../../contract/audit/admin.ts'
import { press, tabTo } from '../browser/tabbing.ts'
import type { ShopServer } from '../harness/shop-server.ts'
import { expect, test } from './fixtures.ts'
import { expectGoodScreen } from './good-screen.ts'

const DAY = 24 * 60 * 60_000
const ago = (ms: number) => new Date(Date.now() - ms).toISOString()

function payment(orderId: string, values: Partial<Payment>): Payment {
  return {
    reference: `${orderId}-abcdef`,
    order_id: orderId,
    gateway_id: `g${orderId}`,
    state: 'authorized',
    authorized_cents: 15_800,
    captured_cents: 0,
    refunded_cents: 0,
    card_brand: 'Visa',
    card_last_four: '1111',
    created_at: ago(6 * DAY),
    expires_at: null,
    ...values,
  }
}

/** What a person has to decide, as the gateway and the worker would leave it. */
async function addPayments({ dataDir }: ShopServer): Promise<void> {
  const store = await openExistingStore({ databaseUrl: null, dataDir })
  const charged = { state: 'settled', captured_cents: 15_800 } as const
  await inTransaction(store.database, async (trx) => {
    await insertPayment(trx, payment('200901', { ...charged, order_id: '200901-abcdef' }))
    await insertPayment(trx, payment('200902', { ...charged, order_id: '200902-abcdef' }))
    await insertPayment(trx, payment('100001', {}))
    await insertPlacement(trx, {
      placement_key: 'a checked one',
      body_hash: '',
      state: 'checking',
      order_id: '200903',
      reference: '200903-abcdef',
      customer_id: null,
      paid_order_id: null,
      discount_code: null,
      client: null,
      units: 1,
      total_cents: 7900,
      draft: null,
      version: 0,
      created_at: ago(20 * 60_000),
      finished_at: null,
    })
    const failed = { reference: '100001-abcdef', kind: 'capture', amount_cents: 15_800, state: 'rejected' } as const
    await insertOperation(trx, { ...failed, now: new Date() })
    await trx
      .insertInto('disputes')
      .values({
        ...{ dispute_id: 'dispute1', reference: '100001-abcdef', order_id: '100001', amount_cents: 15_800 },
        ...{ state: 'open', kind: 'chargeback', reason: 'product_not_received', reply_by: '2027-01-10' },
        opened_at: ago(DAY),
      })
      .execute()
    const closed_until = new Date(Date.now() + 20 * 60_000).toISOString()
    await trx.updateTable('placing_brake').set({ closed_until }).execute()
  })
  await store.close()
}

test('an owner decides about card payments, and copies what proves a disputed order', async ({ page, server }) => {
  await page.goto('/admin')
  await expect(page.getByRole('heading', { name: 'Today' })).toBeVisible()
  await page.getByRole('button', { name: 'More' }).click()
  await expect(page.getByRole('dialog').getByRole('link', { name: 'Payments' })).toBeHidden()

  await addPayments(server)
  await page.goto('/admin')
  await expectGoodScreen(page, 'today-payments')
  await page.getByRole('link', { name: /^Decide: 2 charges without an order/ }).click()
  await expect(page.getByRole('heading', { name: 'Payments', level: 1 })).toBeVisible()
  await expectGoodScreen(page, 'payments')

  await test.step('reads that cards are tried, and where to pause orders', async () => {
    await expect(page.getByRole('heading', { name: 'Many cards are declined' })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Pause online orders in Settings' })).toBeVisible()
  })

  await test.step('pays back what has no order, once', async () => {
    await page.getByRole('button', { name: 'Refund it: 200901-abcdef' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Refund it' }).click()
    await expect(page.getByText('200901-abcdef')).toBeHidden()
  })

  await test.step('learns why the order cannot be rebuilt, and which number is none', async () => {
    await expect(page.getByText('does not know what was ordered')).toBeVisible()
    await page.getByRole('button', { name: 'Link to an order' }).click()
    await page.getByLabel('Order number').fill('999')
    await expectGoodScreen(page, 'attach-payment', '[role=dialog]')
    await page.getByRole('button', { name: 'Link the order' }).click()
    await expect(page.getByRole('dialog').getByText('There is no order 999.')).toBeVisible()
    await page.getByLabel('Order number').fill('100002')
    await page.getByRole('button', { name: 'Link the order' }).click()
    await expect(page.getByRole('dialog')).toBeHidden()
    await expect(page.getByRole('heading', { name: 'Charged without an order' })).toBeHidden()
  })

  await test.step('reads the dispute', async () => {
    await page.getByRole('link', { name: 'View disputes' }).click()
    await expect(page.getByRole('heading', { name: 'Disputes', level: 1 })).toBeVisible()
    await expectGoodScreen(page, 'disputes')
    await page.getByRole('link', { name: /The products didn’t arrive/ }).click()
    await expect(page.getByText('You can’t answer it here')).toBeVisible()
    await expect(page.getByText(/^Order # 100001\n/)).toBeVisible()
    await expectGoodScreen(page, 'dispute')
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.getByRole('button', { name: 'Copy as text' }).click()
    await expect(page.getByRole('button', { name: 'Copied' })).toBeVisible()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toContain('Order # 100001\n')
  })

  await test.step('finds what was decided among the changes', async () => {
    const { entries } = await (await page.request.get(adminAudit.listAudit.path)).json()
    const actions = entries.map(({ action }: { action: string }) => action)
    expect(actions.slice(0, 2)).toEqual(['payment.attached', 'payment.paid_back'])
  })

  await test.step('goes the same way by keyboard', async () => {
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.goto('/admin')
    await press(page, page.getByRole('link', { name: 'Payments', exact: true }))
    await expect(page.getByRole('heading', { name: 'Payments', level: 1 })).toBeFocused()
    const dealtWith = page.getByRole('button', { name: /^Mark as resolved/ })
    await press(page, dealtWith)
    await expect(page.getByRole('dialog').locator(':focus')).toBeAttached()
    await page.keyboard.press('Escape')
    await expect(dealtWith).toBeFocused()
    await press(page, dealtWith)
    await tabTo(page, page.getByRole('dialog').getByRole('button', { name: 'Mark as resolved' }))
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { name: 'Failed at the gateway' })).toBeHidden()
  })
})
