import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'

const LONG = 'Wanderlustigkeitsrucksackmanufakturmeisterstueck'.repeat(2)

/** From here on one product says everything in words that no line can hold. */
async function useLongWords(page: Page): Promise<void> {
  const long = { product_name: LONG, color: LONG, size: LONG, short_description: LONG, description: `<p>${LONG}</p>` }
  await page.route(/\/api\/products(\/101)?$/, async (route) => {
    const response = await route.fetch()
    const answer: unknown = await response.json()
    const json = Array.isArray(answer)
      ? answer.map((product) => (product.product_id === '101' ? { ...product, ...long } : product))
      : Object.assign({}, answer, long)
    await route.fulfill({ response, json })
  })
}

/** How far the page reaches beyond the window, in pixels. */
function overhang(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
}

test('words that no line can hold are broken, and push nothing off the screen', async ({ page, product }) => {
  await useLongWords(page)
  for (const address of ['/shop', '/shop?view=list']) {
    await page.goto(address)
    await expect(page.getByRole('heading', { level: 2, name: LONG })).toBeVisible()
    expect(await overhang(page)).toBe(0)
  }
  await page.goto('/product/101')
  await expect(page.getByRole('heading', { level: 1, name: LONG })).toBeVisible()
  await product.add()
  expect(await overhang(page)).toBe(0)
  await page.goto('/cart')
  await expect(page.getByRole('row').filter({ hasText: `Color:${LONG}` })).toBeVisible()
  expect(await overhang(page)).toBe(0)
})
