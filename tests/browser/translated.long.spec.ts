import type { Page } from '@playwright/test'
import { ADDRESSES, PRODUCT, UNKNOWN_ADDRESS } from './addresses.ts'
import { expect, test } from './fixtures.ts'
import { translateFromStart, WAYS } from './translator.ts'
import { seedStorage } from './visit-storage.ts'

for (const way of WAYS)
  test(`every page says the same when a translator has ${way} its texts (R57)`, async ({ page, cart, allow }) => {
    allow(/404/, 'one address is of no page')
    await seedStorage(page, { cart: JSON.stringify({ items: [{ ...PRODUCT, quantity: 2 }] }) })
    const others = ['/shop?min=60&view=list', '/shop?q=bleu', '/compare?ids=101,102', '/?quiz=a.b', UNKNOWN_ADDRESS]
    const addresses = [...ADDRESSES, ...others]
    const textOf = async (address: string) => {
      await page.goto(address)
      await cart.expectBadge(2)
      return linesOf(page)
    }
    const originals = new Map<string, string[]>()
    for (const address of addresses) originals.set(address, await textOf(address))
    await translateFromStart(page, way)
    for (const address of addresses) {
      await test.step(address, async () => {
        await textOf(address)
        await expect.poll(() => page.locator('main font').count()).toBeGreaterThan(0)
        await expect.poll(() => linesOf(page)).toEqual(originals.get(address))
      })
    }
  })

async function linesOf(page: Page): Promise<string[]> {
  const text = await page.getByRole('main').innerText()
  return text.split('\n').map((line) => line.trim())
}
