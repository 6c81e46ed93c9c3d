import { PRODUCT } from '../addresses.ts'
import { expect, ONCE, test } from '../fixtures.ts'
import { seedStorage } from '../visit-storage.ts'

test('up to three products stand side by side, and the address says which', ONCE, async ({ page }) => {
  const main = page.getByRole('main')
  const table = page.getByRole('table', { name: 'Products side by side' })

  await test.step('products are removed and added', async () => {
    await page.goto('/compare?ids=101,103')
    const heading = page.getByRole('heading', { level: 1, name: 'Compare' })
    await table.getByRole('button', { name: 'Remove Campus Full Backpack, Blue' }).click()
    await expect(page).toHaveURL('/compare?ids=101')
    await expect(heading).toBeFocused()
    // A list changes nothing by itself: each arrow key would add a product.
    await main.getByLabel('Add a product').selectOption('Zip Pouch, Blue')
    await expect(page).toHaveURL('/compare?ids=101')
    await main.getByRole('button', { name: 'Add', exact: true }).click()
    await expect(page).toHaveURL('/compare?ids=101,207')
    await expect(main.getByRole('button', { name: 'Add', exact: true })).toBeFocused()
    await expect(table).toContainText('N/A')
    await main.getByLabel('Add a product').selectOption('Campus Full Backpack, Blue')
    await main.getByRole('button', { name: 'Add', exact: true }).click()
    await expect(page).toHaveURL('/compare?ids=101,207,103')
    await expect(heading).toBeFocused()
    await expect(main.getByLabel('Add a product')).toBeHidden()
    await table.getByRole('button', { name: 'Remove Campus Full Backpack, Blue' }).click()
    await table.getByRole('button', { name: 'Remove Zip Pouch, Blue' }).click()
    await table.getByRole('button', { name: `Remove ${PRODUCT.product_name}` }).click()
    await expect(main.getByText('Nothing to compare yet')).toBeVisible()
    await main.getByLabel('Add a product').selectOption('Zip Pouch, Blue')
    await main.getByRole('button', { name: 'Add', exact: true }).click()
    await expect(page).toHaveURL('/compare?ids=207')
    await expect(heading).toBeFocused()
  })

  await test.step('on a phone with text of twice the size a price stays whole, and the page is not scrolled sideways', async () => {
    await page.setViewportSize({ width: 360, height: 740 })
    await page.goto('/compare?ids=101,103,107')
    await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'))
    const price = table.getByText('$124.00', { exact: true })
    const lines = await price.evaluate((element) => {
      const text = document.createRange()
      text.selectNodeContents(element)
      return new Set([...text.getClientRects()].map(({ y }) => y)).size
    })
    expect(lines).toBe(1)
    const { right } = await table.locator('..').evaluate((element) => element.getBoundingClientRect().toJSON())
    expect(right).toBeLessThanOrEqual(360)
  })
})

test('a product page leads to what fits inside, goes with it, and was seen before', ONCE, async ({ page, product }) => {
  await seedStorage(page, { recentlyViewed: '["112"]x' })
  await product.open(PRODUCT.product_id)

  await test.step('what fits inside is switched on and off, and says what is too large', async () => {
    await page.getByRole('heading', { name: 'Care' }).scrollIntoViewIfNeeded()
    const things = page.getByRole('group', { name: 'What fits inside' })
    await things.getByRole('button', { name: 'Shoes' }).click()
    await expect(page.getByText('That takes up about 7 of its 16 liters.')).toBeVisible()
    await things.getByRole('button', { name: '17-inch laptop' }).click()
    const tooLarge = 'A 17-inch laptop is too large: this one takes up to 15 inches.'
    await expect(page.getByText(`${tooLarge} The rest fits: about 5 of its 16 liters.`)).toBeVisible()
    if ((page.viewportSize()?.width ?? 0) < 1024) return
    const grounds = await page
      .locator('.what-fits svg[role="img"] > path:first-child')
      .evaluateAll((all) => all.map((ground) => Math.round(ground.getBoundingClientRect().y)))
    expect(grounds).toEqual([grounds[0], grounds[0]])
  })

  await test.step('below a description stand other colors and styles, and what goes with it', async () => {
    await page.getByRole('contentinfo').scrollIntoViewIfNeeded()
    await expect(page.getByRole('region', { name: 'Other colors and styles' })).toBeVisible()
    await expect(page.getByRole('region', { name: 'Goes with it' }).getByRole('link')).toHaveCount(2)
    await expect(page.getByRole('region', { name: 'Recently viewed' })).toBeHidden()
  })

  await test.step('the next product says what was seen before, and leads to the comparison', async () => {
    await page.getByRole('region', { name: 'Goes with it' }).getByRole('link', { name: 'Zip Pouch, Blue' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Zip Pouch, Blue' })).toBeVisible()
    await page.getByRole('contentinfo').scrollIntoViewIfNeeded()
    await expect(page.getByRole('region', { name: 'Recently viewed' })).toContainText(PRODUCT.product_name)
    await page.getByRole('link', { name: 'Compare them' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Compare' })).toBeVisible()
  })
})
