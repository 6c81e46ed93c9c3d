import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect, type Frame, type Page } from '@playwright/test'
import type axe from 'axe-core'

/** Half as long as what the package exports, for which it is sent and parsed in half the time. */
const SOURCE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/**
 * Axe finds no violation on the page, or in the part of it that a selector names. Tests run without motion: no
 * color is checked in the middle of a transition. Axe reports violations only and does not fetch style sheets again,
 * which no rule in use needs.
 */
export async function expectAccessible(page: Page, part?: string): Promise<void> {
  await Promise.all(page.frames().map(injectAxe))
  const violations = await page.evaluate(async (selector) => {
    const run: typeof axe.run = Reflect.get(window, 'axe').run
    const results = await run(selector ?? document, {
      resultTypes: ['violations'],
      preload: { assets: ['media'] },
    })
    return results.violations.map(({ id, help, nodes }) => ({ id, help, at: nodes.map(({ html }) => html) }))
  }, part)
  expect(violations).toEqual([])
}

/** Once for each document: to parse axe takes as long as to run it. */
async function injectAxe(frame: Frame): Promise<void> {
  if (await frame.evaluate(() => 'axe' in window)) return
  await frame.evaluate(SOURCE)
}
