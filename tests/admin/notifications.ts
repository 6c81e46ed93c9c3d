import { expect, type Page } from '@playwright/test'

/** Milliseconds: longer than any notification is shown. */
const MINUTE = 60_000

/** By class, since alerts of a page have the same role. */
const notifications = (page: Page) => page.locator('.mantine-Notification-root')

export const undoButton = (page: Page) => notifications(page).getByRole('button', { name: 'Undo' })

/** Takes steps while the page's timers stand still, so that a notification with Undo stays however slow the machine is. */
export async function withTimersStopped(page: Page, steps: () => Promise<void>): Promise<void> {
  await letNotificationsGo(page)
  const now = await page.evaluate(() => Date.now())
  await page.clock.pauseAt(now + MINUTE)
  await steps()
  await page.clock.resume()
  await letNotificationsGo(page)
}

/** On a phone they cover what is pressed next. They stay under the pointer, and wait anew when it leaves. */
async function letNotificationsGo(page: Page): Promise<void> {
  await page.mouse.move(0, 0)
  const countLater = async () => {
    await page.clock.fastForward(MINUTE)
    return notifications(page).count()
  }
  await expect.poll(countLater).toBe(0)
}
