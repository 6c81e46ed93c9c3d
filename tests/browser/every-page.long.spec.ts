import { makeOldest } from '../harness/browser/newer-built-ins.ts'
import { translate } from './accessibility/translator.ts'
import { ADDRESSES, PRODUCT, UNKNOWN_ADDRESS } from './addresses.ts'
import { expect, test } from './fixtures.ts'
import { seedStorage } from './visit-storage.ts'

// Its scripts stay in the tab.
test.use({ tab: 'new' })

const PAGES = [...ADDRESSES, UNKNOWN_ADDRESS, '/compare?ids=101,102,103', `/tell-me?product=${PRODUCT.product_id}`]

test('every page opens without what the oldest browsers lack (R56)', async ({ page, cart, allow }) => {
  allow(/404/, 'one address is of no page')
  await makeOldest(page)
  await seedStorage(page, { cart: JSON.stringify({ items: [{ ...PRODUCT, quantity: 1 }] }) })
  for (const address of PAGES) {
    await page.goto(address)
    await cart.expectBadge(1)
    await expect(page.getByRole('heading', { level: 1 }), address).toBeVisible()
    expect(await page.evaluate(() => 'withResolvers' in Promise)).toBe(false)
  }
})

// A translator that replaces the texts also breaks everything that one breaks which moves them.
test('every page whose texts a translator has replaced leads on to another one (R57)', async ({
  page,
  cart,
  allow,
}) => {
  allow(/404/, 'one address is of no page')
  await seedStorage(page, { cart: JSON.stringify({ items: [{ ...PRODUCT, quantity: 1 }] }) })
  for (const address of PAGES) {
    await page.goto(address)
    await cart.expectBadge(1)
    await translate(page, 'replaced')
    await expect(page.getByRole('heading', { level: 1 }), address).toBeVisible()
    await page.getByRole('contentinfo').getByRole('link', { name: 'Orders & Returns' }).click()
    await expect(page, address).toHaveURL('/orderAndReturn')
    await cart.expectBadge(1)
  }
})
