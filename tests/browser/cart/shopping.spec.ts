import { PRODUCT } from '../addresses.ts'
import { expect, ONCE, test } from '../fixtures.ts'
import { openBare } from '../visit-storage.ts'

const NAME = PRODUCT.product_name

test('from the landing page to a cart that is still there after a reload', async ({ page, shop, product, cart }) => {
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1, name: 'Backpacks your back appreciates' })).toBeVisible()
  await page.getByRole('link', { name: 'Shop Now' }).click()
  await shop.expectOpen()

  await expect(shop.card(NAME)).toBeVisible()
  const all = await shop.cards().count()
  await shop.filter({ min: 70, max: 80, soldOut: false })
  await expect(shop.card(NAME)).toBeVisible()
  await expect.poll(() => shop.cards().count()).toBeLessThan(all)
  await expect(page).toHaveURL(/min=70/)

  await shop.openProduct(NAME)
  await expect(page.getByText('$79.00').first()).toBeVisible()
  await expect(page.getByRole('main').getByText('In Stock').first()).toBeVisible()
  await product.zoomIn(2)
  await product.zoomOut(1)
  await expect(page.locator('[data-zoom]')).toHaveAttribute('data-zoom', '1.25')

  await test.step('the popup that says a product was added is 400 px wide at most and can be closed', async () => {
    await product.addButton().click()
    const close = product.addedPopup().getByRole('button', { name: 'Close' })
    await expect(close).toBeVisible()
    const width = Math.min(400, (page.viewportSize()?.width ?? 0) - 32)
    await expect(page.locator('[data-popup]')).toHaveCSS('width', `${width}px`)
    await close.click()
    await expect(product.addedPopup()).toBeHidden()
    await cart.expectBadge(1)
  })
  await test.step('the cart is stored as an items list of exactly the five saved fields', async () => {
    const stored = { ...PRODUCT, quantity: 1, stock_quantity: expect.any(Number) }
    expect(await cart.stored()).toEqual({ items: [stored] })
  })
  await product.add()
  await cart.expectBadge(2)

  await product.reviewCart()
  await cart.expectCount(2)
  await cart.expectTotal('$158.00')
  await cart.increase(NAME)
  await cart.expectCount(3)
  await page.reload()
  await cart.expectCount(3)
  await cart.expectTotal('$237.00')
  await cart.expectBadge(3)
  await expect(cart.line(NAME)).toContainText('Blue')

  await test.step('Back on the cart leads to the page before', async () => {
    await page.getByRole('main').getByRole('button', { name: 'Back', exact: true }).click()
    await expect(page.getByRole('heading', { level: 1, name: NAME })).toBeVisible()
  })
})

test('Back leads to the filtered list that the visitor came from', ONCE, async ({ page, shop }) => {
  await shop.open()
  await expect(shop.card(NAME)).toBeVisible()
  const all = await shop.cards().count()
  await shop.filter({ max: 80 })
  await expect(page).toHaveURL('/shop?max=80')
  // The address changes first, the list right after it.
  await expect(shop.cards()).not.toHaveCount(all)
  const filtered = await shop.cards().count()

  await test.step('the browser’s Back', async () => {
    await shop.openProduct(NAME)
    await page.goBack()
    await expect(page).toHaveURL('/shop?max=80')
    await expect(shop.cards()).toHaveCount(filtered)
  })

  await test.step('the button, also after the skip link', async () => {
    await shop.openProduct(NAME)
    await page.getByRole('link', { name: 'Skip to content' }).press('Enter')
    await expect(page.getByRole('main')).toBeFocused()
    await page.getByRole('button', { name: 'Back', exact: true }).click()
    await expect(page).toHaveURL('/shop?max=80')
  })
})

test('the guest flag is handed on by logo, notices and search', ONCE, async ({ page }) => {
  const state = () => page.evaluate(() => window.history.state?.usr)
  await openBare(page)
  await page.evaluate(() => window.history.replaceState({ usr: { guest: true } }, '', '/error'))
  await page.reload()
  await page.getByRole('banner').getByRole('link', { name: 'home' }).click()
  await expect(page).toHaveURL('/')
  expect(await state()).toEqual({ guest: true })
  await page.getByLabel('Notices').getByRole('link', { name: 'Shop' }).click()
  await expect(page).toHaveURL('/shop')
  expect(await state()).toEqual({ guest: true })
  // The new page takes the focus; from then on the search field keeps it.
  await expect(page.getByRole('heading', { level: 1, name: 'Shop' })).toBeFocused()
  const box = page.getByRole('banner').getByLabel('Search products').last()
  await box.fill('blue')
  await box.press('Enter')
  await expect(page).toHaveURL('/shop?q=blue')
  expect(await state()).toEqual({ guest: true })
})
