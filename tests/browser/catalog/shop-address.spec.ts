import { visitCalls } from '@shop/contract/visits/calls'
import { expect, ONCE, test } from '../fixtures.ts'

// Other spellings: storefront/router/router.test.ts.
test('/Shop/?q=blue is one page: list, header, address and visit count agree (R49)', ONCE, async ({ page, shop }) => {
  const counted: string[] = []
  await page.route(`**${visitCalls.trackVisit.path}`, async (route) => {
    counted.push(route.request().postDataJSON().page)
    await route.fulfill({ json: { success: true } })
  })
  await page.goto('/Shop/?q=blue')
  await shop.expectOpen()
  await expect(page).toHaveURL('/shop?q=blue')
  const banner = page.getByRole('banner')
  const box = banner.getByLabel('Search products')
  await expect(box).toHaveValue('blue')
  await expect(banner.getByRole('link', { name: 'Shop', exact: true })).toHaveAttribute('aria-current', 'page')
  await expect(page.getByRole('status').filter({ hasText: 'for “blue”' })).toBeVisible()
  await expect.poll(() => counted).toEqual(['/shop'])

  await test.step('a filter leaves the visitor where they are', async () => {
    await page.evaluate(() => window.scrollTo(0, 20))
    await shop.filter({ soldOut: false })
    await expect(page).toHaveURL('/shop?q=blue&soldOut=0')
    expect(await page.evaluate(() => window.scrollY)).toBe(20)
    await expect(page.getByRole('main').getByLabel('Include sold-out items')).toBeFocused()
  })

  await test.step('the search box follows what was searched for elsewhere', async () => {
    await box.fill('zzz')
    await box.press('Enter')
    await page.getByRole('link', { name: 'Clear filters' }).click()
    await expect(box).toHaveValue('')
  })
})

test('a new search far down the list goes to its top, with focus on the heading', async ({ page, shop }) => {
  await shop.open()
  await page.evaluate(() => window.scrollTo(0, 1200))
  const opener = page.getByRole('button', { name: 'Open search' })
  if (await opener.isVisible()) await opener.click()
  const box = page.getByRole('banner').getByLabel('Search products').last()
  await box.fill('nomad')
  await box.press('Enter')
  await expect(page).toHaveURL('/shop?q=nomad')
  await expect(page.getByRole('heading', { level: 1, name: 'Shop' })).toBeFocused()
  expect(await page.evaluate(() => window.scrollY)).toBe(0)
})
