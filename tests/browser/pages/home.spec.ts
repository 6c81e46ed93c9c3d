import type { Locator, Page } from '@playwright/test'
import { expect, hydrated, ONCE, test } from '../fixtures.ts'

const previews = (page: Page): Locator => page.getByRole('region', { name: 'From our collection' }).getByRole('link')
const pictures = (page: Page): Locator => page.locator('.preview-in')

/** When each preview starts to appear, in seconds after the page was first painted. */
function delays(page: Page): Promise<string[]> {
  return pictures(page).evaluateAll((all) => all.map((picture) => getComputedStyle(picture).animationDelay))
}

test('the landing page leads into the shop', async ({ page, shop }) => {
  const picture = page.getByRole('img', { name: /^Three backpacks/ })
  const requested = page.waitForRequest(/hero-mobile\.jpg.*f=avif/)
  await page.goto('/', { waitUntil: 'commit' })

  await test.step('the previews are named links with a place of their own from the first paint', async () => {
    await page.waitForFunction(() => performance.getEntriesByName('first-paint').length > 0)
    await expect(previews(page)).toHaveCount(3)
    for (const link of await previews(page).all()) {
      await expect(link).toHaveAttribute('href', '/shop')
      await expect(link).toHaveAccessibleName(/backpack/)
      await link.focus()
      await expect(link).toBeFocused()
      const box = await link.locator('.preview-in').boundingBox()
      expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThan(100)
    }
  })
  await hydrated(page)

  await test.step('the hero picture is first in line, in a crop of its own on phones', async () => {
    await expect(picture).toHaveAttribute('loading', 'eager')
    await expect(picture).toHaveAttribute('fetchpriority', 'high')
    await requested
  })

  await test.step('What we do scrolls to the quiz and moves focus to its heading', async () => {
    await page.getByRole('link', { name: /^What we do/ }).click()
    const heading = page.getByRole('heading', { name: 'Which one is yours?' })
    await expect(heading).toBeFocused()
    await expect(heading).toBeInViewport()
    await expect(page).toHaveURL('/')
  })

  await test.step('the hero says its headline on the first screen, and Shop Now leads to the shop', async () => {
    await page.evaluate(() => window.scrollTo(0, 0))
    const button = page.getByRole('link', { name: 'Shop Now' })
    await expect(page.getByRole('heading', { level: 1, name: 'Backpacks your back appreciates' })).toBeInViewport()
    await expect(button).toBeInViewport({ ratio: 1 })
    await button.click()
    await shop.expectOpen()
  })
})

test('the landing page at every width, and where it leads', ONCE, async ({ page, shop }) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await page.goto('/')

  await test.step('previews appear after about 2.4 s and 0.6 s later each (R42), or are there at once', () =>
    expectPreviews(page))

  await test.step('no window is so wide that the hero picture cuts a bag or covers the words', async () => {
    for (const width of [1024, 1280, 1440, 1680, 1920, 2560, 3840]) await expectWholeHero(page, width)
    await page.setViewportSize({ width: 1440, height: 900 })
  })

  await test.step('the logo goes to the top of the page, and adds no step to Back', async () => {
    await page.evaluate(() => window.scrollTo(0, 1200))
    const steps = await page.evaluate(() => history.length)
    await page.getByRole('banner').getByRole('link', { name: 'home' }).click()
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0)
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
    expect(await page.evaluate(() => history.length)).toBe(steps)
  })

  await test.step('Who we are leads to About, Why it matters to the shop, and Write to us to a person', async () => {
    await page.getByRole('link', { name: 'Write to us' }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toBeHidden()
    await page.getByRole('link', { name: /^Who we are/ }).click()
    await expect(page).toHaveURL('/about')
    await page.goBack()
    await page.getByRole('link', { name: /^Why it matters/ }).click()
    await shop.expectOpen()
  })
})

async function expectPreviews(page: Page): Promise<void> {
  expect(await delays(page)).toEqual(['2.4s', '3s', '3.6s'])

  await test.step('they change nothing but opacity and transform', async () => {
    const changed = await pictures(page).evaluateAll((all) =>
      all.flatMap((picture) =>
        picture
          .getAnimations()
          .flatMap(({ effect }) =>
            effect instanceof KeyframeEffect ? effect.getKeyframes().flatMap((frame) => Object.keys(frame)) : [],
          ),
      ),
    )
    const timing = ['offset', 'computedOffset', 'easing', 'composite']
    expect([...new Set(changed)].filter((name) => !timing.includes(name)).sort()).toEqual(['opacity', 'transform'])
  })

  await test.step('under reduced motion they are there at once', async () => {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    const looks = await pictures(page).evaluateAll((all) =>
      all.map((picture) => [getComputedStyle(picture).animationName, getComputedStyle(picture).opacity]),
    )
    expect(looks).toEqual(Array(3).fill(['none', '1']))
  })
}

async function expectWholeHero(page: Page, width: number): Promise<void> {
  const picture = page.getByRole('img', { name: /^Three backpacks/ })
  const words = page.getByRole('heading', { level: 1 })
  await page.setViewportSize({ width, height: 1000 })
  // The page takes a frame or more to follow the window.
  await expect(async () => {
    const [shown, headline] = await Promise.all([picture.boundingBox(), words.boundingBox()])
    if (shown === null || headline === null) throw new Error('the hero is not on the screen')
    expect([width, shown.x + shown.width]).toEqual([width, width])
    // Of 3400 x 1350 pixels the bags begin at 1815 from the left and 225 from the top; the right and lower edges are shown.
    const scale = Math.max(shown.width / 3400, shown.height / 1350)
    expect(headline.x + headline.width).toBeLessThan(width - (3400 - 1815) * scale)
    const top = (await page.getByRole('banner').boundingBox())?.height ?? 0
    expect(shown.y + shown.height - (1350 - 225) * scale).toBeGreaterThanOrEqual(top)
  }).toPass()
}
