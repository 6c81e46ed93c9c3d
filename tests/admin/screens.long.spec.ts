import type { Page, Route } from '@playwright/test'
import { adminSession } from '../../contract/access/session.ts'
import { expect, test } from './fixtures.ts'
import { expectGoodScreen } from './good-screen.ts'
import { addressOf, fillScreens, SCREENS } from './screens.ts'

test.beforeEach(({ post }) => fillScreens(post))

/**
 * Of these the widths and axe also look at how a screen loads, fails and is empty: every screen shows that by the same parts of
 * `states.tsx`.
 */
const ALL_STATES = ['today', 'products', 'sales']

for (const screen of SCREENS) {
  const { name, loading, shows, empty, parts = 1 } = screen
  const expectGoodState = (page: Page, state: string) =>
    ALL_STATES.includes(name) ? expectGoodScreen(page, `${name}-${state}`) : Promise.resolve()

  test(`the screen ${name} is complete while it loads, when that fails, and afterwards`, async ({ page }) => {
    const calls = await interceptCalls(page)
    await page.goto(await addressOf(screen, page))
    await expect(page.getByText(`Loading ${loading}`).first()).toBeAttached()
    await expectGoodState(page, 'loading')

    await calls.respond(fail)
    const retry = page.getByRole('button', { name: 'Try again' })
    await expect(retry).toHaveCount(parts)
    await expectGoodState(page, 'failed')

    await calls.respond(empty === undefined ? pass : withoutEntries)
    for (let left = parts; left > 0; left -= 1) {
      await retry.first().click()
      await expect(retry).toHaveCount(left - 1)
    }
    if (empty !== undefined) {
      await expect(page.getByText(empty)).toBeVisible()
      await expectGoodState(page, 'empty')
      await calls.respond(pass)
      await page.reload()
    }
    await expect(page.getByText(shows).first()).toBeVisible()
    await expect(page.getByText(/^Loading/)).toHaveCount(0)
    await expectGoodScreen(page, `${name}-full`)
  })
}

test('while the shop cannot be reached the admin says so, and opens once it can be', async ({ page }) => {
  let respond: Respond = fail
  await page.route(`**${adminSession.getSession.path}`, (route) => respond(route))
  await page.goto('/admin')
  await expect(page.getByText('The shop’s answer was unexpected (503).')).toBeVisible()
  await expectGoodScreen(page, 'not-opened')
  respond = pass
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Today' })).toBeVisible()
})

type Respond = (route: Route) => Promise<void>

/** Holds the calls of the screens until it is decided how they, and all later ones, are responded to. */
async function interceptCalls(page: Page): Promise<{ respond: (how: Respond) => Promise<void> }> {
  const held: Route[] = []
  let respond: Respond = async (route) => void held.push(route)
  await page.route('**/api/admin/**', (route) =>
    new URL(route.request().url()).pathname === adminSession.getSession.path ? route.continue() : respond(route),
  )
  return {
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
    if (key === 'next' || key.endsWith('_at')) return null
    return typeof value === 'number' ? 0 : value
  })
  await route.fulfill({ response, json })
}
