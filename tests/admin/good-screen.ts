import { expect, type Page, test } from '@playwright/test'
import { expectAccessible } from '../browser/accessibility/axe.ts'

/** Widths of a tablet, upright and across, and of a desktop. */
const WIDER = [768, 1024, 1440]

/**
 * A screen is complete: axe has nothing to object to, and it fits. A screen that `screens.long.spec.ts` looks at is not looked at
 * again on a walk, and a translated one not at all: what a translator breaks is neither its layout nor its markup.
 */
export async function expectGoodScreen(page: Page, name: string, part?: string): Promise<void> {
  if ('translated' in test.info().project.use) return
  // Each screen is code of its own, which comes after the frame of the page.
  await expect(page.getByRole('main').getByRole('heading').first()).toBeAttached()
  await expectAccessible(page, part)
  await expectFits(page, name)
}

/** Nothing lies beyond the width of phone, tablet and desktop, and every button shows all of its words. */
export async function expectFits(page: Page, name: string): Promise<void> {
  const size = page.viewportSize() ?? { width: 0, height: 0 }
  const folder = process.env.ADMIN_SCREENSHOTS
  for (const width of [...WIDER, size.width]) {
    await page.setViewportSize({ ...size, width })
    await expect.poll(() => page.evaluate(listFaults, width), `${name} at ${width} px`).toEqual([])
    if (folder !== undefined) await page.screenshot({ path: `${folder}/${name}-${width}.png`, fullPage: true })
  }
  // The next press goes to the place where the control was painted at the earlier width.
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
}

/**
 * How many pixels the page is wider than the screen, and the words of buttons that are narrower than these. A phone zooms out of a
 * page that is too wide, so its window would fit. Runs in the page.
 */
function listFaults(width: number): string[] {
  const beyond = document.documentElement.scrollWidth - width
  const labels = [...document.querySelectorAll('.mantine-Button-label')]
  const cut = labels
    .filter((label) => label.scrollWidth > label.clientWidth + 1)
    .map((label) => label.textContent ?? '')
  return [...(beyond > 0 ? [`${beyond} pixels too wide`] : []), ...cut]
}
