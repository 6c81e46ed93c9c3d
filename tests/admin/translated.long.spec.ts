import type { Page } from '@playwright/test'
import { translateFromStart } from '../browser/translator.ts'
import { expect, test } from './fixtures.ts'
import { addressOf, fillScreens, SCREENS, type Screen } from './screens.ts'

test.beforeEach(({ post }) => fillScreens(post))

for (const screen of SCREENS)
  test(`the screen ${screen.name} says the same when a translator replaces its texts (R57)`, async ({ page }) => {
    const path = await addressOf(screen, page)
    const original = await textOf(screen, page, path)
    await translateFromStart(page, 'replaced')
    expect(await textOf(screen, page, path)).toEqual(original)
    expect(await page.locator('main font').count()).toBeGreaterThan(0)
  })

/** What the screen says once it is loaded, by line. */
async function textOf({ shows }: Screen, page: Page, path: string): Promise<string[]> {
  await page.goto(path)
  await expect(page.getByText(shows).first()).toBeVisible()
  await expect(page.getByText(/^Loading/)).toHaveCount(0)
  await page.waitForLoadState('networkidle')
  const text = await page.getByRole('main').innerText()
  return text.split('\n').map((line) => line.trim())
}
