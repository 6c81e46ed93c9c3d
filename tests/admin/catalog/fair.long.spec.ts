import { expect, type Page, test } from '@playwright/test'
import { type ShopServer, startShop } from '../../harness/shop/shop-server.ts'
import { printedInvite, signInFirstOwner } from '../../harness/shop/sign-in-first-owner.ts'
import { expectGoodScreen } from '../good-screen.ts'

let shop: ShopServer
test.beforeEach(async () => {
  shop = await startShop()
})
test.afterEach(() => shop.stop())

/** Nothing answers now, neither the page nor its service worker. */
const goAway = () => shop.kill()

async function comeBack(): Promise<void> {
  const { dataDir, address } = shop
  shop = await startShop({ PORT: new URL(address).port }, { dataDir })
}

async function take(page: Page, product: string, name: string): Promise<void> {
  await page.getByLabel('Add a product').fill(product)
  await page.getByRole('button', { name: /^Add / }).first().click()
  await page.getByLabel('First name').fill('Grace')
  await page.getByLabel('Last name').fill(name)
  await page.getByRole('button', { name: 'Take the order' }).click()
  await expect(page.getByRole('listitem').filter({ hasText: `Grace ${name}` })).toBeVisible()
}

test('a phone takes orders at a fair without a network, sends each once, and says which no longer fits', async ({
  context,
}) => {
  let page = await context.newPage()
  await signInFirstOwner(context.request, await printedInvite(shop))
  const post = async (path: string, data: object) => {
    const response = await context.request.post(`${shop.address}${path}`, { data, headers: { origin: shop.address } })
    expect(response.ok(), path).toBe(true)
  }
  const stockOf = async (product: string) => {
    await page.getByLabel('Add a product').fill(product)
    const found = page.getByRole('list', { name: 'Products found' }).getByRole('listitem')
    await expect(found).toHaveCount(1)
    return Number(/(\d+) in stock/.exec(await found.innerText())?.[1])
  }

  await test.step('is made ready while there is a network', async () => {
    await page.goto(`${shop.address}/admin/orders`)
    await page.getByRole('link', { name: 'Fair', exact: true }).click()
    await expect(page.getByRole('heading', { name: 'Set up this device' })).toBeVisible()
    await expectGoodScreen(page, 'fair-first')
    await page.getByRole('button', { name: 'Set up' }).click()
    await expect(page.getByRole('heading', { name: 'Ready to work offline' })).toBeVisible()
    await expectGoodScreen(page, 'fair-ready')
  })

  await test.step('opens without one, from any page of the admin', async () => {
    await goAway()
    await page.reload()
    await expect(page.getByRole('heading', { name: 'Ready to work offline' })).toBeVisible()
    await page.goto(`${shop.address}/admin/orders`)
    await expect(page).toHaveURL(`${shop.address}/admin/fair`)
  })

  await test.step('takes orders, whose pieces are no longer in its stock, and keeps them over a reload', async () => {
    await page.getByRole('button', { name: 'Take the order' }).click()
    await expect(page.getByText('Please add at least one product')).toBeVisible()
    await expectGoodScreen(page, 'fair-errors')
    const before = await stockOf('101')
    await page.getByLabel('State for the sales tax').selectOption('OR')
    await page.getByLabel('Payment').selectOption('card')
    await take(page, '101', 'First')
    expect(await stockOf('101')).toBe(before - 1)
    await expect(page.getByLabel('State for the sales tax')).toHaveValue('OR')
    await expect(page.getByLabel('Payment')).toHaveValue('card')
    await take(page, '107', 'Second')
    await page.reload()
    await expect(page.getByRole('heading', { name: '2 orders are waiting' })).toBeVisible()
    await expectGoodScreen(page, 'fair-waiting')
  })

  await test.step('sends them when the shop is back; the product of one has been deleted since', async () => {
    await page.close()
    await comeBack()
    await post('/api/admin/products/107/delete', {})
    page = await context.newPage()
    await page.goto(`${shop.address}/admin/fair`)
    await expect(page.getByRole('heading', { name: 'One order needs a correction' })).toBeVisible()
    await expect(page.getByText('There is no product 107.')).toBeVisible()
    await expectGoodScreen(page, 'fair-refused')
  })

  await test.step('enters what was changed, and throws away what is not wanted', async () => {
    await page.getByRole('button', { name: 'Change it' }).click()
    await expect(page.getByLabel('Last name')).toHaveValue('Second')
    await page.getByRole('button', { name: /^Remove / }).click()
    await take(page, '102', 'Second')
    await expect(page.getByText(/^Order \d+ entered$/).last()).toBeVisible()
    await expect(page.getByRole('heading', { name: /orders? (wait|no longer)/i })).toHaveCount(0)
    // A notice of the order before may stand there still.
    const namesOfGrace = async () => {
      const list = await context.request.get(`${shop.address}/api/admin/orders?filter=all&q=grace`)
      const { orders } = await list.json()
      return orders.map(({ name }: { name: string }) => name).toSorted()
    }
    await expect.poll(namesOfGrace).toEqual(['Grace First', 'Grace Second'])
  })

  await test.step('asks before more is sold than it knows of, and takes it when told to', async () => {
    const known = await stockOf('103')
    await page.getByRole('button', { name: /^Add / }).first().click()
    await page.getByLabel('First name').fill('Grace')
    await page.getByLabel('Last name').fill('Fourth')
    const quantity = page.getByLabel(/^Quantity of /).first()
    await quantity.fill(String(known + 1))
    await page.getByRole('button', { name: 'Take the order' }).click()
    const dialog = page.getByRole('dialog', { name: 'More than this device has in stock' })
    await expect(dialog).toContainText(new RegExp(`${known + 1} of .+, but only ${known} in stock\\.`))
    await expectGoodScreen(page, 'fair-beyond', '[role=dialog]')
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await expect(dialog).toBeHidden()
    await expect(quantity).toHaveValue(String(known + 1))
    await expect(page.getByRole('heading', { name: /order (is waiting|needs a correction)/ })).toHaveCount(0)
    await page.getByRole('button', { name: 'Take the order' }).click()
    await dialog.getByRole('button', { name: 'Take it anyway' }).click()
    // The shop knows of no more either.
    await expect(page.getByRole('heading', { name: 'One order needs a correction' })).toBeVisible()
    await expect(page.getByText(new RegExp(`^Only ${known} of .+ are in stock`))).toBeVisible()
    await page.getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await expect(page.getByRole('heading', { name: 'One order needs a correction' })).toHaveCount(0)
  })

  await test.step('enters what a helper took who is one no longer, once somebody else says so', async () => {
    await goAway()
    await take(page, '102', 'Third')
    await page.evaluate(() => {
      for (const [key, text] of Object.entries(localStorage)) {
        if (!/^admin-fair-(kit|order:.*)$/.test(key)) continue
        localStorage.setItem(key, JSON.stringify({ ...JSON.parse(text), admin_id: 'former' }))
      }
    })
    await comeBack()
    await page.reload()
    const enter = page.getByRole('button', { name: 'Enter them under my name' })
    await expect(enter).toBeVisible()
    await expectGoodScreen(page, 'fair-others')
    await enter.click()
    await page.getByRole('button', { name: 'Enter them', exact: true }).click()
    await expect(page.getByText(/^Order \d+ entered$/).last()).toBeVisible()
    await expect(page.getByRole('heading', { name: /orders? (wait|no longer)/i })).toHaveCount(0)
  })
})
