import type { Page } from '@playwright/test'
import { expect, hydrated, ONCE, test } from '../fixtures.ts'

const scrolled = (page: Page) => page.evaluate(() => Math.round(window.scrollY))

/** Scrolls the list to its last card and opens it; returns how far it was scrolled. */
async function openLast(page: Page): Promise<number> {
  const last = page.getByRole('main').locator('a[href^="/product/"]:has(h2, h3)').last()
  await last.evaluate((card) => card.scrollIntoView({ block: 'center' }))
  const place = await scrolled(page)
  expect(place).toBeGreaterThan(1000)
  await last.click()
  await expect(page).toHaveURL(/\/product\//)
  await expect(page.getByRole('button', { name: 'Add to Cart', exact: true })).toBeVisible()
  return place
}

for (const address of ['/shop', '/shop?soldOut=0&view=list&sort=name', '/shop?q=backpack&max=200']) {
  test(`Back from a product that was reloaded leads to where one was on ${address}`, async ({ page, allow }) => {
    // The places of pictures are known before they come.
    const held = Promise.withResolvers<void>()
    await page.route(/\/images\//, async (route) => {
      await held.promise
      await route.abort()
    })
    allow(/ERR_FAILED/, 'the pictures do not come')
    await page.goto(address)
    const place = await openLast(page)
    await page.reload()
    await page.goBack({ waitUntil: 'commit' })
    await expect(page).toHaveURL(address)
    await expect.poll(() => scrolled(page)).toBe(place)

    await test.step('and from one that was loaded as a document', async () => {
      await page
        .locator('main a[href^="/product/"]')
        .first()
        .evaluate((link: HTMLElement) => {
          link.setAttribute('target', '_top')
          link.click()
        })
      await expect(page).toHaveURL(/\/product\//)
      await hydrated(page)
      await page.goBack({ waitUntil: 'commit' })
      await expect(page).toHaveURL(address)
      await expect.poll(() => scrolled(page)).toBe(place)
    })
    held.resolve()
  })
}

test('Back leads to where one was on a list that grows with scrolling', ONCE, async ({ page, allow }) => {
  allow(/404/, 'the products that make the list long are only on it')
  await page.route('**/api/products', async (route) => {
    const response = await route.fetch()
    const [first] = await response.json()
    const products = Array.from({ length: 120 }, (_, n) => ({
      ...first,
      product_name: `Bag ${n}`,
      product_id: n + 101,
      siblings: [],
    }))
    await route.fulfill({ response, json: products })
  })
  await page.goto('/about')
  await page.getByRole('banner').getByRole('link', { name: 'Shop', exact: true }).click()
  const far = page.getByRole('main').getByRole('link', { name: 'Bag 90' })
  await expect(async () => {
    await page.mouse.wheel(0, 3000)
    await expect(far).toBeAttached({ timeout: 100 })
  }).toPass()
  await far.evaluate((card) => card.scrollIntoView({ block: 'center' }))
  const place = await scrolled(page)
  await page
    .locator('main a[href="/product/101"]')
    .first()
    .evaluate((link: HTMLElement) => link.click())
  await expect(page).toHaveURL(/\/product\//)
  await page.goBack({ waitUntil: 'commit' })
  await expect.poll(() => scrolled(page)).toBe(place)
  await page.goForward()
  await page.reload()
  await page.goBack({ waitUntil: 'commit' })
  await expect.poll(() => scrolled(page)).toBe(place)
})

test('a page that was scrolled before its code is there stays where it is', ONCE, async ({ page }) => {
  await page.goto('/shop')
  await page.evaluate(() => window.scrollTo(0, 900))
  await expect.poll(() => scrolled(page)).toBe(900)
  const held = Promise.withResolvers<void>()
  await page.route(/\/assets\/.*\.js/, async (route) => {
    await held.promise
    await route.continue()
  })
  await page.reload({ waitUntil: 'commit' })
  await expect.poll(() => scrolled(page)).toBe(900)
  await page.mouse.move(700, 400)
  await page.mouse.wheel(0, -600)
  await expect.poll(() => scrolled(page)).toBe(300)
  held.resolve()
  await hydrated(page)
  expect(await scrolled(page)).toBe(300)
})
