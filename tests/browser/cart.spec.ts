import type { Locator, Page, Route } from '@playwright/test'
import { PRODUCT } from './addresses.ts'
import type { Cart } from './cart.ts'
import { expect, ONCE, test } from './fixtures.ts'
import { expectShownFor } from './timed.ts'

const NAME = PRODUCT.product_name
const BANNER = 'Some items were adjusted to available stock. Please review your cart.'
const CHECK = '**/api/cart/validate-stock'

/** A cart from an earlier visit, with so many units of the test product. */
async function openWith(cart: Cart, quantity: number, more: object[] = []): Promise<void> {
  await cart.leaveInStore(JSON.stringify({ items: [{ ...PRODUCT, quantity, stock_quantity: 20 }, ...more] }))
  await cart.open()
  await expect(cart.line(NAME)).toContainText('Color:Blue')
}

/** From here on the test product has this stock. */
async function setStock(page: Page, stock_quantity: number): Promise<void> {
  await page.route(`**/api/products/${PRODUCT.product_id}`, async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...(await response.json()), stock_quantity } })
  })
}

const proceed = (page: Page) => page.getByRole('button', { name: 'Proceed to Checkout' }).click()
const banner = (page: Page) => page.getByRole('alert').getByText(BANNER)

test('each cart item is asked for once, and its image, color and size come back', ONCE, async ({ page, cart }) => {
  const asked: string[] = []
  page.on('request', (request) => {
    const path = new URL(request.url()).pathname
    if (path.startsWith('/api/products/')) asked.push(path)
  })
  const other = { product_id: '107', product_name: 'Another bag', price: 12, quantity: 1, stock_quantity: 5 }
  await openWith(cart, 2, [other])
  await expect(cart.line(NAME).getByRole('img')).toBeVisible()
  await expect(cart.line('Another bag')).not.toContainText('Color:–')
  expect(asked.toSorted()).toEqual(['/api/products/101', '/api/products/107'])
})

test(
  'a refresh with less stock caps the quantity, says what changed, and keeps the totals right',
  ONCE,
  async ({ page, cart }) => {
    await setStock(page, 3)
    await openWith(cart, 5)
    await expect(banner(page)).toBeVisible()
    await expect(cart.line(NAME)).toContainText('was 5, now 3 in stock')
    await cart.expectCount(3)
    await cart.expectTotal('$237.00')
    await cart.expectBadge(3)
    await expect(page.getByRole('button', { name: `Increase quantity of ${NAME}` })).toBeDisabled()
  },
)

test(
  'a check that adjusts the stock blocks that click, and the banner shows for 3 seconds',
  ONCE,
  async ({ page, cart }) => {
    await page.clock.install()
    await openWith(cart, 5)
    await page.route(CHECK, (route) => route.fulfill({ json: [{ product_id: PRODUCT.product_id, quantity: 2 }] }))
    await expectShownFor(page, 3000, banner(page), () => proceed(page))
    await expect(page).toHaveURL('/cart')
    await cart.expectCount(2)
    await expect(cart.line(NAME)).toContainText('was 5, now 2 in stock')
    await proceed(page)
    await expect(page).toHaveURL('/login')
  },
)

test(
  'an item with quantity 0 blocks checkout with its message for 4 seconds, until it is removed',
  ONCE,
  async ({ page, cart }) => {
    await page.clock.install()
    await setStock(page, 0)
    const other = { product_id: '107', product_name: 'Another bag', price: 12, quantity: 1, stock_quantity: 5 }
    await openWith(cart, 2, [other])
    await expect(cart.line(NAME)).toContainText('Sold Out')
    await cart.expectCount(1)
    await expect(banner(page)).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(banner(page)).toBeHidden()
    const message = page.getByText(`Cannot proceed to checkout. "${NAME}" has a quantity of 0.`)
    await expectShownFor(page, 4000, message, () => proceed(page))
    await expect(page).toHaveURL('/cart')
    await proceed(page)
    for (const [width, popup] of [
      [360, 360 - 32],
      [1440, 400],
    ] as const) {
      await page.setViewportSize({ width, height: 900 })
      await expect(page.locator('[data-popup]')).toHaveCSS('width', `${popup}px`)
    }
    await page.getByRole('button', { name: 'Close' }).click()
    await expect(message).toBeHidden()
    expect(await cart.stored()).toMatchObject({ items: [{ quantity: 1, stock_quantity: 0 }, { quantity: 1 }] })
    await cart.remove(NAME)
    await proceed(page)
    await expect(page).toHaveURL('/login')
  },
)

for (const [what, answer] of [
  ['is refused', (route: Route) => route.fulfill({ status: 500, json: { success: false } })],
  ['cannot be read', (route: Route) => route.fulfill({ body: '<html>' })],
] as const) {
  test(
    `a stock check that ${what} leaves the cart unchanged, is logged, and lets the shopper go on`,
    ONCE,
    async ({ page, cart, allow }) => {
      allow(/Failed to load resource.*500/, 'this test has the check refused')
      await openWith(cart, 5)
      await page.route(CHECK, answer)
      const logged = page.waitForEvent('console', (message) => message.text().includes('stock could not be checked'))
      await proceed(page)
      await logged
      await expect(page).toHaveURL('/login')
      await cart.open()
      await cart.expectCount(5)
    },
  )
}

test('a line goes from 1 to 10 and no further', ONCE, async ({ page, cart }) => {
  await setStock(page, 30)
  await openWith(cart, 9)
  await cart.increase(NAME)
  await cart.expectCount(10)
  await expect(page.getByRole('button', { name: `Increase quantity of ${NAME}` })).toBeDisabled()
  for (let quantity = 9; quantity >= 1; quantity -= 1) {
    await cart.decrease(NAME)
    await cart.expectCount(quantity)
  }
  await expect(page.getByRole('button', { name: `Decrease quantity of ${NAME}` })).toBeDisabled()
})

test('on a tablet the buttons stand right, under the total', ONCE, async ({ page, cart }) => {
  await page.setViewportSize({ width: 768, height: 1024 })
  await openWith(cart, 1)
  const right = async (part: Locator) => {
    const box = await part.boundingBox()
    return (box?.x ?? 0) + (box?.width ?? 0)
  }
  const button = await right(page.getByRole('button', { name: 'Proceed to Checkout' }))
  expect(Math.abs(button - (await right(page.getByRole('table', { name: 'Cart items' }))))).toBeLessThan(1)
})
