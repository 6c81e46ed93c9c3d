import type { Page, Route } from '@playwright/test'
import { adminSession } from '../../contract/access/session.ts'
import { LargeText } from '../browser/large-text.ts'
import { translateFromStart } from '../browser/translator.ts'
import { expect, test } from './fixtures.ts'
import { expectGoodScreen } from './good-screen.ts'
import { addressOf, fillScreens, SCREENS, type Screen } from './screens.ts'

test.beforeEach(({ post, server }) => fillScreens(post, server))

/**
 * Of these the widths and axe also look at how a screen loads, fails and is empty: every screen shows that by the same parts of
 * `states.tsx`.
 */
const ALL_STATES = ['today', 'products', 'sales']

for (const screen of SCREENS) {
  const { name, loading, empty, parts = 1 } = screen
  const expectGoodState = (page: Page, state: string) =>
    ALL_STATES.includes(name) ? expectGoodScreen(page, `${name}-${state}`) : Promise.resolve()

  test(`the screen ${name} is complete while it loads, when that fails, and afterwards, translated and in large text too (R57)`, async ({
    page,
  }) => {
    const path = await addressOf(screen, page)
    const calls = await interceptCalls(page)
    const retry = page.getByRole('button', { name: 'Try again' })

    const translated = await test.step('it loads while a translator replaces its texts', async () => {
      const translator = await translateFromStart(page, 'replaced')
      await page.goto(path)
      await expect(page.getByText(`Loading ${loading}`).first()).toBeAttached()
      await calls.respond(pass)
      await expectLoaded(screen, page)
      await page.waitForLoadState('networkidle')
      expect(await page.locator('main font').count()).toBeGreaterThan(0)
      const text = await textOf(page)
      await translator.dispose()
      return text
    })

    await test.step('it loads, fails, and all of it comes when it is tried again once', async () => {
      calls.hold()
      await page.goto(path)
      await expect(page.getByText(`Loading ${loading}`).first()).toBeAttached()
      await expectGoodState(page, 'loading')
      await calls.respond(fail)
      await expect(retry).toHaveCount(parts)
      await expectGoodState(page, 'failed')
      await calls.respond(pass)
      await retry.first().click()
      await expect(retry).toHaveCount(0)
    })

    await expectLoaded(screen, page)
    await expect.poll(() => textOf(page)).toEqual(translated)
    await expectGoodScreen(page, `${name}-full`)
    const text = await LargeText.of(page)
    await text.expectFits(name, { wholeWords: false })

    if (empty === undefined) return
    await test.step('it is empty', async () => {
      await calls.respond(withoutEntries)
      await page.goto(path)
      await expect(page.getByText(empty)).toBeVisible()
      await expectGoodState(page, 'empty')
    })
  })
}

test('while the shop cannot be reached the admin says so, and opens once it can be', async ({ page }) => {
  let respond: Respond = fail
  await page.route(`**${adminSession.getSession.path}`, (route) => respond(route))
  await page.goto('/admin')
  await expect(page.getByText('Something unexpected went wrong (503).')).toBeVisible()
  await expectGoodScreen(page, 'not-opened')
  respond = pass
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Today' })).toBeVisible()
})

async function expectLoaded({ shows }: Screen, page: Page): Promise<void> {
  await expect(page.getByText(shows).first()).toBeVisible()
  await expect(page.getByText(/^Loading/)).toHaveCount(0)
}

/** What the screen says, by line. */
async function textOf(page: Page): Promise<string[]> {
  const text = await page.getByRole('main').innerText()
  return text.split('\n').map((line) => line.trim())
}

type Respond = (route: Route) => Promise<void>

/** Holds the calls of the screens until it is decided how they, and all later ones, are responded to. */
async function interceptCalls(page: Page): Promise<{ respond: (how: Respond) => Promise<void>; hold: () => void }> {
  const held: Route[] = []
  const hold: Respond = async (route) => void held.push(route)
  let respond = hold
  await page.route('**/api/admin/**', (route) =>
    new URL(route.request().url()).pathname === adminSession.getSession.path ? route.continue() : respond(route),
  )
  return {
    hold: () => {
      respond = hold
    },
    respond: async (how) => {
      respond = how
      await Promise.all(held.splice(0).map(how))
    },
  }
}

const pass: Respond = (route) => route.continue()

const fail: Respond = (route) => route.fulfill({ status: 503, body: 'The shop is away' })

/** The response of a shop in which nothing has happened yet. */
async function withoutEntries(route: Route): Promise<void> {
  const response = await route.fetch()
  const json = JSON.parse(await response.text(), (key, value) => {
    if (Array.isArray(value)) return []
    // Also the end of an alarm, which another test of this shop may have raised.
    if (key === 'next' || key.endsWith('_at') || key.endsWith('_until')) return null
    return typeof value === 'number' ? 0 : value
  })
  await route.fulfill({ response, json })
}
