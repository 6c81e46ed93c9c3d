import type { Page } from '@playwright/test'
import { buildImage } from '../../backend/testing/test-catalog.ts'
import { changeStockEndpoint, getAdminProductEndpoint, updateProductEndpoint } from '../../contract/admin/products.ts'
import { requestPath } from '../../contract/request-path.ts'
import { expect, test } from './fixtures.ts'
import { expectGoodScreen } from './good-screen.ts'
import { undoButton, withTimersStopped } from './notifications.ts'

const VIEWS = ['front', 'side', 'back']

/** A small photograph for each view, and a text that is none. */
async function productFiles() {
  const photo = await buildImage(320)
  const photos = VIEWS.map((view) => ({
    name: `fair-${view}.jpg`,
    mimeType: 'image/jpeg',
    // What follows the picture gives each a hash of its own.
    buffer: Buffer.concat([photo, Buffer.from(view)]),
  }))
  return [...photos, { name: 'README.md', mimeType: 'text/markdown', buffer: Buffer.from('# A text') }]
}

/** As on a busy machine: timers of 1 ms, such as the editor's own, end before what was rendered is shown. */
function runShortTimersEarly(): void {
  const setTimer = window.setTimeout
  const setEarly = (handler: () => void, delay?: number) => {
    if (delay !== 1) return setTimer(handler, delay)
    queueMicrotask(handler)
    return 0
  }
  Object.assign(window, { setTimeout: setEarly })
}

const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true }).click()

test('a product with three photographs is put up, repriced and undone, and sold at a fair', async ({ page, post }) => {
  const problems: string[] = []
  page.on('console', (message) => {
    // Chromium itself reports each response of 4xx; those are the test's own.
    if (message.type() === 'error' && !message.text().includes('status of 4')) problems.push(message.text())
  })
  page.on('pageerror', (error) => problems.push(String(error)))
  await page.addInitScript(runShortTimersEarly)

  await test.step('finds products in the list', async () => {
    await page.goto('/admin/products')
    await page.getByRole('searchbox', { name: 'Search products' }).fill('campus slim')
    await expect(page.getByRole('listitem').filter({ hasText: 'in stock' })).toHaveCount(2)
    await expectGoodScreen(page, 'products')
  })

  await test.step('makes a product with three photographs', async () => {
    await page.getByRole('link', { name: 'New product' }).click()
    await expect(page.getByRole('textbox', { name: 'Description' })).toBeVisible()
    await page.getByLabel('Name', { exact: true }).fill('Fair Day Pack')
    await page.getByRole('button', { name: 'Make the product' }).click()
    await expect(page.getByText('Please write dollars such as 79 or 79.50')).toBeVisible()
    await expect(page.getByLabel('Price', { exact: true })).toBeFocused()
    await page.getByLabel('Price', { exact: true }).fill('64')
    await page.getByLabel('Style', { exact: true }).fill('full')
    await page.getByLabel('Color', { exact: true }).fill('Grey')
    await page.getByLabel('Size', { exact: true }).fill('Full, 24 L')
    await page.getByLabel('In one sentence').fill('A pack for a day at the fair.')
    await page.getByRole('textbox', { name: 'Description' }).fill('Room for a coat and lunch.')
    await page.getByLabel('Photographs and videos').setInputFiles(await productFiles())
    await expect(page.getByText('"README.md" holds no picture or video')).toBeVisible()
    for (const [index, view] of VIEWS.entries()) {
      await page.getByLabel(`What picture ${index + 1} shows`).fill(`The pack from the ${view}`)
    }
    await page.getByText('In the shop', { exact: true }).click()
    await expectGoodScreen(page, 'new-product')
    await page.getByRole('button', { name: 'Make the product' }).click()
    await expect(page.getByRole('heading', { name: 'Fair Day Pack' })).toBeVisible()
  })

  const product_id = new URL(page.url()).pathname.split('/').at(-1)
  const shopPage = async () => (await page.request.get(`/product/${product_id}`)).text()
  const expectInShop = (text: string) => expect.poll(shopPage).toContain(text)

  await test.step('changes the price, and takes that back', async () => {
    await page.getByLabel('Price', { exact: true }).fill('59,50')
    await save(page)
    await expect(page.getByText('Please write dollars such as 79 or 79.50')).toBeVisible()
    await page.getByLabel('Price', { exact: true }).fill('59.50')
    await withTimersStopped(page, async () => {
      await save(page)
      await expect(page.getByText('Price changed to $59.50')).toBeVisible()
      await expectInShop('$59.50')
      await undoButton(page).click()
      await expect(page.getByText('Undone')).toBeVisible()
    })
    await expect(page.getByLabel('Price', { exact: true })).toHaveValue('64.00')
    await expectInShop('$64.00')
  })

  await test.step('counts what came in and what was sold at the fair', async () => {
    const sendStock = Promise.withResolvers<void>()
    const stockPath = `**${requestPath(changeStockEndpoint.path, { product_id }, {})}`
    await page.route(stockPath, async (route) => {
      await sendStock.promise
      await route.continue()
    })
    await page.getByText('Came in').click()
    await page.getByLabel('How many').fill('5')
    await page.getByRole('button', { name: 'Add 5' }).click()
    await expect(page.getByText('5 in stock')).toBeVisible()
    await page.getByText('Sold', { exact: true }).click()
    // The response to a change takes away nothing that was typed since.
    await page.getByLabel('How many').fill('2')
    sendStock.resolve()
    await expect(page.getByText('Added 5')).toBeVisible()
    await page.unroute(stockPath)
    await page.getByRole('button', { name: 'Take 2 out' }).click()
    await expect(page.getByText('3 in stock')).toBeVisible()
    await expectInShop('In Stock')
    await expectGoodScreen(page, 'product')
  })

  await test.step('is shown what somebody else has changed', async () => {
    await page.getByLabel('Color', { exact: true }).fill('Blue')
    const params = { product_id }
    const { version } = await (await page.request.get(requestPath(getAdminProductEndpoint.path, params, {}))).json()
    const theirs = { version, changes: { size: 'Full, 26 L' } }
    await post(requestPath(updateProductEndpoint.path, params, {}), theirs)
    await save(page)
    const dialog = page.getByRole('dialog', { name: 'Somebody else has changed this' })
    await expect(dialog.getByText('Full, 26 L')).toBeVisible()
    await expectGoodScreen(page, 'product-conflict', '[role=dialog]')
    await dialog.getByRole('button', { name: 'Save mine' }).click()
    await expect(page.getByLabel('Size', { exact: true })).toHaveValue('Full, 26 L')
    await expectInShop('Blue')
  })
  expect(problems).toEqual([])
})
