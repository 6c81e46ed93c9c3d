import type { Locator, Page } from '@playwright/test'
import { expect, test } from '../fixtures.ts'
import { expectGoodScreen } from '../good-screen.ts'
import { undoChange } from '../notifications.ts'

const shownIn = async (page: Page): Promise<string[]> =>
  (await (await page.request.get('/api/products')).json()).map(({ product_id }: { product_id: string }) => product_id)

/** Takes a row by its grip above the first one, and holds it there. */
async function dragToTop(page: Page, rows: Locator, index: number): Promise<void> {
  await page.evaluate(() => window.scrollTo(0, 0))
  const grip = rows.nth(index).locator('span').first()
  // Waits until the rows stand still: a resized screen may lay them out once more.
  await grip.hover()
  const [from, target] = [await grip.boundingBox(), await rows.first().boundingBox()]
  if (from === null || target === null) throw new Error('the rows are not shown')
  await page.mouse.down()
  await page.mouse.move(from.x + from.width / 2, target.y + 4, { steps: 5 })
}

test('products are put in another order by keyboard, by mouse and by finger, saved at once and undone', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 740 })
  const before = await shownIn(page)
  const [first = '', second = '', third = ''] = before
  await page.goto('/admin/products')
  await page.getByRole('link', { name: 'Sort', exact: true }).click()
  const rows = page.getByRole('list', { name: 'Products in order' }).getByRole('listitem')
  await expect(rows.first()).toContainText(first)

  await test.step('by keyboard, with the place told to who cannot see it', async () => {
    const down = rows.first().getByRole('button', { name: /^Move down: / })
    await down.press('Enter')
    await expect(page.getByRole('status').filter({ hasText: 'is now in position 2.' })).toBeAttached()
    await expect(rows.nth(1)).toContainText(first)
    await expect(rows.nth(1).getByRole('button', { name: /^Move down: / })).toBeFocused()
    const filter = page.getByRole('combobox', { name: 'Which products' })
    await expect(filter).toBeDisabled()
    await expect(filter).toHaveAccessibleDescription('Save or discard the order first.')
    await rows
      .nth(1)
      .getByRole('button', { name: /^Move up: / })
      .press('Enter')
    await expect(page.getByText('The order hasn’t changed, so there’s nothing to save.')).toBeVisible()
    await down.press('Enter')
  })

  await test.step('by a pointer, past two others, or not at all with Escape', async () => {
    // Tall enough for the bar with Save not to lie on the row.
    await page.setViewportSize({ width: 360, height: 1200 })
    await dragToTop(page, rows, 2)
    await expectGoodScreen(page, 'order-of-products-dragged')
    await page.keyboard.press('Escape')
    await page.mouse.up()
    await expect(rows.nth(0)).toContainText(second)
    await dragToTop(page, rows, 2)
    await page.mouse.up()
    await expect(rows.nth(0)).toContainText(third)
  })

  await page.getByRole('button', { name: 'Save the order' }).click()
  await undoChange(page, /Order saved/, async () => {
    expect((await shownIn(page)).slice(0, 3)).toEqual([third, second, first])
    await expect(rows.nth(0)).toContainText(third)
  })
  expect(await shownIn(page)).toEqual(before)
  await expect(rows.nth(0)).toContainText(first)
  await expect(page.getByRole('button', { name: 'Save the order' })).toBeHidden()
})

test('an order is not saved over one that somebody else has saved since', async ({ page }) => {
  await page.goto('/admin/products/order?line=Nomad')
  const rows = page.getByRole('list', { name: 'Products in order' }).getByRole('listitem')
  await rows
    .nth(1)
    .getByRole('button', { name: /^Move up: / })
    .press('Enter')
  const { products, order } = await (await page.request.get('/api/admin/product-order?line=Nomad')).json()
  const [one, other] = products
  const moves = [{ product_id: one.product_id, side: 'after', other: other.product_id }]
  const headers = { origin: new URL(page.url()).origin, 'idempotency-key': crypto.randomUUID() }
  expect((await page.request.post('/api/admin/product-order', { data: { order, moves }, headers })).status()).toBe(200)
  await page.getByRole('button', { name: 'Save the order' }).click()
  await expect(page.getByText(/has changed the order of the products since you opened it/)).toBeVisible()
  await page.getByRole('button', { name: 'Discard' }).click()
  await expect(rows.first()).toContainText(other.product_id)
})

for (const [path, list, change] of [
  ['/admin/products/order', 'Products in order', '/api/admin/product-order'],
  ['/admin/lines', 'Lines in order', '/api/admin/lines/order'],
] as const) {
  test(`${list}: the shop's order is not saved again, and the list goes on where a saving changed nothing`, async ({
    page,
  }) => {
    let answer = () => {}
    const answered = new Promise<void>((resolve) => {
      answer = resolve
    })
    await page.route(`**${change}`, async (route) => {
      if (route.request().method() === 'GET') return route.fallback()
      await answered
      return route.fulfill({ json: { audit_id: null } })
    })
    await page.goto(path)
    const rows = page.getByRole('list', { name: list }).getByRole('listitem')
    const name = (await rows.first().getByRole('button').last().getAttribute('aria-label'))?.slice('Move down: '.length)
    const save = page.getByRole('button', { name: 'Save the order' })
    const down = page.getByRole('button', { name: `Move down: ${name}`, exact: true })
    const up = page.getByRole('button', { name: `Move up: ${name}`, exact: true })
    const place = (number: number) =>
      page.getByRole('status').filter({ hasText: `${name} is now in position ${number}.` })
    await down.press('Enter')
    await expect(save).toBeEnabled()
    await up.press('Enter')
    await expect(place(1)).toBeAttached()
    await expect(save).toBeDisabled()
    await down.press('Enter')
    await save.press('Enter')
    await expect(page.locator('[data-loading]').first()).toBeVisible()
    await up.press('Enter')
    await expect(place(1)).toHaveCount(0)
    await expect(rows.nth(1)).toContainText(name ?? '')
    answer()
    await expect(save).toBeHidden()
    await expect(rows.first()).toContainText(name ?? '')
    await down.press('Enter')
    await expect(place(2)).toBeAttached()
    await expect(save).toBeEnabled()
  })
}
