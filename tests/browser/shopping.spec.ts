import { PRODUCT } from './addresses.ts'
import { expect, ONCE, test } from './fixtures.ts'

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

  await product.add()
  await cart.expectBadge(1)
  await product.add()
  await cart.expectBadge(2)

  await product.reviewCart()
  await cart.expectCount(2)
  await cart.expectTotal('$158.00')
  await cart.increase(NAME)
  await cart.expectCount(3)
  await cart.expectTotal('$237.00')

  await page.reload()
  await cart.expectCount(3)
  await cart.expectTotal('$237.00')
  await cart.expectBadge(3)
  await expect(cart.line(NAME)).toContainText('Blue')
})

test('the popup that says a product was added is 400 px wide at most and can be closed', async ({ page, product }) => {
  await product.open(PRODUCT.product_id)
  await product.addButton().click()
  const close = product.addedPopup().getByRole('button', { name: 'Close' })
  await expect(close).toBeVisible()
  await expect(page.locator('[data-popup]')).toHaveCSS(
    'width',
    `${Math.min(400, (page.viewportSize()?.width ?? 0) - 32)}px`,
  )
  await close.click()
  await expect(product.addedPopup()).toBeHidden()
})

test('the cart is stored as an items list of exactly the five saved fields', ONCE, async ({ product, cart }) => {
  await product.open(PRODUCT.product_id)
  await product.add()
  expect(await cart.stored()).toEqual({
    items: [
      {
        product_id: PRODUCT.product_id,
        product_name: NAME,
        price: PRODUCT.price,
        quantity: 1,
        stock_quantity: expect.any(Number),
      },
    ],
  })
})

test('a filtered list survives Back', ONCE, async ({ page, shop }) => {
  await shop.open()
  await expect(shop.card(NAME)).toBeVisible()
  const all = await shop.cards().count()
  await shop.filter({ max: 80 })
  await expect(page).toHaveURL(/max=80/)
  // The address changes first, the list right after it.
  await expect(shop.cards()).not.toHaveCount(all)
  const filtered = await shop.cards().count()
  await shop.openProduct(NAME)
  await page.goBack()
  await expect(page).toHaveURL(/max=80/)
  await expect(shop.cards()).toHaveCount(filtered)
})

test('an empty cart says so and leads on', ONCE, async ({ page, cart }) => {
  await cart.open()
  await cart.expectEmpty()
  const ideas = page.getByRole('region', { name: 'Ideas' })
  await expect(ideas.getByRole('heading', { level: 2 })).toHaveCount(3)
  await expect(ideas.getByRole('link', { name: 'Four questions' })).toHaveAttribute('href', '/#quiz')
  const name = 'Continue Shopping'
  await page.getByRole('link', { name }).or(page.getByRole('button', { name })).click()
  await expect(page).toHaveURL('/')
})

test('a removed line leaves the cart', ONCE, async ({ product, cart }) => {
  await product.open(PRODUCT.product_id)
  await product.add()
  await cart.open()
  await cart.remove(NAME)
  await cart.expectEmpty()
  await cart.expectBadge(0)
})

test('the keyboard keeps its place when a line is removed and put back', ONCE, async ({ page, product, cart }) => {
  await product.open(PRODUCT.product_id)
  await product.add()
  await product.open('103')
  await product.add()
  await cart.open()
  const removeOther = page.getByRole('button', { name: 'Remove Campus Full Backpack, Blue' })
  await page.getByRole('button', { name: `Remove ${NAME}` }).press('Enter')
  await expect(removeOther).toBeFocused()
  await removeOther.press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await page.getByRole('button', { name: 'Undo' }).press('Enter')
  await expect(removeOther).toBeFocused()
})

test('Back leads where the visitor came from, also after the skip link', ONCE, async ({ page, shop }) => {
  await shop.open('?q=blue')
  await shop.openProduct(NAME)
  await page.getByRole('link', { name: 'Skip to content' }).press('Enter')
  await expect(page.getByRole('main')).toBeFocused()
  await page.getByRole('button', { name: 'Back', exact: true }).click()
  await expect(page).toHaveURL('/shop?q=blue')
})

test('the guest flag is handed on by logo, notices and search', ONCE, async ({ page }) => {
  const state = () => page.evaluate(() => window.history.state?.usr)
  await page.goto('/cart')
  await page.evaluate(() => window.history.replaceState({ ...window.history.state, usr: { guest: true } }, ''))
  await page.reload()
  await page.getByRole('banner').getByRole('link', { name: 'home' }).click()
  await expect(page).toHaveURL('/')
  expect(await state()).toEqual({ guest: true })
  await page.getByLabel('Notices').getByRole('link', { name: 'Shop' }).click()
  await expect(page).toHaveURL('/shop')
  expect(await state()).toEqual({ guest: true })
  // The arriving page takes the focus; from then on the search field keeps it.
  await expect(page.getByRole('heading', { level: 1, name: 'Shop' })).toBeFocused()
  const openSearch = page.getByRole('button', { name: 'Open search' })
  if (await openSearch.isVisible()) await openSearch.click()
  const box = page.getByRole('banner').getByLabel('Search products').last()
  await box.fill('blue')
  await box.press('Enter')
  await expect(page).toHaveURL('/shop?q=blue')
  expect(await state()).toEqual({ guest: true })
})
