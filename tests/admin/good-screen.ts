import { expect, type Page } from '@playwright/test'
import { expectAccessible } from '../browser/axe.ts'

/** Widths of a tablet, upright and across, and of a desktop. */
const WIDER = [768, 1024, 1440]

/**
 * A screen is complete: axe has nothing to object to, nothing lies beyond the width of phone, tablet and desktop, and every
 * button shows all of its words.
 */
export async function expectGoodScreen(page: Page, name: string, part?: string): Promise<void> {
  // Each screen is code of its own, which comes after the frame of the page.
  await expect(page.getByRole('main').getByRole('heading').first()).toBeAttached()
  await expectAccessible(page, part)
  const size = page.viewportSize() ?? { width: 0, height: 0 }
  const folder = process.env.ADMIN_SCREENSHOTS
  for (const width of [...WIDER, size.width]) {
    await page.setViewportSize({ ...size, width })
    await expect.poll(() => overflowOf(page, width), `${name} at ${width} px`).toBeLessThanOrEqual(0)
    await expect.poll(() => page.evaluate(listCutButtons), `${name} at ${width} px`).toEqual([])
    if (folder !== undefined) await page.screenshot({ path: `${folder}/${name}-${width}.png`, fullPage: true })
  }
  // What is pressed next is where it was painted at the width of before.
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
}

/** How many pixels the page is wider than the screen. A phone zooms out of a page that is too wide, so its window would fit. */
async function overflowOf(page: Page, width: number): Promise<number> {
  return (await page.evaluate(() => document.documentElement.scrollWidth)) - width
}

/** The words of buttons that are narrower than these. Runs in the page. */
function listCutButtons(): string[] {
  const labels = [...document.querySelectorAll('.mantine-Button-label')]
  return labels.filter((label) => label.scrollWidth > label.clientWidth + 1).map((label) => label.textContent ?? '')
}
