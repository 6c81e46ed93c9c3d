import { requestPath } from '../../../contract/http/call.ts'
import { adminOrders } from '../../../contract/orders/admin.ts'
import { deliverMails, expect, test } from '../fixtures.ts'
import { expectGoodScreen } from '../good-screen.ts'
import { OrderPage } from './order-page.ts'

test('an order is found, shipped with an email, and a wrong refund of it is undone', async ({
  page,
  post,
  mailServer,
}) => {
  const order = new OrderPage(page)
  const mailText = () => mailServer.received.map(({ raw }) => raw.replace(/=\r\n/g, '')).join('\n')

  await test.step('finds the order', async () => {
    await page.goto('/admin/orders')
    await expect(page.getByRole('link', { name: /100001/ })).toBeVisible()
    await expectGoodScreen(page, 'orders')
    await order.find('100001')
    await expectGoodScreen(page, 'order')
  })

  await test.step('sees the pictures that could not be loaded once there is a connection again', async () => {
    const pictures = '**/images/**'
    await page.route(pictures, (route) => route.abort())
    await page.reload()
    const loaded = () =>
      page.getByRole('main').evaluate((main) => [...main.querySelectorAll('img')].map((img) => img.naturalWidth > 0))
    const allAre = (expected: boolean) => [expected, expected, expected]
    await expect.poll(loaded).toEqual(allAre(false))
    await page.context().setOffline(true)
    await expect(page.getByText('No connection', { exact: false }).first()).toBeVisible()
    await page.unroute(pictures)
    await page.context().setOffline(false)
    await expect.poll(loaded).toEqual(allAre(true))
  })

  const sendNote = Promise.withResolvers<void>()
  const notePath = `**${requestPath(adminOrders.noteOnOrder.path, { order_id: '100001' }, {})}`
  const orderPath = `**${requestPath(adminOrders.getAdminOrder.path, { order_id: '100001' }, {})}`
  await page.route(notePath, async (route) => {
    await sendNote.promise
    await route.continue()
  })

  await test.step('notes something', async () => {
    await page.getByLabel('Note (only you').fill('Wants it by Friday')
    await page.getByRole('link', { name: 'Orders', exact: true }).click()
    await page.getByRole('button', { name: 'Stay' }).click()
    await expect(order.dialog()).toBeHidden()
    await page.getByRole('button', { name: 'Add note' }).click()
    await expect(page.getByText('Note: Wants it by Friday')).toBeVisible()
  })

  await test.step('ships it, with the email shown before it goes; the note still under way is no one else’s change', async () => {
    await order.startShipping()
    const readAgain = Promise.withResolvers<void>()
    await page.route(orderPath, async (route) => {
      await readAgain.promise
      await route.continue()
    })
    const noted = page.waitForResponse(notePath)
    sendNote.resolve()
    await noted
    await page.unroute(notePath)
    await expect(page.getByText('Note added')).toBeVisible()
    await order.showMail()
    await expect(order.dialog().getByText('Please enter the tracking number')).toBeVisible()
    // With a keyboard open, what is pressed is below it.
    await page.setViewportSize({ width: 360, height: 400 })
    await order.showShippingMail()
    await order.expectRecipientUncovered()
    await page.setViewportSize({ width: 360, height: 740 })
    // On top of a version without the note it would be refused.
    await expect(order.dialog().getByRole('button', { name: 'Ship and send' })).toBeDisabled()
    readAgain.resolve()
    await expect(order.dialog().getByRole('button', { name: 'Ship and send' })).toBeEnabled()
    await page.unroute(orderPath)
    await order.expectMailFromItsTop('Ship and send')
    await expectGoodScreen(page, 'order-mail')
    await order.ship()
    await deliverMails(page)
    await expect.poll(mailText).toContain('Your order # 100001 has shipped')
    await expect(page.getByText('Sent', { exact: true })).toBeVisible()
  })

  await test.step('records a wrong refund and undoes it', async () => {
    await order.startRefund()
    const dialog = order.dialog()
    await dialog.getByLabel('Amount in dollars').fill('12,50')
    await order.showMail()
    await expect(dialog.getByText('Please enter an amount such as 12.50')).toBeVisible()
    await order.showRefundMail('12.50')

    // Someone else notes something at the same time: that is shown, and what was typed is kept.
    await post(requestPath(adminOrders.noteOnOrder.path, { order_id: '100001' }, {}), { note: 'She has called' })
    await order.recordButton('12.50').click()
    await expect(dialog.getByRole('row', { name: /Last event .* Note: She has called/ })).toBeVisible()
    await expectGoodScreen(page, 'order-conflict', '[role=dialog]')
    await dialog.getByRole('button', { name: 'Keep mine' }).click()
    await expect(dialog.getByLabel('Amount in dollars')).toHaveValue('12.50')
    await order.showMail()
    await order.refund('12.50')
    await order.undoRefund('12.50')
  })

  await test.step('adds the address that the shopper gave by phone, while somebody else notes something', async () => {
    await page.getByRole('button', { name: 'Add a delivery address' }).click()
    const dialog = order.dialog()
    const save = dialog.getByRole('button', { name: 'Save the address' })
    await save.click()
    await expect(dialog.getByText('Please enter the address')).toBeVisible()
    await expectGoodScreen(page, 'order-address', '[role=dialog]')
    const parts = { Street: '12 Main St', City: 'Oakland', 'ZIP code': '02108' }
    for (const [label, text] of Object.entries(parts)) await dialog.getByLabel(label, { exact: true }).fill(text)
    await dialog.getByLabel('State').selectOption('California')
    await save.click()
    await expect(dialog.getByText('02108 is a ZIP code in Massachusetts, not California')).toBeVisible()
    await dialog.getByLabel('ZIP code', { exact: true }).fill('94601')
    // A tap beside the dialog loses nothing that was typed.
    await page.mouse.click(5, 5)
    await post(requestPath(adminOrders.noteOnOrder.path, { order_id: '100001' }, {}), { note: 'Moved last week' })
    await save.click()
    await expect(dialog.getByRole('row', { name: /Last event .* Note: Moved last week/ })).toBeVisible()
    await dialog.getByRole('button', { name: 'Keep mine' }).click()
    await expect(dialog.getByLabel('Street')).toHaveValue('12 Main St')
    await save.click()
    await expect(page.getByText('Delivery address: 12 Main St, Oakland, CA 94601')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Correct the address' })).toBeFocused()
  })

  await test.step('prints the packing slip in the whole width of the paper', async () => {
    await page.getByRole('link', { name: 'Packing slip' }).click()
    await expect(page.getByRole('button', { name: 'Print' })).toBeVisible()
    await expect(page.getByText('12 Main St')).toBeVisible()
    await expectGoodScreen(page, 'slip')
    await page.setViewportSize({ width: 1056, height: 816 })
    await page.emulateMedia({ media: 'print' })
    await expect.poll(async () => (await page.getByRole('main').boundingBox())?.width).toBe(1056)
  })
})
