import { readFile } from 'node:fs/promises'
import { adminTakenOrders } from '../../../contract/orders/taken-orders.ts'
import { expect, test } from '../fixtures.ts'
import { expectGoodScreen } from '../good-screen.ts'
import { undoChange } from '../notifications.ts'

const USPS = '9400111206213642173009'

test('orders to ship are listed, packed, labeled, and shipped by the numbers that come back', async ({
  page,
  server: { address },
}) => {
  const taken = { channel: 'phone', email: '', delivery_cents: 0, tax_cents: 0, handed_over: false, note: '' }
  const take = async (first_name: string, sentTo: object | null, payment: string) => {
    const items = [{ product_id: '101', quantity: 1, price_cents: null }]
    const data = { ...taken, first_name, last_name: 'Byron', address: sentTo, payment, items }
    const response = await page.request.post(adminTakenOrders.takeOrder.path, { data, headers: { origin: address } })
    return (await response.json()).order_id
  }
  const packed = await take('Ada', { address1: '12 Main St', city: 'Oakland', state: 'CA', zip: '94601' }, 'cash')
  const homeless = await take('Grace', null, 'cash')
  const unpaid = await take('Emmy', { address1: '5 Elm St', city: 'Salem', state: 'OR', zip: '97301' }, 'unpaid')

  await test.step('sees what can leave, and what cannot and why', async () => {
    await page.goto('/admin/orders')
    await page.getByRole('link', { name: 'Shipping' }).click()
    await expect(page.getByRole('heading', { name: 'Orders to ship' })).toBeVisible()
    await page.getByText('All open').click()
    await expect(page.getByRole('link', { name: new RegExp(`# ${packed}`) })).toContainText('1 × Campus')
    await expect(page.getByRole('link', { name: new RegExp(`# ${homeless}`) })).toContainText(
      'No label. The address is missing.',
    )
    await expect(page.getByText(`Order ${unpaid} is not paid yet.`)).toBeVisible()
    await expectGoodScreen(page, 'shipping')
  })

  await test.step('reads the same on the page of the order that is on hold, and may ship it', async () => {
    await page.getByRole('link', { name: new RegExp(`# ${unpaid}`) }).click()
    await expect(page.getByText(`Order ${unpaid} is not paid yet. You can still ship it.`)).toBeVisible()
    await expect(page.getByRole('button', { name: 'Ship', exact: true })).toBeVisible()
    await expectGoodScreen(page, 'order-on-hold')
    await page.goBack()
  })

  await test.step('takes the addresses as a file, and reads which order is not in it', async () => {
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Label file' }).click()
    const question = page.getByRole('dialog', { name: 'Some orders won’t get a label' })
    await expect(question).toContainText(`# ${homeless}: The address is missing`)
    await question.getByRole('button', { name: 'Create the file without them' }).click()
    const csv = await readFile(await (await download).path(), 'utf8')
    expect(csv).toContain(`Ada Byron,,12 Main St,,Oakland,CA,94601,US,${packed},`)
    expect(csv).not.toContain(homeless)
    await expect(page.getByRole('status').filter({ hasText: `# ${homeless}` })).toContainText('Left out')
    await expectGoodScreen(page, 'shipping-labels')
  })

  await test.step('prints all packing slips, a sheet each', async () => {
    await page.getByRole('link', { name: 'Packing slips' }).click()
    const slip = page.getByRole('region', { name: `Packing slip # ${packed}` })
    await expect(slip).toContainText('12 Main St')
    await page.emulateMedia({ media: 'print' })
    await expect(page.getByRole('heading', { level: 1 })).toBeHidden()
    await expect(page.getByRole('button', { name: 'Print all' })).toBeHidden()
    const breaks = await page
      .getByRole('region', { name: 'Packing slip' })
      .evaluateAll((all) => all.map((one) => getComputedStyle(one).breakBefore))
    expect(breaks.slice(1).every((value) => value === 'page')).toBe(true)
    await page.emulateMedia({ media: null })
  })

  await test.step('is told what is wrong with a file, and ships by keyboard what is right', async () => {
    await page.getByRole('link', { name: 'Orders to ship' }).click()
    await page.getByRole('link', { name: 'Tracking numbers' }).click()
    const cells = page.getByLabel('Or paste the cells here')
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect(page.getByText('Please choose a file, or paste the cells')).toBeVisible()
    await expect(cells).toBeFocused()
    await cells.fill('Order ID,Cost\n1,2')
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect(page.getByText('There is no column with the tracking numbers.')).toBeVisible()
    await expectGoodScreen(page, 'tracking-error')
    const file = `Order ID,Tracking Number\n${packed},${USPS}\n999999,${USPS}\n${homeless},9.4E+21`
    const input = page.locator('input[type=file]')
    await input.setInputFiles({ name: 'numbers.csv', mimeType: 'text/csv', buffer: Buffer.from(file) })
    await expect(cells).toHaveValue(file)
    await page.getByRole('button', { name: 'Continue' }).press('Enter')
    await expect(page.getByText('1 order will be shipped; 2 rows won’t.')).toBeFocused()
    await expect(page.getByText('Row 3: There is no order 999999.')).toBeVisible()
    await expect(page.getByText(`Row 4: “9.4E+21” of order ${homeless} isn’t a whole tracking number`)).toBeVisible()
    await expectGoodScreen(page, 'tracking')
    await page.getByRole('button', { name: 'Ship 1 order and send' }).press('Enter')
    await undoChange(page, '1 order shipped', async () => {
      await expect(page.getByRole('heading', { name: 'Orders to ship' })).toBeVisible()
      // By keyboard, since the pointer keeps the notification open.
      await page.getByRole('radio', { name: 'Due today' }).press('ArrowRight')
      await expect(page.getByRole('link', { name: new RegExp(`# ${homeless}`) })).toBeVisible()
      await expect(page.getByRole('link', { name: new RegExp(`# ${packed}`) })).toBeHidden()
    })
    await expect(page.getByRole('link', { name: new RegExp(`# ${packed}`) })).toBeVisible()
  })

  await test.step('finds in the history of the order how it left', async () => {
    await page.getByRole('link', { name: new RegExp(`# ${packed}`) }).click()
    await expect(page.getByText(`Shipped, tracking number ${USPS}, from a file of tracking numbers`)).toBeVisible()
    await expect(page.getByText('Not shipped after all')).toBeVisible()
  })

  await test.step('is asked before customers who were told that their orders left are told otherwise', async () => {
    await page.goto('/admin/orders/tracking')
    await page.getByLabel('Or paste the cells here').fill(`Order ID,Tracking Number\n${packed},${USPS}`)
    await page.getByRole('button', { name: 'Continue' }).press('Enter')
    await page.getByRole('button', { name: 'Ship 1 order and send' }).press('Enter')
    await expect(page.getByRole('heading', { name: 'Orders to ship' })).toBeVisible()
    await page.clock.setFixedTime(Date.now() + 60_000)
    await page.goto('/admin/changes')
    const undo = page.getByRole('button', { name: 'Undo: Orders shipped' }).first()
    await undo.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Undo these shipments?' })
    await expect(dialog).toContainText('Each of them gets an email saying theirs hasn’t.')
    await expectGoodScreen(page, 'take-back-shipments', '[role=dialog]')
    await dialog.getByRole('button', { name: 'Cancel' }).press('Enter')
    await expect(undo).toBeEnabled()
    await undo.press('Enter')
    await dialog.getByRole('button', { name: 'Undo shipments' }).press('Enter')
    await expect(undo).toBeHidden()
  })
})
