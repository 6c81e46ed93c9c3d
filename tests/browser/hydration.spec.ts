import type { Page } from '@playwright/test'
import { ADDRESSES, PRODUCT, UNKNOWN_ADDRESS } from './addresses.ts'
import { expect, ONCE, test } from './fixtures.ts'

/** What TypeScript's library does not know of the browser's layout-shift entries. */
type Shift = PerformanceEntry & {
  value: number
  sources: { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[]
}

/**
 * A face that arrives after its stand-in moves the end of a short line by a hair, which nobody sees and Lighthouse
 * counts as 0; anything that a person could see is over this.
 */
const UNSEEN = 0.001

/** Notes every shift that can be seen from the first paint on: nobody has touched the page yet. */
async function noteShifts(page: Page): Promise<() => Promise<string[]>> {
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
  return () => page.evaluate(() => Reflect.get(window, 'shifts'))
}

for (const address of ADDRESSES) {
  test(`${address} is taken over by the browser without a warning and without a shift`, async ({ page }) => {
    const shifts = await noteShifts(page)
    await page.goto(address, { waitUntil: 'networkidle' })
    await page.evaluate(() => document.fonts.ready)
    expect(await shifts()).toEqual([])
  })
}

test('a stored cart is taken over without a warning', async ({ page, product, cart }) => {
  await product.open(PRODUCT.product_id)
  await product.add()
  for (const address of ADDRESSES) {
    await page.goto(address)
    await cart.expectBadge(1)
  }
})

for (const address of ['/shop', `/product/${PRODUCT.product_id}`]) {
  test(`the HTML of ${address} holds the product before any script runs`, ONCE, async ({ request }) => {
    const response = await request.get(address)
    expect(response.status()).toBe(200)
    expect(await response.text()).toContain(`>${PRODUCT.product_name}<`)
  })
}

for (const address of [UNKNOWN_ADDRESS, '/product/999999', '/product/%E0%A4%A', '/product/%00']) {
  test(`${address} answers 404 with a page that helps`, ONCE, async ({ page, allow }) => {
    allow(/404/, 'the browser reports the status of the page itself')
    const response = await page.goto(address)
    expect(response?.status()).toBe(404)
    await expect(page.getByRole('main').getByRole('link').first()).toBeVisible()
  })
}
