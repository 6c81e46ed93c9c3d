import { ADDRESSES, PRODUCT, UNKNOWN_ADDRESS } from './addresses.ts'
import { expect, test } from './fixtures.ts'

for (const address of ADDRESSES) {
  test(`${address} is taken over by the browser without a warning and without a shift`, async ({ page }) => {
    await page.addInitScript(() => {
      // The sum of all shifts, whatever caused them: nobody has touched the page yet.
      const shifts: string[] = []
      Reflect.set(window, 'shifts', shifts)
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) shifts.push(JSON.stringify(entry.toJSON()))
      }).observe({ type: 'layout-shift', buffered: true })
    })
    await page.goto(address, { waitUntil: 'networkidle' })
    await page.evaluate(() => document.fonts.ready)
    expect(await page.evaluate(() => Reflect.get(window, 'shifts'))).toEqual([])
  })
}

test('a stored cart is taken over without a warning', async ({ page, product, cart }) => {
  await product.open(PRODUCT.product_id)
  await product.add()
  for (const address of ADDRESSES) {
    await page.goto(address)
    await cart.expectBadge(1)
  }
})

for (const address of ['/shop', `/product/${PRODUCT.product_id}`]) {
  test(`the HTML of ${address} holds the product before any script runs`, async ({ request }) => {
    const response = await request.get(address)
    expect(response.status()).toBe(200)
    expect(await response.text()).toContain(`>${PRODUCT.product_name}<`)
  })
}

for (const address of [UNKNOWN_ADDRESS, '/product/999999']) {
  test(`${address} answers 404 with a page that helps`, async ({ page, allow }) => {
    allow(/404/, 'the browser reports the status of the page itself')
    const response = await page.goto(address)
    expect(response?.status()).toBe(404)
    await expect(page.getByRole('main').getByRole('link').first()).toBeVisible()
  })
}
