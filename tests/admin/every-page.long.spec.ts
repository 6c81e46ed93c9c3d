import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { LargeText } from '../browser/accessibility/large-text.ts'
import { translateFromStart } from '../browser/accessibility/translator.ts'
import { countRemoved, makeOldest } from '../harness/browser/newer-built-ins.ts'
import { ROOT } from '../harness/command.ts'
import { expect, test } from './fixtures.ts'
import { addressOf, SCREENS } from './screens.ts'

/** Values for the parameters of a route. The last ones match nothing. */
const PARTS: Readonly<Record<string, string>> = {
  ...{ ':product_id': '101', ':orderId': '100005', ':name': 'welcome', ':page': 'returns' },
  ...{ ':id': 'unknown', ':code': 'UNKNOWN' },
}

/** An address for every route of the admin. Read from its table of routes, which includes new pages. */
const ROUTES = [...readFileSync(join(ROOT, 'admin/routes.tsx'), 'utf8').matchAll(/\bpage\(\s*'([^']+)'/g)].map(
  ([, path = '']) => `/admin/${path.replace(/:\w+/g, (part) => PARTS[part] ?? '')}`,
)

const NO_PAGE = '/admin/no-such-page'

/**
 * Routes that `screens.long.spec.ts` leaves out. There a translator replaces the texts of each screen, which also
 * breaks all that moving them breaks.
 */
const OTHERS = ROUTES.filter((address) => !SCREENS.some(({ path }) => `/admin${path}`.split('?')[0] === address))

async function open(page: Page, address: string): Promise<void> {
  await page.goto(address)
  await expectOpen(page, address)
  await page.waitForLoadState('networkidle')
}

/**
 * Goes on within the admin, as its links do: with routes of Playwright's a reload compiles all of it anew. From a page of its
 * own, so what is seen next is of the address.
 */
async function goInside(page: Page, address: string): Promise<void> {
  const go = (to: string) =>
    page.evaluate((path) => {
      history.pushState(null, '', path)
      window.dispatchEvent(new PopStateEvent('popstate'))
    }, to)
  await go(NO_PAGE)
  const missing = page.getByRole('heading', { name: 'Page not found' })
  await expect(missing).toBeVisible()
  await go(address)
  await expect(missing).toBeHidden()
}

async function expectOpen(page: Page, address: string): Promise<void> {
  await expect(page.getByRole('main').getByRole('heading').first(), address).toBeVisible()
  await expect(page.getByText(/^Loading/), address).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Try again' }), address).toHaveCount(0)
}

/** Reads the page's text by line. Free space and the time of the last use are left out: they change with each look. */
async function textOf(page: Page): Promise<string[]> {
  const text = await page.locator('body').innerText()
  return text.split('\n').map((line) =>
    line
      .trim()
      .replace(/[\d.]+ [GMT]B free/, 'free')
      .replace(/last used .*/, 'last used'),
  )
}

test('every page of the admin opens without what the oldest browsers lack, and is no wider than the screen (R56)', async ({
  page,
}) => {
  await makeOldest(page)
  const screens = await Promise.all(SCREENS.map((screen) => addressOf(screen, page)))
  await page.goto('/admin')
  expect(await countRemoved(page)).toBeGreaterThan(50)
  const beyond = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  for (const address of [...screens, ...OTHERS]) {
    await goInside(page, address)
    await expectOpen(page, address)
    await expect.poll(beyond, address).toBeLessThanOrEqual(0)
  }
  await page.goto(NO_PAGE)
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible()
  await expect.poll(beyond, NO_PAGE).toBeLessThanOrEqual(0)
})

test('every other page of the admin fits with text of twice its size, and says the same where a translator has replaced its texts (R57)', async ({
  page,
}) => {
  const original = new Map<string, string[]>()
  const text = await LargeText.of(page)
  for (const address of [...OTHERS, NO_PAGE]) {
    await open(page, address)
    original.set(address, await textOf(page))
    await text.expectFits(address, { wholeWords: false })
  }
  await translateFromStart(page, 'replaced')
  for (const address of [...OTHERS, NO_PAGE]) {
    await open(page, address)
    expect(await page.locator('font').count(), address).toBeGreaterThan(0)
    await expect.poll(() => textOf(page), address).toEqual(original.get(address))
  }
})
