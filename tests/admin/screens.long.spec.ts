import type { Page } from '@playwright/test'
import { adminSession } from '../../contract/access/session.ts'
import { LargeText } from '../browser/accessibility/large-text.ts'
import { translateFromStart } from '../browser/accessibility/translator.ts'
import { expect, test } from './fixtures.ts'
import { expectGoodScreen } from './good-screen.ts'
import { HeldCalls } from './held-calls.ts'
import { addressOf, fillScreens, SCREENS, type Screen } from './screens.ts'

test.beforeEach(({ post, server }) => fillScreens(post, server))

/**
 * Screens that are also checked, by width and with axe, while they load, fail and are empty. All screens show that
 * with the parts of `states.tsx`.
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
    const calls = await HeldCalls.hold(page)
    const retry = page.getByRole('button', { name: 'Try again' })

    const translated = await test.step('it loads while a translator replaces its texts', async () => {
      const translator = await translateFromStart(page, 'replaced')
      await page.goto(path)
      await expect(page.getByText(`Loading ${loading}`).first()).toBeAttached()
      await calls.set('pass')
      await expectLoaded(screen, page)
      await page.waitForLoadState('networkidle')
      expect(await page.locator('main font').count()).toBeGreaterThan(0)
      const text = await textOf(page)
      await translator.dispose()
      return text
    })

    await test.step('it loads, fails, and all of it comes when it is tried again once', async () => {
      await calls.set('hold')
      await page.goto(path)
      await expect(page.getByText(`Loading ${loading}`).first()).toBeAttached()
      await expectGoodState(page, 'loading')
      await calls.set('fail')
      await expect(retry).toHaveCount(parts)
      await expectGoodState(page, 'failed')
      await calls.set('pass')
      await retry.first().click()
      await expect(retry).toHaveCount(0)
    })

    await expectLoaded(screen, page)
    await expect.poll(() => textOf(page)).toEqual(translated)
    await expectGoodScreen(page, `${name}-full`)
    const text = await LargeText.of(page)
    await text.expectFits(name, { wholeWords: false })

    if (empty !== undefined) {
      await test.step('it is empty', async () => {
        await calls.set('empty')
        await page.goto(path)
        await expect(page.getByText(empty)).toBeVisible()
        await expectGoodState(page, 'empty')
      })
    }
    await calls.dispose()
  })
}

test('while the shop cannot be reached the admin says so, and opens once it can be', async ({ page }) => {
  const session = `**${adminSession.getSession.path}`
  await page.route(session, (route) => route.fulfill({ status: 503, body: 'The shop is away' }))
  await page.goto('/admin')
  await expect(page.getByText('Something unexpected went wrong (503).')).toBeVisible()
  await expectGoodScreen(page, 'not-opened')
  await page.unroute(session)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Today' })).toBeVisible()
})

async function expectLoaded({ shows }: Screen, page: Page): Promise<void> {
  await expect(page.getByText(shows).first()).toBeVisible()
  await expect(page.getByText(/^Loading/)).toHaveCount(0)
}

/** Reads the screen's text by line. */
async function textOf(page: Page): Promise<string[]> {
  const text = await page.getByRole('main').innerText()
  return text.split('\n').map((line) => line.trim())
}
