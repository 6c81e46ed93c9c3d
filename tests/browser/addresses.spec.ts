import type { Page, Response } from '@playwright/test'
import { expectAccessible } from './accessibility/axe.ts'
import { ADDRESSES } from './addresses.ts'
import { ALSO_ON_DESKTOP, expect, test } from './fixtures.ts'
import { noteShifts } from './network/layout-shifts.ts'

/** The most a first visit may load, in bytes as they travel; for pictures see `backend/media/picture-weight.test.ts`. */
const MAX = { script: 110_000, style: 14_000, font: 24_000, fonts: 2, requests: 20 }

/**
 * Each product of the list has a picture in the document, so more of them are within the distance at which a
 * browser requests lazy ones (docs/decisions/0037-each-product-is-a-card.md).
 */
const MAX_REQUESTS_OF_LIST = 40

/**
 * Holds the styles back, without which nothing is painted, until the preloaded fonts have come: `late-fonts.long.spec.ts` has
 * what a late font moves.
 */
async function paintWithFonts(page: Page, address: string, responses: readonly Response[]): Promise<void> {
  const html = await (await page.request.get(address)).text()
  const preloaded = [...html.matchAll(/<link[^>]* as="font"/g)].length
  const fonts = () => responses.filter((response) => response.request().resourceType() === 'font')
  await page.route('**/*.css', async (route) => {
    await expect.poll(() => fonts().length, 'the preloaded fonts are requested').toBeGreaterThanOrEqual(preloaded)
    await Promise.all(fonts().map((response) => response.finished()))
    await route.continue()
  })
}

/**
 * The page has its title and heading, which an address that leads on gets late; the pictures on the first screen have
 * come; and what shows once fonts and pictures are there is painted.
 */
async function firstScreenShown(page: Page): Promise<void> {
  await expect(page).toHaveTitle(/./)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.waitForFunction(() =>
    [...document.images]
      .filter((image) => image.getBoundingClientRect().top < window.innerHeight && image.checkVisibility())
      .every((image) => image.complete),
  )
  await page.evaluate(async () => {
    await document.fonts.ready
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
  })
}

type Load = { script: number; style: number; font: number; fonts: number; requests: number }

/** Adds up the bytes of all responses, once they are complete. */
async function loadOf(responses: readonly Response[]): Promise<Load> {
  await Promise.all(responses.map((response) => response.finished()))
  const load: Load = { script: 0, style: 0, font: 0, fonts: 0, requests: responses.length }
  for (const response of responses) {
    const bytes = (await response.request().sizes()).responseBodySize
    const type = response.request().resourceType()
    if (type === 'script') load.script += bytes
    if (type === 'stylesheet') load.style += bytes
    if (type === 'font') load.font += bytes
    if (type === 'font') load.fonts += 1
  }
  return load
}

test.describe('a first visit', () => {
  test.use({ tab: 'new' })

  for (const address of ADDRESSES) {
    test(
      `${address} is light, hydrates without a warning or a shift, fits the screen, and axe objects to nothing`,
      ALSO_ON_DESKTOP,
      async ({ page }) => {
        const responses: Response[] = []
        page.on('response', (response) => responses.push(response))
        const shifts = await noteShifts(page)
        await paintWithFonts(page, address, responses)
        await page.goto(address)
        await firstScreenShown(page)

        await test.step('it stays within what a slow phone can load', async () => {
          const load = await loadOf(responses)
          test.info().annotations.push({ type: 'load', description: JSON.stringify(load) })
          expect(load.script).toBeGreaterThan(0)
          expect(load.script).toBeLessThanOrEqual(MAX.script)
          expect(load.style).toBeLessThanOrEqual(MAX.style)
          expect(load.font).toBeLessThanOrEqual(MAX.font)
          expect(load.fonts).toBeLessThanOrEqual(MAX.fonts)
          expect(load.requests).toBeLessThanOrEqual(address === '/shop' ? MAX_REQUESTS_OF_LIST : MAX.requests)
        })

        await test.step('nothing moves that was seen', async () => {
          expect(await shifts()).toEqual([])
        })

        await test.step('nothing scrolls sideways', async () => {
          const { clientWidth, scrollWidth } = await page.evaluate(() => {
            const { clientWidth, scrollWidth } = document.documentElement
            return { clientWidth, scrollWidth }
          })
          expect(scrollWidth).toBe(clientWidth)
        })

        await test.step('axe objects to nothing', () => expectAccessible(page))
      },
    )
  }
})
