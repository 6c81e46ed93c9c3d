import { setTimeout as wait } from 'node:timers/promises'
import type { Page } from '@playwright/test'
import { UNFINISHED_CACHING } from '../../../backend/media/images.routes.ts'

const PAUSE_MS = 500

/** Waits until every picture that the page has requested is made in its size; a reload then shows them so. */
export async function picturesFinished(page: Page): Promise<void> {
  const requested = await page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name))
  for (const picture of requested.filter((address) => address.includes('/images/'))) await finished(picture)
}

async function finished(picture: string): Promise<void> {
  for (;;) {
    const response = await fetch(picture, { method: 'HEAD' })
    if (response.headers.get('cache-control') !== UNFINISHED_CACHING) return
    await wait(PAUSE_MS)
  }
}
