import { adminAudit } from '../../../contract/audit/admin.ts'
import { adminCatalog } from '../../../contract/catalog/admin.ts'
import { requestPath } from '../../../contract/http/call.ts'
import { stopClock } from '../../browser/timed.ts'
import { expect, test } from '../fixtures.ts'
import { expectGoodScreen } from '../good-screen.ts'
import { undoChange } from '../notifications.ts'
import { ProductEditor, photographs } from './product-editor.ts'

const TEXT_FILE = { name: 'README.md', mimeType: 'text/markdown', buffer: Buffer.from('# A text') }

/** Ends timers of 1 ms, such as the editor's own, before what was rendered is shown, as on a busy machine. */
function runShortTimersEarly(): void {
  const setTimer = window.setTimeout
  const setEarly = (handler: () => void, delay?: number) => {
    if (delay !== 1) return setTimer(handler, delay)
    queueMicrotask(handler)
    return 0
  }
  Object.assign(window, { setTimeout: setEarly })
}

const NEW_PRODUCT_CODE = '**/assets/new-product-page-*.js'
const EDITOR_CODE = '**/assets/description-editor-*.js'

test('a product with three photographs is put up, repriced and undone, and sold at a fair', async ({ page, post }) => {
  const editor = new ProductEditor(page)
  const problems: string[] = []
  page.on('console', (message) => {
    // Chromium itself reports each response of 4xx; those are the test's own.
    if (message.type() === 'error' && !message.text().includes('status of 4')) problems.push(message.text())
  })
  page.on('pageerror', (error) => problems.push(String(error)))
  await page.clock.install()
  await page.addInitScript(runShortTimersEarly)

  await test.step('finds products in the list', async () => {
    await page.goto('/admin/products')
    await page.getByRole('searchbox', { name: 'Search products' }).fill('campus slim')
    await expect(page.getByRole('textbox', { name: /^Stock of Campus Slim/ })).toHaveCount(2)
    await expectGoodScreen(page, 'products')
  })

  const failed = page.getByRole('alert').filter({ hasText: 'This didn’t load' })
  await test.step('leaves while a search waits, for a page whose code does not come at first', async () => {
    const endRequest = Promise.withResolvers<void>()
    await page.route(NEW_PRODUCT_CODE, async (route) => {
      await endRequest.promise
      await route.fulfill({ status: 404 })
    })
    await page.route(EDITOR_CODE, (route) => route.fulfill({ status: 404 }))
    await stopClock(page)
    await page.getByRole('searchbox', { name: 'Search products' }).fill('nomad')
    await page.getByRole('link', { name: 'New product' }).click()
    await page.clock.resume()
    endRequest.resolve()
    await expect(failed).toBeVisible()
    await expectGoodScreen(page, 'page-not-loaded')
    await expect(page.getByRole('navigation', { name: 'Admin' })).toBeVisible()
    await page.unroute(NEW_PRODUCT_CODE)
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByRole('heading', { name: 'New product' })).toBeVisible()
  })

  await test.step('loses nothing typed while the editor cannot be loaded', async () => {
    await editor.required('Name').fill('Fair Day Pack')
    await expect(failed).toBeVisible()
    await page.unroute(EDITOR_CODE)
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByRole('textbox', { name: /^Description/ })).toBeVisible()
    await expect(editor.required('Name')).toHaveValue('Fair Day Pack')
  })

  await test.step('makes a product with three photographs', async () => {
    await editor.describe('Fair Day Pack')
    await page.getByText('In the shop', { exact: true }).click()
    await editor.make()
    await expect(page.getByText('Please fill this in')).toBeVisible()
    // A mistake that another field fixes is reported at once as well: a draft needs no price.
    await page.getByText('Draft', { exact: true }).click()
    await expect(page.getByText('Please fill this in')).toBeHidden()
    await page.getByText('In the shop', { exact: true }).click()
    await editor.make()
    await expect(page.getByText('Please fill this in')).toBeVisible()
    await expect(editor.price()).toBeFocused()
    await editor.price().fill('64')
    await expect(page.getByText('Please fill this in')).toBeHidden()
    await editor.putUp([...(await photographs()), TEXT_FILE])
    await expect(page.getByText('"README.md" holds no picture or video')).toBeVisible()
    await expectGoodScreen(page, 'new-product')
  })

  await test.step('reloads the page, which loses nothing', async () => {
    await page.reload()
    await expect(editor.required('Name')).toHaveValue('Fair Day Pack')
    await expect(editor.price()).toHaveValue('64')
    await expect(page.getByLabel('What picture 3 shows')).not.toHaveValue('')
    await expect(page.getByRole('textbox', { name: /^Description/ })).toContainText('Room for a coat')
    await editor.publish('Fair Day Pack')
  })

  await test.step('puts up a photograph by pasting it, and one by dropping it', async () => {
    const [pasted, dropped] = await photographs(['top', 'inside'])
    const shows = (number: number) => page.getByLabel(`What picture ${number} shows`)
    const data = (file: typeof pasted) =>
      page.evaluateHandle(
        ({ name, bytes }) => {
          const transfer = new DataTransfer()
          transfer.items.add(new File([new Uint8Array(bytes)], name, { type: 'image/jpeg' }))
          return transfer
        },
        { name: file?.name ?? '', bytes: [...(file?.buffer ?? [])] },
      )
    const clipboard = await data(pasted)
    await clipboard.evaluate((clipboardData) => {
      document.dispatchEvent(new ClipboardEvent('paste', { clipboardData }))
    })
    await expect(shows(4)).toHaveValue('')
    await page.getByLabel('Photos and videos').dispatchEvent('drop', { dataTransfer: await data(dropped) })
    await expect(shows(5)).toHaveValue('')
    for (const number of [4, 5]) await shows(number).fill(`View ${number}`)
  })

  const product_id = editor.productId()
  const expectInShop = (text: string) => expect.poll(() => editor.shopPage()).toContain(text)

  await test.step('goes on typing while it is saved, and before it is read again', async () => {
    const params = { product_id }
    const [save, readAgain] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    let saves = 0
    const savePath = `**${requestPath(adminCatalog.updateProduct.path, params, {})}`
    const productPath = `**${requestPath(adminCatalog.getAdminProduct.path, params, {})}`
    await page.route(savePath, async (route) => {
      saves += 1
      await save.promise
      await route.continue()
    })
    await page.route(productPath, async (route) => {
      await readAgain.promise
      await route.continue()
    })
    // As Enter twice on a slow phone: the page has not shown the first press yet.
    await page.locator('form', { has: editor.price() }).evaluate((form: HTMLFormElement) => {
      form.requestSubmit()
      form.requestSubmit()
    })
    await page.getByLabel('Materials').fill('Canvas')
    save.resolve()
    await expect(page.getByText('Pictures: saved')).toBeVisible()
    await editor.price().fill('59,50')
    const read = page.waitForResponse(productPath)
    readAgain.resolve()
    await read
    expect(saves).toBe(1)
    for (const path of [savePath, productPath]) await page.unroute(path)
    await expect(page.getByLabel('What picture 5 shows')).toHaveValue('View 5')
    await expect(page.getByLabel('Materials')).toHaveValue('Canvas')
  })

  await test.step('changes the price, and undoes that', async () => {
    await editor.save()
    await expect(page.getByText('Please enter dollars such as 79 or 79.50')).toBeVisible()
    await editor.changePriceAndUndo('59.50', '64.00')
  })

  await test.step('is asked before a price changes by more than half, which is done once', async () => {
    const saves: string[] = []
    page.on('request', (request) => {
      if (request.url().endsWith(requestPath(adminCatalog.updateProduct.path, { product_id }, {})))
        saves.push(request.url())
    })
    const dialog = page.getByRole('dialog', { name: 'A large change' })
    await editor.price().fill('6.40')
    await editor.save()
    await expect(dialog).toContainText('$64.00')
    await expect(dialog).toContainText('$6.40')
    await expectGoodScreen(page, 'product-large-change', '[role=dialog]')
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await expect(dialog).toBeHidden()
    await expect(editor.price()).toHaveValue('6.40')
    expect(saves).toEqual([])
    await editor.price().press('Enter')
    await dialog.getByRole('button', { name: 'Change the price' }).focus()
    await Promise.all([page.keyboard.press('Enter'), page.keyboard.press('Enter')])
    await undoChange(page, 'Price changed to $6.40', () => expect.poll(() => editor.shopPage()).toContain('$6.40'))
    await expect(editor.price()).toHaveValue('64.00')
    expect(saves).toHaveLength(1)
  })

  await test.step('counts what came in and what was sold at the fair', async () => {
    const sendStock = Promise.withResolvers<void>()
    const stockPath = `**${requestPath(adminCatalog.changeStock.path, { product_id }, {})}`
    await page.route(stockPath, async (route) => {
      await sendStock.promise
      await route.continue()
    })
    await page.getByText('Received', { exact: true }).click()
    await page.getByLabel('Quantity').fill('1.5')
    await page.getByRole('button', { name: 'Add', exact: true }).click()
    await expect(page.getByText('Please enter a whole number such as 5')).toBeVisible()
    await editor.addToStock(5)
    await editor.expectStock(5)
    await page.getByText('Sold', { exact: true }).click()
    // The response to a change takes away nothing that was typed since.
    await page.getByLabel('Quantity').fill('2')
    sendStock.resolve()
    await expect(page.getByText('Added 5')).toBeVisible()
    await page.unroute(stockPath)
    await page.getByRole('button', { name: 'Take 2 out' }).click()
    await editor.expectStock(3)
    await expectInShop('In Stock')
    await expectGoodScreen(page, 'product')
  })

  /** Somebody else changes the size. */
  const resize = async (size: string): Promise<void> => {
    const params = { product_id }
    const { version } = await (
      await page.request.get(requestPath(adminCatalog.getAdminProduct.path, params, {}))
    ).json()
    await post(requestPath(adminCatalog.updateProduct.path, params, {}), { version, changes: { size } })
  }

  await test.step('is asked nothing where somebody else has left all as it was', async () => {
    const size = await editor.optional('Size').inputValue()
    await editor.optional('Color').fill('Green')
    await resize('Full, 26 L')
    await resize(size)
    await editor.save()
    await expectInShop('Green')
  })

  await test.step('saves nothing that is discarded while the shop is asked what has changed', async () => {
    const size = await editor.optional('Size').inputValue()
    const [asked, answer] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const path = `**${requestPath(adminCatalog.getAdminProduct.path, { product_id }, {})}`
    await editor.optional('Color').fill('Red')
    await resize('Full, 26 L')
    await resize(size)
    let reads = 0
    await page.route(path, async (route) => {
      reads += 1
      // The page is read again by itself before it asks.
      if (reads > 1) {
        asked.resolve()
        await answer.promise
      }
      await route.continue()
    })
    await editor.save()
    await asked.promise
    await page.getByRole('button', { name: 'Discard' }).click()
    const answered = page.waitForResponse(path)
    answer.resolve()
    await answered
    await page.unroute(path)
    await editor.optional('Color').fill('Black')
    await editor.save()
    await expectInShop('Black')
    const { entries } = await (await page.request.get(adminAudit.listAudit.path)).json()
    expect(JSON.stringify(entries)).not.toContain('"Red"')
  })

  await test.step('is shown what somebody else has changed', async () => {
    await editor.optional('Color').fill('Blue')
    await resize('Full, 26 L')
    await editor.save()
    const dialog = page.getByRole('dialog', { name: 'Someone else changed this' })
    await expect(dialog.getByText('Full, 26 L')).toBeVisible()
    await expect(dialog).toContainText('Ada has changed this product since you opened it.')
    await expectGoodScreen(page, 'product-conflict', '[role=dialog]')
    await dialog.getByRole('button', { name: 'Save mine' }).click()
    await expect(editor.optional('Size')).toHaveValue('Full, 26 L')
    await expectInShop('Blue')
  })
  expect(problems).toEqual([])
})
