import { readFile } from 'node:fs/promises'
import { expectAligned } from '../../browser/appearance/alignment.ts'
import { expect, openFromMore, test } from '../fixtures.ts'
import { expectGoodScreen } from '../good-screen.ts'
import { closeNotification, undoChange } from '../notifications.ts'

test('an order taken at a fair is entered, and a spreadsheet of orders is imported and taken back', async ({
  page,
}) => {
  await test.step('enters an order taken at a fair, whose half-typed form outlives a reload', async () => {
    await page.goto('/admin/orders/new')
    await page.getByText('At a fair', { exact: true }).click()
    await page.getByLabel('Add a product').fill('campus')
    await page
      .getByRole('button', { name: /^Add Campus/ })
      .first()
      .click()
    await page.getByLabel(/^Unit price/).fill('70,00')
    await page.getByLabel('First name').fill('Grace')
    await page.getByLabel('Email (optional)').fill('grace@')
    await page.reload()
    await expect(page.getByLabel('First name')).toHaveValue('Grace')
    await page.getByRole('button', { name: 'Preview email' }).click()
    await expect(page.getByText('Please enter an amount such as 12.50')).toBeVisible()
    await expect(page.getByText('Please enter a valid email address')).toBeVisible()
    await expectGoodScreen(page, 'order-new-errors')
    await page.getByLabel(/^Unit price/).fill('70')
    await page.getByLabel('Last name').fill('Hopper')
    await page.getByLabel('Email (optional)').fill('grace@shopper.example')
    await page.getByLabel('Note (only you').fill('Paid in cash')
    await page.getByRole('button', { name: 'Preview email' }).click()
    await expect(page.getByLabel('Email to the shopper')).toContainText('Thank you for your order at the fair')
    await expectGoodScreen(page, 'order-new-mail')
    await page.getByRole('button', { name: 'Enter the order' }).click()
    await expect(page.getByText('Entered by the shop. Paid in cash')).toBeVisible()
    await page.getByLabel('Payment', { exact: true }).selectOption('Paid by card')
    await expect(page.getByText('Paid by card').last()).toBeVisible()
  })

  await test.step('imports a spreadsheet whose columns are matched by hand, and undoes that', async () => {
    await page.getByRole('link', { name: 'Orders', exact: true }).click()
    await page.getByRole('link', { name: 'Import' }).click()
    const header = 'Order no.\tDate\tFirst name\tLast name\tE-mail\tSKU\tWhat\tPrice\tQty\tShip to\tTown\tState\tZIP'
    const row =
      '300001\t10/31/2025\tAda\tByron\tada@shopper.example\t101\tCampus\t79.50\t2\t12 Main St\tOakland\tCA\t94601'
    const atBorder = row.replace('300001', '300002').replace('CA\t94601', 'ME\t03813')
    await page.getByLabel('Or paste the cells here').fill(`${header}\n${row}\n${atBorder}`)
    await expect(page.getByLabel('What is the status of these orders?')).toHaveValue('delivered')
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect(page.getByText('Product name has no column')).toBeVisible()
    await page.setViewportSize({ width: 768, height: 740 })
    const field = (label: string) => page.getByLabel(label, { exact: true })
    await expectAligned('y', field('Product name'), field('Unit price'))
    await page.setViewportSize({ width: 360, height: 740 })
    await expectGoodScreen(page, 'order-import-problems')
    await page.getByLabel('Product name').selectOption('What')
    await expect(page.getByText('# 300001, Ada Byron')).toBeVisible()
    await expect(page.getByText(/ delivered, Online shop, ada@shopper\.example$/)).toHaveCount(2)
    await page.getByRole('button', { name: /^Show \d+ more fields$/ }).click()
    await page.getByLabel('City').selectOption('Town')
    await expect(page.getByText('12 Main St, Oakland').first()).toBeVisible()
    await expectGoodScreen(page, 'order-import')
    await expect(page.getByRole('button', { name: 'Import 2 orders' })).toBeDisabled()
    await page.getByLabel('Row 3, ZIP code: 03813 is a ZIP code in New Hampshire, not Maine').check()
    await page.getByRole('button', { name: 'Import 2 orders' }).click()
    await expect(page.getByRole('link', { name: /300001/ })).toBeVisible()
    // Not from the notification, which is gone after a few seconds.
    await openFromMore(page, 'Changes')
    const entry = page.getByRole('article', { name: /^Change \d+: Orders imported$/ })
    await entry.getByRole('button').click()
    await expect(page.getByRole('article', { name: /Undone .* Orders imported/ })).toBeVisible()
    await page.getByRole('link', { name: 'Orders', exact: true }).click()
    await page.getByText('All', { exact: true }).click()
    await expect(page.getByRole('link', { name: /100005/ })).toBeVisible()
    await expect(page.getByRole('link', { name: /300001/ })).toBeHidden()
  })
})

test('an order by phone is entered without an email address, brought by hand, marked as delivered, and exported', async ({
  page,
}) => {
  await test.step('enters it, with a lower price for one piece, and with what delivery and tax come to', async () => {
    await page.goto('/admin/orders/new')
    await page.getByText('By phone', { exact: true }).click()
    await page.getByLabel('First name').fill('Katherine')
    await page.getByLabel('Last name').fill('Johnson')
    await page.getByLabel('Phone (optional)').fill('(510) 555-0142')
    await page.getByLabel('Add a product').fill('campus')
    const add = page.getByRole('button', { name: /^Add Campus/ }).first()
    for (let piece = 0; piece < 3; piece += 1) await add.click()
    await page.getByLabel(/^Unit price/).fill('10')
    await page.getByRole('button', { name: /^Change the unit price/ }).click()
    await page
      .getByLabel(/^Unit price/)
      .last()
      .fill('5')
    await page.getByLabel('Delivery option').selectOption({ index: 1 })
    await page.getByLabel('State for the sales tax').selectOption('California')
    for (const name of ['Delivery', 'Sales tax']) {
      await expect(page.getByLabel(name, { exact: true })).toHaveAccessibleDescription(/^Leave empty for \$[1-9]/)
    }
    await page.getByLabel('Delivery', { exact: true }).fill('4')
    await expect(page.getByLabel('Payment', { exact: true })).toHaveValue('unpaid')
    await expectGoodScreen(page, 'order-by-phone')
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect(page.getByText('The order has no email address, so no email is sent.')).toBeVisible()
    await page.getByRole('button', { name: 'Enter the order' }).click()
    await expect(page.getByRole('link', { name: '(510) 555-0142' })).toBeVisible()
    await expect(page.getByLabel('Payment', { exact: true })).toHaveValue('unpaid')
    await closeNotification(page, 'Order entered')
  })

  const number = new URL(page.url()).pathname.split('/').at(-1) ?? ''
  const dialog = page.getByRole('dialog')

  await test.step('cancels one of two pieces', async () => {
    await page.getByRole('button', { name: 'Cancel items' }).click()
    await dialog.getByRole('checkbox', { name: /^2 × / }).check()
    await dialog.getByLabel(/^Quantity of /).selectOption('1')
    await dialog.getByLabel('Reason (shown to the shopper)').fill('One has a scratch')
    await dialog.getByRole('button', { name: 'Continue' }).click()
    await dialog.getByRole('button', { name: 'Cancel items' }).click()
    await expect(page.getByText('Cancelled: One has a scratch.')).toBeVisible()
    await expect(page.getByText('Total after cancellations')).toBeVisible()
    await closeNotification(page, 'Items cancelled')
  })

  await test.step('brings it by hand', async () => {
    await page.getByRole('button', { name: 'Ship', exact: true }).click()
    await dialog.getByLabel('How it ships').selectOption('Local delivery')
    await dialog.getByRole('button', { name: 'Continue' }).click()
    await dialog.getByRole('button', { name: 'Ship', exact: true }).click()
    await expect(page.getByText('We delivered it ourselves.')).toBeVisible()
    await closeNotification(page, 'shipped')
  })

  await test.step('marks all that are on their way as delivered, and undoes that', async () => {
    await page.getByRole('link', { name: 'Orders', exact: true }).click()
    await page.getByText('On its way', { exact: true }).click()
    const mine = page.getByRole('checkbox', { name: new RegExp(`${number} has arrived$`) })
    await mine.check()
    const others = page.getByRole('checkbox', { name: /has arrived$/, checked: false })
    await others.first().check()
    await page.getByRole('button', { name: 'Mark 2 as delivered' }).click()
    await expectGoodScreen(page, 'orders-delivered', '[role=dialog]')
    await dialog.getByRole('button', { name: 'Mark as delivered' }).click()
    await undoChange(page, '2 orders delivered', () => expect(mine).toBeHidden())
    await expect(mine).toBeVisible()
  })

  await test.step('marks the one order as delivered', async () => {
    // The page shows the earlier order until it is read again; only the version differs.
    const isOpen = Promise.withResolvers<void>()
    await page.route(`**/api/admin/orders/${number}`, async (route) => {
      await isOpen.promise
      await route.continue()
    })
    await page.getByRole('link', { name: new RegExp(number) }).click()
    await page.getByRole('button', { name: 'Mark as delivered' }).click()
    await expect(dialog).toBeVisible()
    isOpen.resolve()
    await dialog.getByRole('button', { name: 'Mark as delivered' }).click()
    await expect(page.getByRole('button', { name: 'Correct the delivery date' })).toBeVisible()
    await closeNotification(page, 'delivered')
  })

  await test.step('exports the orders, and the sales tax by state', async () => {
    await page.getByRole('link', { name: 'Orders', exact: true }).click()
    await page.getByRole('button', { name: 'Export' }).click()
    await expectGoodScreen(page, 'orders-export', '[role=dialog]')
    for (const [label, text] of [
      ['Orders, one per row', `\n${number},`],
      ['Sales tax by state', '\nCA,'],
    ] as const) {
      const download = page.waitForEvent('download')
      await dialog.getByRole('link', { name: label }).click()
      expect(await readFile(await (await download).path(), 'utf8')).toContain(text)
    }
  })
})
