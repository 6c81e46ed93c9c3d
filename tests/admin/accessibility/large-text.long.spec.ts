import { LargeText } from '../../browser/accessibility/large-text.ts'
import { expect, test } from '../fixtures.ts'

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
