import { readFile } from 'node:fs/promises'
import { expect, test } from '../fixtures.ts'
import { expectGoodScreen } from '../good-screen.ts'
import { undoChange } from '../notifications.ts'

test('several products are repriced, counted and imported, each shown before and undone as one', async ({
  page,
}, info) => {
  const priceOf = async (id: string) => (await (await page.request.get(`/api/products/${id}`)).json()).price
  const price = await priceOf('101')

  await test.step('loads a new document where the code of a page was replaced by an update of the shop', async () => {
    const code = '**/assets/several-page-*.js'
    const tryAgain = page.getByRole('button', { name: 'Try again' })
    await page.goto('/admin/products')
    await page.route(code, (route) => route.fulfill({ status: 404 }))
    await page.getByRole('link', { name: 'Bulk edit' }).click()
    await tryAgain.click()
    await expect(tryAgain).toHaveAttribute('data-loading')
    await expect(tryAgain).not.toHaveAttribute('data-loading')
    await page.unroute(code)
    const loaded = page.waitForEvent('load')
    await tryAgain.click()
    await loaded
  })

  await test.step('raises prices by percent after seeing each', async () => {
    await page.getByRole('button', { name: 'Show old and new prices' }).click()
    await expect(page.getByText('Please enter a percentage such as 5 or 2.5')).toBeVisible()
    await expect(page.getByRole('textbox', { name: 'By percent' })).toBeFocused()
    await page.getByRole('textbox', { name: 'By percent' }).fill('10')
    await page.getByRole('button', { name: 'Show old and new prices' }).click()
    const row = page.getByRole('listitem').filter({ hasText: /101\b/ })
    await expect(row).toContainText(`$${price.toFixed(2)} → $${(price * 1.1).toFixed(2)}`)
    await expectGoodScreen(page, 'several-prices')
    await page.getByRole('button', { name: /^Change \d+ prices$/ }).click()
    await undoChange(page, /\d+ prices changed/, async () => {
      expect(await priceOf('101')).toBeCloseTo(price * 1.1, 2)
    })
    expect(await priceOf('101')).toBe(price)
  })

  await test.step('is asked before prices change by more than half', async () => {
    await page.getByRole('textbox', { name: 'By percent' }).fill('60')
    await page.getByRole('button', { name: 'Show old and new prices' }).click()
    await page.getByRole('button', { name: /^Change \d+ prices$/ }).click()
    const dialog = page.getByRole('dialog', { name: 'A large change' })
    await expect(dialog).toContainText(/\d+ prices change by more than half\./)
    await expectGoodScreen(page, 'several-large-change', '[role=dialog]')
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await expect(dialog).toBeHidden()
    expect(await priceOf('101')).toBe(price)
  })

  await test.step('puts chosen products on sale from day to day, which shoppers see, and ends it', async () => {
    await page.getByRole('tab', { name: 'Sale' }).click()
    await page.getByRole('button', { name: 'Show old and new prices' }).click()
    await expect(page.getByRole('textbox', { name: 'Discount' })).toBeFocused()
    await page.getByRole('textbox', { name: 'Discount' }).fill('20')
    await page.getByLabel('First day').fill('2026-01-01')
    await page.getByLabel('Last day').fill('2025-12-31')
    await page.getByRole('button', { name: 'Show old and new prices' }).click()
    await expect(page.getByText('This is before the first day')).toBeVisible()
    await page.getByLabel('Last day').fill('2099-12-31')
    await page.getByRole('searchbox', { name: 'Name contains' }).fill('Campus Slim')
    await page.getByRole('button', { name: 'Show old and new prices' }).click()
    const row = page.getByRole('listitem').filter({ hasText: /101\b/ })
    await expect(row).toContainText(`$${price.toFixed(2)} → $${(price * 0.8).toFixed(2)}`)
    await page.getByRole('checkbox', { name: /Grey/ }).uncheck()
    await expectGoodScreen(page, 'several-sale')
    await page.getByRole('button', { name: 'Put on sale: 1 product' }).click()
    await undoChange(page, '1 product put on sale', async () => {
      expect(await priceOf('101')).toBeCloseTo(price * 0.8, 2)
      expect(await (await page.request.get('/product/101')).text()).toContain(`$${price.toFixed(2)}`)
      expect(await priceOf('102')).toBe(price)
    })
    expect(await priceOf('101')).toBe(price)
  })

  await test.step('sets stocks from a pasted table once it is right', async () => {
    await page.getByRole('tab', { name: 'Stock' }).click()
    const rows = page.getByLabel('Pasted rows')
    await rows.fill('product_id\tstock\n101\t41\nnothing\t1')
    await page.getByRole('button', { name: 'Show old and new stock' }).click()
    await expect(page.getByRole('listitem').filter({ hasText: 'There is no product "nothing".' })).toContainText(
      'row 3',
    )
    await expect(page.getByRole('button', { name: 'Set 1 stock level' })).toBeDisabled()
    await expectGoodScreen(page, 'several-stock')
    await rows.fill('101\t41')
    await page.getByRole('button', { name: 'Show old and new stock' }).click()
    await page.getByRole('button', { name: 'Set 1 stock level' }).click()
    await undoChange(page, '1 stock level set')
  })

  await test.step('takes the products out as a file, and back with a change', async () => {
    await page.getByRole('tab', { name: 'Spreadsheet' }).click()
    const choose = (csv: string) =>
      page
        .locator('input[type=file]')
        .setInputFiles({ name: 'products.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) })
    const download = page.waitForEvent('download')
    await page.getByRole('link', { name: 'Download products.csv' }).click()
    const file = info.outputPath('products.csv')
    await (await download).saveAs(file)
    const csv = await readFile(file, 'utf8')
    expect(csv.split('\n').length).toBeGreaterThan(10)
    await choose(csv)
    await expect(page.getByText('The file matches the shop')).toBeVisible()
    await choose('product_id,color\n101,Moss\n')
    await expect(page.getByText(/Color: .+ → Moss/)).toBeVisible()
    await expectGoodScreen(page, 'several-spreadsheet')
    await page.getByRole('button', { name: 'Import the file' }).click()
    await undoChange(page, 'Imported: 1 changed product')
    const excel = { name: 'products.xlsx', mimeType: 'application/octet-stream', buffer: Buffer.from('PK\u0003\u0004') }
    await page.locator('input[type=file]').setInputFiles(excel)
    // Nothing can be pasted here.
    await expect(page.getByText(/^This isn’t a text file\. .* choose that file\.$/)).toBeVisible()
    await choose('product_id,price,stock\n101,"12,50",x\n102,"$1,098.50",y\n999,79,1\n')
    await expect(page.getByText('We can’t import this yet. Please fix 4 problems in the file')).toBeVisible()
    const column = (name: string) => page.getByRole('listitem').filter({ has: page.getByText(name, { exact: true }) })
    await expect(column('price')).toContainText('Row 2: "12,50" isn’t a number such as 79 or 1,098.50')
    await expect(column('product_id')).toContainText('Row 4: there is no product "999"')
    await expectGoodScreen(page, 'several-errors')
  })
})
