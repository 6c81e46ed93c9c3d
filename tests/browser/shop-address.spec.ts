import { trackVisitEndpoint } from '@shop/contract/visits'
import { expect, ONCE, test } from './fixtures.ts'

for (const typed of ['/shop/?q=blue', '/Shop?q=blue']) {
  test(`${typed} is one page: list, header, address and visit count agree (R49)`, ONCE, async ({ page, shop }) => {
    const counted: string[] = []
    await page.route(`**${trackVisitEndpoint.path}`, async (route) => {
      counted.push(route.request().postDataJSON().page)
      await route.fulfill({ json: { success: true } })
    })
    await page.goto(typed)
    await shop.expectOpen()
    await expect(page).toHaveURL('/shop?q=blue')
    await expect(page.getByRole('banner').getByLabel('Search products')).toHaveValue('blue')
    await expect(page.getByRole('banner').getByRole('link', { name: 'Shop', exact: true })).toHaveAttribute(
      'aria-current',
      'page',
    )
    await expect(page.getByRole('status').filter({ hasText: 'for “blue”' })).toBeVisible()
    await expect.poll(() => counted).toEqual(['/shop'])
  })
}

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

test('the logo on the home page goes to its top, and adds no step to Back', ONCE, async ({ page }) => {
  await page.goto('/', { waitUntil: 'domcontentloaded' })
  await page.evaluate(() => window.scrollTo(0, 1200))
  const steps = await page.evaluate(() => history.length)
  await page.getByRole('banner').getByRole('link', { name: 'home' }).click()
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0)
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  expect(await page.evaluate(() => history.length)).toBe(steps)
})

test('a filter and a dialog leave the visitor where they are', ONCE, async ({ page, shop }) => {
  await shop.open()
  await page.evaluate(() => window.scrollTo(0, 100))
  await shop.filter({ soldOut: false })
  await expect(page).toHaveURL('/shop?soldOut=0')
  expect(await page.evaluate(() => window.scrollY)).toBe(100)
  await expect(page.getByRole('main').getByLabel('Include sold-out items')).toBeFocused()
})
