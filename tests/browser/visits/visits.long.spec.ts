import type { Page } from '@playwright/test'
import { visitCalls } from '@shop/contract/visits/calls'
import { expect, ONCE, test } from '../fixtures.ts'

const CALL = `**${visitCalls.trackVisit.path}`

/** The pages that were counted, in their order; the first call fails. */
async function countedPages(page: Page): Promise<string[]> {
  const pages: string[] = []
  await page.route(CALL, async (route) => {
    pages.push(route.request().postDataJSON().page)
    await route.fulfill({ status: pages.length === 1 ? 500 : 200, json: { success: true } })
  })
  return pages
}

test('each route change is counted once, and nothing else is', ONCE, async ({ page, shop, allow }) => {
  allow(/track-visit|status of 500/, 'the first call fails in this test')
  const counted = await countedPages(page)
  const logged = page.waitForEvent('console', (message) => message.text().startsWith('The visit could not be counted'))

  await test.step('a redirect is no visit, however slow the page is that it leads to', async () => {
    const code = Promise.withResolvers<void>()
    await page.route(/login-page/, async (route) => {
      await code.promise
      await route.continue()
    })
    const requested = page.waitForRequest(/login-page/)
    await page.goto('/checkout', { waitUntil: 'commit' })
    await requested
    expect(counted).toEqual([])
    code.resolve()
    await expect(page).toHaveURL('/login')
    await expect.poll(() => counted).toEqual(['/login'])
  })

  await test.step('a visit that cannot be counted is logged, and harms nothing', async () => {
    await logged
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.getByRole('alertdialog')).toBeHidden()
  })

  await test.step('the first page is counted, and each change of the route', async () => {
    await page.goto('/error')
    await expect.poll(() => counted).toEqual(['/login', '/error'])
    await page.getByRole('banner').getByRole('link', { name: 'Shop', exact: true }).click()
    await expect.poll(() => counted).toEqual(['/login', '/error', '/shop'])
  })

  await test.step('filters and dialogs are none', async () => {
    await shop.filter({ soldOut: false })
    await expect(page).toHaveURL(/soldOut=0/)
    await page.getByRole('contentinfo').getByRole('link', { name: 'Return Policy' }).click()
    await expect(page.getByRole('dialog', { name: 'Return Policy' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog', { name: 'Return Policy' })).toBeHidden()
    await page.goBack()
    await expect.poll(() => counted).toEqual(['/login', '/error', '/shop', '/error'])
  })

  await test.step('a page without a frame is counted: one that is left at once, and one in a hidden tab', async () => {
    await page.evaluate(() => Object.assign(window, { requestAnimationFrame: () => 0 }))
    await page.getByRole('banner').getByRole('link', { name: 'About us' }).click()
    await expect(page.getByRole('heading', { level: 1, name: /^About/ })).toBeVisible()
    expect(counted.slice(4)).toEqual([])
    // Requests of a page that is really being left are not shown to the test.
    await page.evaluate(() => window.dispatchEvent(new PageTransitionEvent('pagehide')))
    await expect.poll(() => counted.slice(4)).toEqual(['/about'])
    await page.goto('/error')
    await expect.poll(() => counted.slice(4)).toEqual(['/about', '/error'])
    await page.evaluate(() => {
      Object.assign(window, { requestAnimationFrame: () => 0 })
      Object.defineProperty(document, 'hidden', { value: true })
    })
    await page.getByRole('banner').getByRole('link', { name: 'Shop', exact: true }).click()
    await expect.poll(() => counted.slice(4)).toEqual(['/about', '/error', '/shop'])
  })
})
