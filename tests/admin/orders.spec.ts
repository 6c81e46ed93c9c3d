import { noteOnOrderEndpoint } from '../../contract/admin/orders.ts'
import { requestPath } from '../../contract/request-path.ts'
import { expect, test } from './fixtures.ts'
import { expectGoodScreen } from './good-screen.ts'

test('an order is found, shipped with a mail, and a wrong refund of it is undone', async ({
  page,
  post,
  mailServer,
  deliverMails,
}) => {
  const mailText = () => mailServer.received.map(({ raw }) => raw.replace(/=\r\n/g, '')).join('\n')

  await test.step('finds the order', async () => {
    await page.goto('/admin/orders')
    await expect(page.getByRole('link', { name: /100001/ })).toBeVisible()
    await expectGoodScreen(page, 'orders')
    await page.getByLabel('Find an order').fill('#100001')
    await expect(page.getByRole('link', { name: /100005/ })).toBeHidden()
    await page.getByRole('link', { name: /100001/ }).click()
    await expect(page.getByRole('heading', { name: 'Order # 100001' })).toBeVisible()
    await expect(page.getByRole('heading', { name: 'What happened' })).toBeVisible()
    await expectGoodScreen(page, 'order')
  })

  const sendNote = Promise.withResolvers<void>()
  const notePath = `**${requestPath(noteOnOrderEndpoint.path, { order_id: '100001' }, {})}`
  await page.route(notePath, async (route) => {
    await sendNote.promise
    await route.continue()
  })

  await test.step('notes something', async () => {
    await page.getByLabel('Note, for you').fill('Wants it by Friday')
    await page.getByRole('button', { name: 'Add note' }).click()
    await expect(page.getByText('Note: Wants it by Friday')).toBeVisible()
  })

  await test.step('ships it, with the mail shown before it goes; the note still under way is nobody else’s change', async () => {
    await page.getByRole('button', { name: 'Ship', exact: true }).click()
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByLabel('Tracking number')).toBeVisible()
    const noted = page.waitForResponse(notePath)
    sendNote.resolve()
    await noted
    await page.unroute(notePath)
    await expect(page.getByText('Noted')).toBeVisible()
    await dialog.getByRole('button', { name: 'Show the mail' }).click()
    await expect(dialog.getByText('Please enter the tracking number')).toBeVisible()
    await dialog.getByLabel('Tracking number').fill('1Z999AA10123456784')
    await dialog.getByRole('button', { name: 'Show the mail' }).click()
    await expect(dialog.getByLabel('Mail to the shopper')).toContainText('is on its way')
    await expectGoodScreen(page, 'order-mail')
    await dialog.getByRole('button', { name: 'Ship and send' }).click()
    await expect(page.getByRole('link', { name: 'Follow it at UPS' })).toBeVisible()
    await deliverMails()
    await expect.poll(mailText).toContain('Your order # 100001 has shipped')
  })

  await test.step('records a wrong refund and undoes it', async () => {
    await page.getByRole('button', { name: 'Pay back' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Amount in dollars').fill('12,50')
    await dialog.getByRole('button', { name: 'Show the mail' }).click()
    await expect(dialog.getByText('Please enter an amount such as 12.50')).toBeVisible()
    await dialog.getByLabel('Amount in dollars').fill('12.50')
    await dialog.getByRole('button', { name: 'Show the mail' }).click()
    const record = dialog.getByRole('button', { name: 'Record $12.50 and send' })
    await expect(record).toBeVisible()

    // Somebody else notes something meanwhile: that is shown, and what was typed is kept.
    await post(requestPath(noteOnOrderEndpoint.path, { order_id: '100001' }, {}), { note: 'She has called' })
    await record.click()
    await expect(dialog.getByRole('row', { name: /Last event .* Note: She has called/ })).toBeVisible()
    await expectGoodScreen(page, 'order-conflict', '[role=dialog]')
    await dialog.getByRole('button', { name: 'Go on with mine' }).click()
    await expect(dialog.getByLabel('Amount in dollars')).toHaveValue('12.50')
    await dialog.getByRole('button', { name: 'Show the mail' }).click()
    await record.click()
    await expect(page.getByText('Paid back $12.50')).toBeVisible()
    await page.getByRole('button', { name: 'Undo: Paid back $12.50' }).click()
    await expect(page.getByText('Not paid back after all: $12.50')).toBeVisible()
  })

  await test.step('prints the packing slip', async () => {
    await page.getByRole('link', { name: 'Packing slip' }).click()
    await expect(page.getByRole('button', { name: 'Print' })).toBeVisible()
    await expectGoodScreen(page, 'slip')
  })
})
