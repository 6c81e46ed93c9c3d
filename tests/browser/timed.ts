import { expect, type Locator, type Page } from '@playwright/test'

/**
 * What an action shows stays for so many milliseconds, and no longer. The page's clock, installed before the page was
 * opened, is stopped for it and goes on afterwards.
 */
export async function expectShownFor(
  page: Page,
  milliseconds: number,
  shown: Locator,
  act: () => Promise<void>,
): Promise<void> {
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1000)
  await act()
  // The first message of a page waits a moment for the code that draws it.
  await page.clock.runFor(400)
  await expect(shown).toBeVisible()
  await page.clock.runFor(milliseconds - 500)
  await expect(shown).toBeVisible()
  await page.clock.runFor(600)
  await expect(shown).toBeHidden()
  await page.clock.resume()
}
