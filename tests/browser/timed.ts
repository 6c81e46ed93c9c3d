import { expect, type Locator, type Page } from '@playwright/test'

/** Milliseconds of the page's clock. */
const STEP = 100

/** Expects an action to show something for so many milliseconds, and no longer. The page's clock was installed before. */
export async function expectShownFor(
  page: Page,
  milliseconds: number,
  shown: Locator,
  act: () => Promise<void>,
): Promise<void> {
  await stopClock(page)
  await act()
  await runClockUntilShown(page, shown)
  await expectHiddenAfter(page, milliseconds, shown)
  await page.clock.resume()
}

/** Stops the page's clock: what was planned for the next second happens, and nothing after it. */
export async function stopClock(page: Page): Promise<void> {
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1000)
}

/** Runs the stopped clock at the pace of the real one, since what is shown may wait for a response or for code. */
export async function runClockUntilShown(page: Page, shown: Locator): Promise<void> {
  const isShown = async () => {
    await page.clock.runFor(STEP)
    return shown.isVisible()
  }
  await expect.poll(isShown, { intervals: [STEP] }).toBe(true)
}

/** Expects something visible to be hidden after so many milliseconds of the stopped clock. */
async function expectHiddenAfter(page: Page, milliseconds: number, shown: Locator): Promise<void> {
  // By then it is only looked at whether it was hidden too early; each step of the clock costs two calls to the page.
  let passed = Math.max(0, milliseconds - 5 * STEP)
  await page.clock.runFor(passed)
  while (passed < milliseconds + 2000 && (await shown.isVisible())) {
    await page.clock.runFor(STEP)
    passed += STEP
  }
  // It was shown during a step, and is removed by React after another.
  expect(passed).toBeGreaterThanOrEqual(milliseconds - 2 * STEP)
  expect(passed).toBeLessThanOrEqual(milliseconds + 5 * STEP)
}
