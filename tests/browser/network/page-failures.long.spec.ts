import type { Page } from '@playwright/test'
import { PRODUCT } from '../addresses.ts'
import { type Allow, expect, ONCE, test } from '../fixtures.ts'

/** Allows the errors that these failures log to the console, by the browser and by the shop. */
function expectTrouble(allow: Allow): void {
  allow(/assets|ERR_FAILED|dynamically imported|^error: Shop: /, 'code fails in this test')
}

/** From here on the file of this name does not arrive. */
async function loseFile(page: Page, name: string): Promise<() => Promise<void>> {
  const file = new RegExp(`/assets/${name}[^/]*\\.js`)
  await page.route(file, (route) => route.abort())
  return () => page.unroute(file)
}

/** From here on the part of this name throws as it is drawn. */
async function breakFile(page: Page, name: string, part: string): Promise<void> {
  await page.route(new RegExp(`/assets/${name}[^/]*\\.js`), (route) =>
    route.fulfill({
      contentType: 'text/javascript',
      body: `export function ${part}() { throw new Error('broken on purpose') }`,
    }),
  )
}

/** Follows a link without the hover or the finger that would fetch the page ahead. */
async function follow(page: Page, address: string): Promise<void> {
  await page
    .locator(`a[href="${address}"]`)
    .first()
    .evaluate((link: HTMLAnchorElement) => link.click())
}

/** A page without pictures, whose making would hold up the files that a test waits for. */
async function openQuietPage(page: Page): Promise<void> {
  await page.goto('/login')
  await expectQuietPage(page)
}

async function expectQuietPage(page: Page): Promise<void> {
  await expect(page.getByRole('main').getByRole('button', { name: 'Continue as Guest' })).toBeVisible()
}

const title = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })

test('a page whose code failed once is there the next time it is requested', ONCE, async ({ page, allow }) => {
  expectTrouble(allow)
  await openQuietPage(page)
  const findFile = await loseFile(page, 'cart-page')
  await follow(page, '/cart')
  await expect(title(page, 'We couldn’t load this page')).toBeVisible()
  await findFile()
  await follow(page, '/cart')
  await expect(title(page, 'Shopping cart')).toBeVisible()
})

test(
  'Try again brings a page without a new document, and puts focus on its heading',
  ONCE,
  async ({ page, shop, allow }) => {
    expectTrouble(allow)
    await shop.open()
    const findFile = await loseFile(page, 'cart-page')
    await follow(page, '/cart')
    const retry = page.getByRole('button', { name: 'Try again' })
    await expect(retry).toBeVisible()
    await page.evaluate(() => Reflect.set(window, 'sameDocument', true))
    await findFile()
    await retry.press('Enter')
    await expect(title(page, 'Shopping cart')).toBeFocused()
    expect(await page.evaluate(() => Reflect.get(window, 'sameDocument'))).toBe(true)
  },
)

test.describe('a page whose own code does not arrive at the start', ONCE, () => {
  const notice = (page: Page) => page.getByRole('alert').filter({ hasText: 'Part of this page didn’t load' })

  test('can be read, and everything around it works', async ({ page, shop, allow }) => {
    expectTrouble(allow)
    await page.setViewportSize({ width: 360, height: 740 })
    await loseFile(page, 'product-page')
    await page.goto(`/product/${PRODUCT.product_id}`, { waitUntil: 'commit' })
    await expect(notice(page)).toBeVisible()
    await expect(title(page, PRODUCT.product_name)).toBeVisible()
    await page.getByRole('button', { name: 'Open menu' }).click()
    await page.getByRole('navigation', { name: 'Menu' }).getByRole('link', { name: 'Shop' }).click()
    await shop.expectOpen()
    await expect(notice(page)).toBeHidden()
  })

  test('comes to life with Try again', async ({ page, product, allow }) => {
    expectTrouble(allow)
    const findFile = await loseFile(page, 'product-page')
    await page.goto(`/product/${PRODUCT.product_id}`, { waitUntil: 'commit' })
    await expect(notice(page)).toBeVisible()
    await findFile()
    await notice(page).getByRole('button', { name: 'Try again' }).click()
    await expect(notice(page)).toBeHidden()
    await product.addButton().click()
    await expect(product.addedPopup()).toBeVisible()
  })
})

test('a page that breaks is not blamed on the connection, and is reported', ONCE, async ({ page, allow }) => {
  expectTrouble(allow)
  await openQuietPage(page)
  await breakFile(page, 'cart-page', 'Page')
  const reported = page.waitForEvent('console', (message) => message.text().startsWith('Shop: '))
  await follow(page, '/cart')
  await expect(title(page, 'Something went wrong on this page')).toBeVisible()
  await expect(page.getByRole('main')).toContainText('It’s our fault, not your connection.')
  expect((await reported).text()).toContain('a part of the page could not be shown')
  await page.goBack()
  await expectQuietPage(page)
})

test('a broken menu is reported, and leaves a way on, not a blank window', ONCE, async ({ page, allow }) => {
  expectTrouble(allow)
  await page.setViewportSize({ width: 360, height: 740 })
  await openQuietPage(page)
  await breakFile(page, 'mobile-menu', 'MobileMenu')
  const reported = page.waitForEvent('console', (message) => message.text().startsWith('Shop: '))
  await page.getByRole('button', { name: 'Open menu' }).click()
  await expect(title(page, 'Something went wrong on this page')).toBeVisible()
  expect((await reported).text()).toContain('a part of the page could not be shown')
  await page.getByRole('link', { name: 'Home' }).click()
  await expect(title(page, 'Backpacks your back appreciates')).toBeVisible()
})

test('a broken dialog leaves the page as it is, and says so', ONCE, async ({ page, allow }) => {
  expectTrouble(allow)
  await openQuietPage(page)
  await breakFile(page, 'return-policy-dialog', 'ReturnPolicyDialog')
  await page.getByRole('contentinfo').getByRole('link', { name: 'Return Policy' }).click()
  await expect(page.getByText('Something went wrong')).toBeVisible()
  await expect(page).toHaveURL('/login')
  await expectQuietPage(page)
})
