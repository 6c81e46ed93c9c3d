import type { Page } from '@playwright/test'

/** An address of the shop without any code of its own. */
export const BARE = '/robots.txt'

/** Leaves texts in the browser's store, as an earlier visit did, on a page that costs no application. */
export async function leaveFromVisitBefore(page: Page, stored: Readonly<Record<string, string>>): Promise<void> {
  await page.goto(BARE, { waitUntil: 'commit' })
  await page.evaluate((texts) => {
    for (const [key, text] of Object.entries(texts)) localStorage.setItem(key, text)
  }, stored)
}

/** What a customer who signed in leaves behind; no call of the shop is asked whether the token is good. */
export function signedIn(user: object, token = 'browser-test'): Record<string, string> {
  return { user: JSON.stringify(user), token }
}
