import { expect, type Locator, type Page } from '@playwright/test'

const notification = (page: Page, text: string | RegExp) =>
  // By class, since alerts of a page have the same role.
  page.locator('.mantine-Notification-root').filter({ hasText: text })

/** Takes back the change that a notification says was made, after `check` has looked at what it did. */
export async function undoChange(page: Page, done: string | RegExp, check = async () => {}): Promise<void> {
  // It stays under the pointer, however long the machine takes.
  await notification(page, done).hover()
  await expectNothingCovered(page, done)
  await check()
  await notification(page, done).getByRole('button', { name: 'Undo' }).click()
  await closeNotification(page, 'Undone')
}

/** Waits for a notification and closes it: on a phone it covers what is pressed next. */
export async function closeNotification(page: Page, text: string | RegExp): Promise<void> {
  await notification(page, text).getByRole('button', { name: 'Close' }).click()
  await expect(notification(page, text)).toBeHidden()
}

/** A notification covers neither the title of the page nor the navigation. */
async function expectNothingCovered(page: Page, text: string | RegExp): Promise<void> {
  const parts = [page.getByRole('heading', { level: 1 }), page.getByRole('navigation', { name: 'Admin' })]
  // Amid a change of the page a part may be missing for a moment.
  for (const part of parts) await expect.poll(() => isClear(notification(page, text), part), String(text)).toBe(true)
}

/** A notification and an open dialog do not cover each other, on a phone and on a desktop. */
export async function expectClearOf(page: Page, text: string | RegExp, dialog: Locator): Promise<void> {
  await notification(page, text).hover()
  const size = page.viewportSize() ?? { width: 0, height: 0 }
  for (const width of [1440, size.width]) {
    await page.setViewportSize({ ...size, width })
    await expect.poll(() => isClear(notification(page, text), dialog), `${text} at ${width} px`).toBe(true)
  }
}

async function isClear(part: Locator, otherPart: Locator): Promise<boolean> {
  const [one, other] = [await part.boundingBox(), await otherPart.boundingBox()]
  if (one === null || other === null) return false
  const isBeside = one.x + one.width <= other.x || other.x + other.width <= one.x
  return isBeside || one.y + one.height <= other.y || other.y + other.height <= one.y
}
