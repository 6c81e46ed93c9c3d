import { expect, type Page } from '@playwright/test'

const notification = (page: Page, text: string | RegExp) =>
  // By class, since alerts of a page have the same role.
  page.locator('.mantine-Notification-root').filter({ hasText: text })

/** Takes back the change that a notification says was made, after `check` has looked at what it did. */
export async function undoChange(page: Page, done: string | RegExp, check = async () => {}): Promise<void> {
  // It stays under the pointer, however long the machine takes.
  await notification(page, done).hover()
  await check()
  await notification(page, done).getByRole('button', { name: 'Undo' }).click()
  await closeNotification(page, 'Undone')
}

/** Waits for a notification and closes it: on a phone it covers what is pressed next. */
export async function closeNotification(page: Page, text: string | RegExp): Promise<void> {
  await notification(page, text).getByRole('button', { name: 'Close' }).click()
  await expect(notification(page, text)).toBeHidden()
}
