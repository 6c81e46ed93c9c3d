import { addPayments } from '../../../backend/testing/payments/payments-to-decide.ts'
import { adminAudit } from '../../../contract/audit/admin.ts'
import { press, tabTo } from '../../browser/accessibility/tabbing.ts'
import { expect, test } from '../fixtures.ts'
import { expectGoodScreen } from '../good-screen.ts'

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
    await expect(page.getByRole('heading', { name: 'Many cards are being declined' })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Pause online orders in Settings' })).toBeVisible()
  })

  await test.step('pays back what has no order, once', async () => {
    await page.getByRole('button', { name: 'Refund it: 200901-abcdef' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Refund it' }).click()
    await expect(page.getByText('200901-abcdef')).toBeHidden()
  })

  await test.step('learns why the order cannot be rebuilt, and which number is none', async () => {
    await expect(page.getByText('doesn’t know what was ordered')).toBeVisible()
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
    await expect(page.getByRole('dialog').locator(':focus')).toBeAttached()
    await tabTo(page, page.getByRole('dialog').getByRole('button', { name: 'Mark as resolved' }))
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { name: 'Failed at the gateway' })).toBeHidden()
  })
})
