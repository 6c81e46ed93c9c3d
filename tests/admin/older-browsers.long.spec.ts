import { makeOldest } from '../harness/newer-built-ins.ts'
import { expect, test } from './fixtures.ts'

test('screens of the admin come without what the oldest browsers lack (R56)', async ({ page }) => {
  await makeOldest(page)
  for (const [path, shows] of [
    ['/admin', /to ship$/],
    ['/admin/orders/100005', 'What happened'],
    ['/admin/products', 'Campus Slim Backpack, Blue'],
  ] as const) {
    await test.step(path, async () => {
      await page.goto(path)
      await expect(page.getByText(shows).first()).toBeVisible()
      expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0)
    })
  }
})
