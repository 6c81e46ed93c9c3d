import type { Page } from '@playwright/test'

/** Fields of the browser's layout-shift entries that TypeScript's library does not know. */
type Shift = PerformanceEntry & {
  value: number
  sources: { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[]
}

/**
 * A font that arrives after its fallback moves the end of a short line by a hair, which no one sees and Lighthouse
 * counts as 0; anything that a person could see is over this.
 */
const UNSEEN = 0.001

/**
 * Notes every shift that can be seen from the first paint on, also what an input excuses; the function returns those since
 * its last call.
 */
export async function noteShifts(page: Page): Promise<() => Promise<string[]>> {
  await page.addInitScript((unseen) => {
    let total = 0
    const shifts: string[] = []
    Reflect.set(window, 'shifts', shifts)
    const place = ({ x, y, width, height }: DOMRect) => [x, y, width, height].map(Math.round).join(' ')
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as Shift[]) {
        total += entry.value
        if (total < unseen) continue
        for (const { node, previousRect, currentRect } of entry.sources) {
          const text = node?.textContent?.trim().slice(0, 30)
          shifts.push(`${node?.nodeName} "${text}" from ${place(previousRect)} to ${place(currentRect)}`)
        }
      }
    }).observe({ type: 'layout-shift', buffered: true })
  }, UNSEEN)
  return () => page.evaluate(() => Reflect.get(window, 'shifts').splice(0))
}

/** The fonts have come, and two frames were painted: whatever moves in the next one was noted. */
export async function painted(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await document.fonts.ready
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
  })
}
