import { expect, ONCE, test } from '../fixtures.ts'

test(
  'a link that is followed while the page still hydrates keeps the server’s page until the next one',
  ONCE,
  async ({ page }) => {
    // The router's first word to the history is its first effect: header and footer are hydrated, the page is not yet.
    await page.addInitScript(() => {
      const { replaceState } = window.history
      window.history.replaceState = function (...entry) {
        window.history.replaceState = replaceState
        replaceState.apply(this, entry)
        queueMicrotask(() => document.querySelector<HTMLElement>('header a[href="/shop"]')?.click())
      }
    })
    // A page that React has to draw anew is a console error, which fails every test.
    await page.goto('/about')
    await expect(page.getByRole('heading', { level: 1, name: 'Shop' })).toBeVisible()
    await expect(page).toHaveURL('/shop')
  },
)
