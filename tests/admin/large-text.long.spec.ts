import { LargeText } from '../browser/large-text.ts'
import { expect, test } from './fixtures.ts'
import { addressOf, fillScreens, SCREENS } from './screens.ts'

test('with text of twice its size the sign-in fits (R57)', async ({ browser, server }) => {
  const context = await browser.newContext({ baseURL: server.address })
  const page = await context.newPage()
  const text = await LargeText.of(page)
  for (const path of ['/sign-in', '/forgot']) {
    await page.goto(`/admin${path}`)
    await expect(page.getByRole('button').first()).toBeVisible()
    await text.expectFits(`admin${path}`, { wholeWords: false })
  }
  await context.close()
})

test.describe('with text of twice its size', () => {
  test.beforeEach(({ post }) => fillScreens(post))

  for (const screen of SCREENS) {
    test(`the screen ${screen.name} fits (R57)`, async ({ page }) => {
      const text = await LargeText.of(page)
      await page.goto(await addressOf(screen, page))
      await expect(page.getByText(screen.shows).first()).toBeVisible()
      await expect(page.getByText(/^Loading/)).toHaveCount(0)
      await text.expectFits(screen.name, { wholeWords: false })
    })
  }
})
