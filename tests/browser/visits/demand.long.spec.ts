import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { type DemandKind, visitCalls } from '@shop/contract/visits/calls'
import { PRODUCT } from '../addresses.ts'
import { expect, ONCE, test } from '../fixtures.ts'

const SEARCH = 'kite for two'

test(
  'presses and searches that find nothing are counted when the page is left, and nothing is sent before (R17)',
  ONCE,
  async ({ page, server, product, cart, checkout, shop }) => {
    const counts = () =>
      [count(server.dataDir, 'add', PRODUCT.product_id), count(server.dataDir, 'pay', PRODUCT.product_id)] as const
    const [added, paid] = counts()
    const calls: string[] = []
    page.on('request', (request) => calls.push(request.url()))
    await page.clock.install()

    await product.open(PRODUCT.product_id)
    await product.addButton().click()
    await cart.expectBadge(1)
    expect(counts()).toEqual([added, paid])

    await checkout.open()
    await expect.poll(counts).toEqual([added + 1, paid])
    await page.getByRole('button', { name: 'Pay Now' }).click()
    await page.getByRole('button', { name: 'Okay' }).click()
    expect(calls.filter((url) => url.endsWith(visitCalls.trackDemand.path))).toEqual([])

    await shop.open(`?q=${SEARCH}`)
    await expect.poll(counts).toEqual([added + 1, paid + 1])
    await expect(page.getByText('No products found')).toBeVisible()
    await page.clock.runFor(1500)
    await page.goto('/about')
    await expect.poll(() => count(server.dataDir, 'search', SEARCH)).toBe(1)
  },
)

/** Reads the shop's count; Playwright does not see the call, which outlives the page. */
function count(dataDir: string, kind: DemandKind, subject: string): number {
  const database = new DatabaseSync(join(dataDir, 'shop.sqlite'), { readOnly: true })
  const sum = database.prepare('select coalesce(sum(events), 0) as sum from demand where kind = ? and subject = ?')
  const { sum: events } = { ...sum.get(kind, subject) }
  database.close()
  return Number(events)
}
