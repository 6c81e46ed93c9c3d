import type { Page, Response } from '@playwright/test'
import { ADDRESSES } from './addresses.ts'
import { expect, test } from './fixtures.ts'

/** The most a first visit may load, in bytes as they travel. */
const MOST = { script: 100_000, style: 12_000, font: 60_000, requests: 20, largestPicture: 60_000 }

type Load = {
  script: number
  style: number
  font: number
  fonts: number
  requests: number
  pictures: number[]
  /** Pictures that stood in for smaller copies, which were not made yet. */
  standIns: number
}

/** Opens an address and adds up what the first screen loaded before anything was touched. */
async function firstVisit(page: Page, address: string): Promise<Load> {
  const responses: Response[] = []
  page.on('response', (response) => responses.push(response))
  await page.goto(address, { waitUntil: 'networkidle' })
  const load: Load = { script: 0, style: 0, font: 0, fonts: 0, requests: responses.length, pictures: [], standIns: 0 }
  for (const response of responses) {
    const bytes = (await response.request().sizes()).responseBodySize
    const type = response.request().resourceType()
    if (type === 'script') load.script += bytes
    if (type === 'stylesheet') load.style += bytes
    if (type === 'font') load.font += bytes
    if (type === 'font') load.fonts += 1
    if (type === 'image') load.pictures.push(bytes)
    if (response.headers()['cache-control'] === 'public, max-age=10') load.standIns += 1
  }
  return load
}

for (const address of ADDRESSES) {
  test(`${address} stays within what a slow phone can load`, async ({ page }) => {
    let load = await firstVisit(page, address)
    // In a fresh clone the first visits have the copies made.
    await expect(async () => {
      if (load.standIns > 0) load = await firstVisit(page, address)
      expect(load.standIns).toBe(0)
    }).toPass({ timeout: 60_000 })
    console.info(address, JSON.stringify(load))
    expect(load.script).toBeGreaterThan(0)
    expect(load.script).toBeLessThanOrEqual(MOST.script)
    expect(load.style).toBeLessThanOrEqual(MOST.style)
    expect(load.font).toBeLessThanOrEqual(MOST.font)
    expect(load.fonts).toBeLessThanOrEqual(2)
    expect(load.requests).toBeLessThanOrEqual(MOST.requests)
    expect(Math.max(0, ...load.pictures)).toBeLessThanOrEqual(MOST.largestPicture)
  })
}
