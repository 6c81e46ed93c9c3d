import { readFile } from 'node:fs/promises'
import { expect } from '@playwright/test'
import { replaceMovements } from '../../../backend/books/ledger/replace-movements.ts'
import { insertPayment } from '../../../backend/payments/ledger/payments.repository.ts'
import { inTransaction, openExistingStore } from '../../../backend/platform/database/database.ts'
import { localDay } from '../../../backend/platform/lib/days/local-day.ts'
import type { ShopServer } from '../../harness/shop/shop-server.ts'
import { printedInvite, signInFirstOwner } from '../../harness/shop/sign-in-first-owner.ts'
import { newcomerTest as test } from '../fixtures.ts'
import { expectFits, expectGoodScreen } from '../good-screen.ts'

/** Order 100001 of the demo data, as if it had been paid by card, and refunded in part. */
async function payByCard({ dataDir }: ShopServer): Promise<void> {
  const store = await openExistingStore({ databaseUrl: null, dataDir })
  await inTransaction(store.database, async (trx) => {
    await insertPayment(trx, {
      provider: 'braintree',
      ...{ reference: '100001-abcdef', order_id: '100001', gateway_id: 'g1', state: 'settled' },
      ...{ authorized_cents: 31_000, captured_cents: 30_500, refunded_cents: 1234, expires_at: null },
      ...{ card_brand: 'Visa', card_last_four: '1111', created_at: new Date().toISOString() },
    })
    const movement = { reference: '100001-abcdef', day: localDay(new Date()), settled: 1 }
    await replaceMovements(trx, { reference: '100001-abcdef', order_id: '100001' }, [
      { ...movement, movement_id: 'g1', kind: 'charge', amount_cents: 30_500 },
      { ...movement, movement_id: 'g2', kind: 'refund', amount_cents: 1234 },
    ])
  })
  await store.close()
}

test('an owner reads what was sold, charged and refunded, and takes the files along', async ({ page, server }) => {
  // A shop of its own, since other walks sell, too.
  await signInFirstOwner(page.request, await printedInvite(server))
  await payByCard(server)
  await page.goto('/admin')
  await page.getByRole('button', { name: 'More' }).click()
  await page.getByRole('dialog').getByRole('link', { name: 'Sales' }).click()
  const year = new Date().getFullYear()
  await page.getByLabel('Period').selectOption('Last year')
  await expect(page.getByLabel('From')).toHaveValue(`${year - 1}-01-01`)
  await expect(page.getByLabel('To')).toHaveValue(`${year - 1}-12-31`)
  await page.getByLabel('To').fill(`${year - 1}-12-30`)
  await expect(page.getByLabel('Period')).toHaveValue('Custom')
  await page.getByLabel('To').fill(localDay(new Date()))
  await page.getByLabel('From').fill(`${year - 1}-01-01`)
  const card = page.getByRole('region', { name: 'Paid by card through the shop' })
  const total = card.getByRole('row').last()
  await expect(total).toContainText('$305.00')
  await expect(total).toContainText('$12.34')
  await expect(page.getByRole('region', { name: 'Recorded by hand' }).getByRole('row').last()).toContainText('Total')
  await expectGoodScreen(page, 'sales-card')

  await expect(
    page.getByRole('region', { name: /^Compared with/ }).getByRole('row', { name: 'Charged' }),
  ).toContainText('N/A')
  for (const by of ['Product', 'Line', 'Channel', 'Tax by quarter and state', 'Week', 'Day'] as const) {
    await page.getByLabel('Group by').selectOption(by)
    if (by === 'Day') await page.getByLabel('From').fill(`${year}-01-01`)
    await expect(page.getByText('What the figures mean')).toBeVisible()
    await expectFits(page, `sales-${by.toLowerCase().replaceAll(' ', '-')}`)
  }

  // The address is unchanged when the second field changes.
  await page.getByLabel('Group by').evaluate((by: HTMLSelectElement, day) => {
    by.value = 'week'
    by.dispatchEvent(new Event('change', { bubbles: true }))
    const from = document.querySelector('input[type=date]')
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(from, day)
    from?.dispatchEvent(new Event('input', { bubbles: true }))
  }, `${year}-01-02`)
  await expect(page.getByLabel('From')).toHaveValue(`${year}-01-02`)
  await expect(page.getByLabel('Group by')).toHaveValue('week')

  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Orders and payments' }).click()
  const csv = await readFile(await (await download).path(), 'utf8')
  expect(csv).toContain('charge,100001')
  expect(csv).toContain('305.00')

  await page.getByRole('link', { name: 'Print for the accountant' }).click()
  await expect(page.getByRole('region', { name: 'Owed to each state' })).toContainText('accountant')
  await expectGoodScreen(page, 'sales-print')
  const pdf = await page.pdf({ format: 'Letter' })
  expect(pdf.toString('latin1').match(/\/Type \/Page\b/g)).toHaveLength(1)
  await page.getByRole('main').getByRole('link', { name: 'Sales' }).click()

  await page.getByLabel('To', { exact: true }).fill(`${year - 1}-12-31`)
  await expect(page.getByRole('alert')).toContainText('The period ends before it begins.')
  await expect(page.getByRole('button', { name: 'Try again' })).toHaveCount(0)
  await expectGoodScreen(page, 'sales-refused')
})
