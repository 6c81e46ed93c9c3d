import { expect, type Locator, type Page } from '@playwright/test'

const MAX_STEPS = 90

/** Presses Tab until an element has focus, and expects it to be visibly focused. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible()
  // Looked up again only when it was replaced, as in a list that is filtered: to find an element by its role costs more
  // than to press a key.
  let element = await target.elementHandle()
  for (let step = 0; step < MAX_STEPS; step += 1) {
    const state = await page.evaluate(
      (wanted) => ({ isGone: wanted?.isConnected !== true, isFocused: wanted === document.activeElement }),
      element,
    )
    if (state.isFocused) return expectSeen(target)
    if (state.isGone) element = await target.elementHandle()
    await page.keyboard.press('Tab')
  }
  throw new Error(`${target} was not reached with ${MAX_STEPS} steps`)
}

/** The focused element is on the screen, not under the header, and it or what frames it has an outline. */
async function expectSeen(target: Locator): Promise<void> {
  await expect(target).toBeInViewport({ ratio: 0.5 })
  const isMarked = () =>
    target.evaluate((element) => {
      for (let part: Element | null = element; part !== null; part = part.parentElement) {
        const { outlineStyle, outlineWidth } = getComputedStyle(part)
        if (outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2) return true
      }
      return false
    })
  // A dialog or page that has just opened may still be moving the focus.
  await expect.poll(isMarked, `${target} shows that it has focus`).toBe(true)
}

/** Reaches an element with Tab, and presses a key there. */
export async function press(page: Page, target: Locator, key = 'Enter'): Promise<void> {
  await tabTo(page, target)
  await page.keyboard.press(key)
}
