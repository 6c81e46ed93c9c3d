import type { Locator, Page } from '@playwright/test'
import { DEMO, LoginPage } from '../accounts/login-page.ts'
import { PRODUCT } from '../addresses.ts'
import { ContactDialog } from '../contact/contact-dialog.ts'
import { expect, hydrated, ONCE, test } from '../fixtures.ts'

/** Runs an action on a page whose code does not arrive until the next page was requested. */
async function beforeTheCode(page: Page, open: () => Promise<unknown>, act: () => Promise<void>): Promise<void> {
  const held = Promise.withResolvers<void>()
  await page.route(/\/assets\/.*\.js/, async (route) => {
    await held.promise
    await route.continue()
  })
  await open()
  const next = page.waitForEvent('framenavigated')
  await act()
  await next
  held.resolve()
  await hydrated(page)
  await page.unrouteAll({ behavior: 'ignoreErrors' })
}

const openEarly = (page: Page, path: string) => () => page.goto(path, { waitUntil: 'commit' })
const signInLink = (page: Page) => page.getByRole('banner').getByRole('link', { name: 'Sign In', exact: true })

for (const [path, link] of [
  ['/shop?q=blue', signInLink],
  [`/product/${PRODUCT.product_id}`, signInLink],
  ['/orderAndReturn', (page) => page.getByRole('main').getByRole('link', { name: 'Sign in' })],
] satisfies [string, (page: Page) => Locator][]) {
  test(`Sign In pressed on ${path} before the code is there leads back to the page`, ONCE, async ({ page }) => {
    await beforeTheCode(page, openEarly(page, path), () => link(page).click())
    const login = new LoginPage(page)
    await login.expectOpen()
    await login.signIn(DEMO)
    await expect(page).toHaveURL(path)
  })
}

for (const [what, leave] of [
  ['presses a link', (header) => header.getByRole('link', { name: /^Cart/ }).click()],
  ['searches', (header) => header.getByLabel('Search products').press('Enter')],
] satisfies [string, (header: Locator) => Promise<void>][]) {
  test(`a guest who ${what} before the code is there stays a guest`, ONCE, async ({ page, checkout }) => {
    await checkout.open('guest')
    const header = page.getByRole('banner')
    await beforeTheCode(
      page,
      () => page.reload({ waitUntil: 'commit' }),
      () => leave(header),
    )
    await expect(page).not.toHaveURL('/checkout')
    await header.getByRole('link', { name: /^Cart/ }).click()
    await page.getByRole('button', { name: 'Proceed to Checkout' }).click()
    await checkout.expectOpen()
  })
}

test('the contact form opened before the code is there is filled in as its link says', ONCE, async ({ page }) => {
  const link = page.getByRole('region', { name: 'Notices' }).getByRole('link', { name: 'Contact page' })
  await beforeTheCode(page, openEarly(page, '/shop?q=blue'), () => link.click())
  await expect(new ContactDialog(page).field('Reason')).toHaveValue('Wholesale or Retail Inquiry')
  await expect(page).toHaveURL('/shop?q=blue&dialog=contact')
})

test('a forgotten password knows what was typed before the code is there', ONCE, async ({ page }) => {
  const login = new LoginPage(page)
  await beforeTheCode(page, openEarly(page, '/login'), async () => {
    await login.signInForm().getByLabel('Email').fill(DEMO.email)
    await page.getByRole('link', { name: 'Forgot password?' }).click()
  })
  await expect(page.getByLabel('Email')).toHaveValue(DEMO.email)
})

test('Back on a page that a link led to before the code was there leads to the page before', ONCE, async ({ page }) => {
  const link = page.getByRole('main').getByRole('link', { name: PRODUCT.product_name }).first()
  await beforeTheCode(page, openEarly(page, '/shop?q=campus'), () => link.click())
  await expect(page).toHaveURL(`/product/${PRODUCT.product_id}`)
  await page.getByRole('main').getByRole('button', { name: 'Back', exact: true }).click()
  await expect(page).toHaveURL('/shop?q=campus')
})
