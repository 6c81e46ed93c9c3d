import type { Page } from '@playwright/test'
import { expect, ONCE, test } from '../fixtures.ts'

test.use({ tab: 'new' })

/** At 344, 360, 616 and 1312 px the notices have a line less in the font than in its fallback. */
const WIDTHS = [320, 344, 360, 390, 616, 768, 1312, 1440]

/** Where every line of the notices stands. */
function noticeLines(page: Page): Promise<string[]> {
  return page.getByRole('region', { name: 'Notices' }).evaluate((notices) => {
    const range = document.createRange()
    range.selectNodeContents(notices)
    return [...range.getClientRects()].map(({ x, y, width, height }) => [x, y, width, height].map(Math.round).join(' '))
  })
}

/** Holds the fonts back until the function it returns is called. */
async function holdFonts(page: Page): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route('**/*.woff2', async (route) => {
    await promise
    await route.continue()
  })
  return resolve
}

test('a font that comes late moves nothing in the notices, at any width', ONCE, async ({ browser, server }) => {
  for (const width of WIDTHS) {
    // A new window for each: one that is made wider lays out its text anew, with the font that has arrived.
    const page = await browser.newPage({ viewport: { width, height: 800 } })
    await page.route('**/*.js', (route) => route.fulfill({ contentType: 'text/javascript', body: '' }))
    const deliver = await holdFonts(page)
    await page.goto(`${server.address}/error`, { waitUntil: 'domcontentloaded' })
    await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0)
    const inFallback = await noticeLines(page)
    deliver()
    await page.evaluate(() =>
      Promise.all([...document.fonts].filter(({ status }) => status === 'loading').map(({ loaded }) => loaded)),
    )
    expect(await noticeLines(page), `at ${width} px`).toEqual(inFallback)
    await page.close()
  }
})

test('a fallback is as wide as its font', ONCE, async ({ page }) => {
  await page.goto('/')
  const ratios = await page.evaluate(async () => {
    const words = document.querySelector('main')?.innerText.replace(/\s+/g, ' ') ?? ''
    const context = document.createElement('canvas').getContext('2d')
    const width = async (font: string) => {
      await document.fonts.load(font, words)
      if (context === null) return Number.NaN
      context.font = font
      return context.measureText(words).width
    }
    const ratio = async (weight: number, name: string) =>
      (await width(`${weight} 100px "${name} Fallback"`)) / (await width(`${weight} 100px "${name} Variable"`))
    return [await ratio(400, 'Figtree'), await ratio(600, 'Figtree'), await ratio(600, 'Fraunces')]
  })
  for (const ratio of ratios) expect(Math.abs(ratio - 1), ratios.join(' ')).toBeLessThan(0.005)
})
