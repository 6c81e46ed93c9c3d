import type { Locator, Page } from '@playwright/test'
import { PRODUCT } from '../addresses.ts'
import { expect, ONCE, test } from '../fixtures.ts'

const NAME = PRODUCT.product_name
const OTHER = { product_id: '107', product_name: 'Another bag', price: 12, quantity: 5, stock_quantity: 20 }

/** From here on a product has this stock; without one, its call names none. */
async function setStock(page: Page, productId: string, stock_quantity?: number): Promise<void> {
  await page.route(`**/api/products/${productId}`, async (route) => {
    const response = await route.fetch()
    const { stock_quantity: _, ...product } = await response.json()
    await route.fulfill({ response, json: { ...product, stock_quantity } })
  })
}

/** The paths of the products that the page loads from here on. */
function noteProductCalls(page: Page): readonly string[] {
  const paths: string[] = []
  page.on('request', (request) => {
    const path = new URL(request.url()).pathname
    if (path.startsWith('/api/products/')) paths.push(path)
  })
  return paths
}

async function rightEdge(part: Locator): Promise<number> {
  const box = await part.boundingBox()
  return (box?.x ?? 0) + (box?.width ?? 0)
}

test('the cart shows its lines as the products are today, from 1 to 10 of each', ONCE, async ({ page, cart }) => {
  const calls = noteProductCalls(page)
  await setStock(page, PRODUCT.product_id, 30)
  await setStock(page, OTHER.product_id)
  await page.setViewportSize({ width: 768, height: 1024 })
  await cart.openWith([{ ...PRODUCT, price: 75.5, quantity: 2, stock_quantity: 20 }, OTHER])

  await test.step('each product is loaded once, and its image, color and size come back', async () => {
    await expect(cart.line(NAME)).toContainText('Color:Blue')
    await expect(cart.line(NAME).getByRole('img')).toBeVisible()
    await expect(cart.line(OTHER.product_name)).not.toContainText('Color:–')
    expect(calls.toSorted()).toEqual(['/api/products/101', '/api/products/107'])
  })

  await test.step('the columns are named, and the footer row counts the units', async () => {
    const columns = page.getByRole('table', { name: 'Cart items' }).getByRole('columnheader')
    await expect(columns).toHaveText(['Product', 'Details', 'Quantity', 'Price', 'Remove'])
    await expect(cart.line('Total')).toContainText('7 items')
  })

  await test.step('a refresh without a stock leaves the line as it is', async () => {
    await expect(cart.line(OTHER.product_name)).not.toContainText('Sold Out')
    await cart.expectCount(7)
  })

  await test.step("today's price stands beside the one of the day it was added", async () => {
    await expect(cart.line(NAME)).toContainText('Added at $75.50 each, now $79.00')
    await cart.expectTotal('$211.00')
  })

  await test.step('on a tablet the summary stands right, under the table', async () => {
    const summary = await rightEdge(page.getByRole('region', { name: 'Summary' }))
    const table = await rightEdge(page.getByRole('table', { name: 'Cart items' }))
    expect(Math.abs(summary - table)).toBeLessThan(1)
  })

  await test.step('what goes with the cart stands left of the summary there', async () => {
    const companions = page.getByRole('region', { name: 'Goes well with your cart' })
    await expect(companions).toBeVisible()
    const summary = await page.getByRole('region', { name: 'Summary' }).boundingBox()
    expect(await rightEdge(companions)).toBeLessThan(summary?.x ?? 0)
  })

  await test.step('a line goes from 1 to 10 and no further, and focus stays on the stepper at its ends', async () => {
    const decrease = page.getByRole('button', { name: `Decrease quantity of ${NAME}` })
    for (let press = 0; press < 2; press += 1) await decrease.press('Enter')
    await cart.expectCount(1 + 5)
    await expect(decrease).toBeFocused()
    await expect(decrease).toBeDisabled()
    const increase = page.getByRole('button', { name: `Increase quantity of ${NAME}` })
    await increase.focus()
    for (let press = 0; press < 10; press += 1) await page.keyboard.press('Enter')
    await cart.expectCount(10 + 5)
    await expect(increase).toBeFocused()
    await expect(increase).toBeDisabled()
  })
})

test(
  'a summary stands beside the cart, and what goes with its bags is added from there',
  ONCE,
  async ({ page, cart }) => {
    await cart.openWith([{ ...PRODUCT, quantity: 1, stock_quantity: 5 }])
    const summary = page.getByRole('region', { name: 'Summary' })
    await expect(summary).toContainText('Total$79.00')
    await expect(summary.getByText('You’ve got free delivery. Estimated tax is added at checkout.')).toBeVisible()
    await expect(summary).not.toContainText('Delivery and estimated tax are added')
    const table = await rightEdge(page.getByRole('table', { name: 'Cart items' }))
    expect((await summary.boundingBox())?.x ?? 0).toBeGreaterThan(table)

    const companions = page.getByRole('region', { name: 'Goes well with your cart' }).getByRole('listitem')
    await expect(companions).toHaveText([/Zip Pouch, Blue/, /Rain Cover, Blue/])
    await companions.getByRole('button', { name: 'Add to Cart: Rain Cover, Blue' }).click()
    await expect(cart.line('Rain Cover, Blue')).toBeVisible()
    await cart.expectCount(2)
    await expect(companions).toHaveText([/Zip Pouch, Blue/])
    await expect(summary).toContainText('Total$101.50')
  },
)

test('the keyboard keeps its place when lines are removed and put back', ONCE, async ({ page, cart }) => {
  const other = { ...PRODUCT, product_id: '103', product_name: 'Campus Full Backpack, Blue' }
  await cart.openWith([PRODUCT, other].map((product) => ({ ...product, quantity: 1, stock_quantity: 5 })))
  const removeOther = page.getByRole('button', { name: `Remove ${other.product_name}` })
  await page.getByRole('button', { name: `Remove ${NAME}` }).press('Enter')
  await expect(removeOther).toBeFocused()
  await expect(cart.line(NAME)).toBeHidden()
  await cart.expectBadge(1)
  await removeOther.press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await cart.expectEmpty()
  await page.getByRole('button', { name: 'Undo' }).press('Enter')
  await expect(removeOther).toBeFocused()

  await test.step('a cart without lines says so and leads on', async () => {
    await cart.remove(other.product_name)
    await cart.expectEmpty()
    await cart.expectBadge(0)
    const ideas = page.getByRole('region', { name: 'Ideas' })
    await expect(ideas.getByRole('heading', { level: 2 })).toHaveCount(3)
    await expect(ideas.getByRole('link', { name: 'A few questions' })).toHaveAttribute('href', '/#quiz')
    await page.getByRole('link', { name: 'Continue Shopping' }).click()
    await expect(page).toHaveURL('/')
  })
})

test(
  'lines that were too many for a cart are said on its page, and one more is rejected',
  ONCE,
  async ({ page, product, cart }) => {
    // A hundred calls that the test has nothing to say of.
    await page.route(/\/api\/products\/gone-/, () => {})
    const items = Array.from({ length: 101 }, (_, index) => ({
      ...PRODUCT,
      product_id: `gone-${index}`,
      quantity: 1,
      stock_quantity: 9,
    }))
    await cart.seedItems(items)
    await product.open(PRODUCT.product_id)
    await product.addButton().click()
    const full = 'Your cart is full: it can hold 100 different products. Remove one to add another.'
    await expect(page.locator('[data-popup]').getByText(full)).toBeVisible()
    await expect(page.getByRole('main').getByText(full)).toBeVisible()
    await cart.expectBadge(100)
    await page.getByRole('banner').getByRole('link', { name: 'Cart, 100 items' }).click()
    await expect(page.getByRole('main').getByText('The first 100 were kept.')).toBeVisible()
    await cart.expectCount(100)
  },
)
