import { expect, type Page } from '@playwright/test'
import { expectAccessible } from '../browser/axe.ts'

/** Widths of a tablet, upright and across. */
const TABLET = [768, 1024]

/** A screen is complete: axe has nothing to object to, and nothing lies beyond the window's width, a tablet's neither. */
export async function expectGoodScreen(page: Page, name: string, part?: string): Promise<void> {
  // Each screen is code of its own, which comes after the frame of the page.
  await expect(page.getByRole('main').getByRole('heading').first()).toBeAttached()
  await expectAccessible(page, part)
  const size = page.viewportSize() ?? { width: 0, height: 0 }
  for (const width of size.width > 1024 ? [...TABLET, size.width] : [size.width]) {
    await page.setViewportSize({ ...size, width })
    await expect.poll(() => overflowOf(page, width), `${name} at ${width} px`).toBeLessThanOrEqual(0)
  }
  const folder = process.env.ADMIN_SCREENSHOTS
  if (folder !== undefined)
    await page.screenshot({ path: `${folder}/${name}-${page.viewportSize()?.width}.png`, fullPage: true })
}

/** How many pixels the page is wider than the screen. A phone zooms out of a page that is too wide, so its window would fit. */
async function overflowOf(page: Page, width: number): Promise<number> {
  return (await page.evaluate(() => document.documentElement.scrollWidth)) - width
}
