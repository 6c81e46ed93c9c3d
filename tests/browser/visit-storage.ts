import type { Page } from '@playwright/test'

/** An address of the shop without any code of its own. */
export const BARE = '/robots.txt'

/** Opens `BARE` where the tab is not there already: a page of the shop's origin, on which its storage can be filled. */
export async function openBare(page: Page): Promise<void> {
  if (!page.url().endsWith(BARE)) await page.goto(BARE, { waitUntil: 'commit' })
}

/** Fills the browser's storage as an earlier visit did, without loading the application. */
export async function seedStorage(page: Page, stored: Readonly<Record<string, string>>): Promise<void> {
  await openBare(page)
  await page.evaluate((texts) => {
    for (const [key, text] of Object.entries(texts)) localStorage.setItem(key, text)
  }, stored)
}

/** The storage of a signed-in customer; no call checks whether the token is valid. */
export function signedIn(user: object, token = 'browser-test'): Record<string, string> {
  return { user: JSON.stringify(user), token }
}
