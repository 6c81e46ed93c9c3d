import type { Page } from '@playwright/test'
import { trackVisitEndpoint } from '@shop/contract/visits'
import { expect, ONCE, test } from './fixtures.ts'

const CALL = `**${trackVisitEndpoint.path}`

/** The pages that were counted, in their order; the calls are answered with `status`. */
async function countedPages(page: Page, status = 200): Promise<string[]> {
  const pages: string[] = []
  await page.route(CALL, async (route) => {
    pages.push(route.request().postDataJSON().page)
    await route.fulfill({ status, json: { success: true } })
  })
  return pages
}

test(
  'each route change is counted once, the first included, and filters and dialogs are none',
  ONCE,
  async ({ page, shop }) => {
    const counted = await countedPages(page)
    await page.goto('/about')
    await expect.poll(() => counted).toEqual(['/about'])
    await page.getByRole('banner').getByRole('link', { name: 'Packwright' }).click()
    await expect.poll(() => counted).toEqual(['/about', '/'])
    await page.getByRole('link', { name: 'Shop Now' }).click()
    await expect.poll(() => counted).toEqual(['/about', '/', '/shop'])
    await shop.filter({ soldOut: false })
    await expect(page).toHaveURL(/soldOut=0/)
    await page.getByRole('contentinfo').getByRole('link', { name: 'Return Policy' }).click()
    await expect(page.getByRole('dialog', { name: 'Return Policy' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog', { name: 'Return Policy' })).toBeHidden()
    await page.goBack()
    await expect.poll(() => counted).toEqual(['/about', '/', '/shop', '/'])
  },
)

test('a redirect is no visit, however slow the page is that it leads to', ONCE, async ({ page }) => {
  const counted = await countedPages(page)
  const code = Promise.withResolvers<void>()
  await page.route(/login-page/, async (route) => {
    await code.promise
    await route.continue()
  })
  const asked = page.waitForRequest(/login-page/)
  await page.goto('/checkout', { waitUntil: 'commit' })
  await asked
  expect(counted).toEqual([])
  code.resolve()
  await expect(page).toHaveURL('/login')
  await expect.poll(() => counted).toEqual(['/login'])
})

test('a visit that cannot be counted harms nothing', ONCE, async ({ page, allow }) => {
  allow(/track-visit|status of 500/, 'the call fails in this test')
  const counted = await countedPages(page, 500)
  await page.goto('/about')
  await expect.poll(() => counted).toEqual(['/about'])
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByRole('alertdialog')).toBeHidden()
})
