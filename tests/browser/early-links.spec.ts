import type { Page } from '@playwright/test'
import { PRODUCT } from './addresses.ts'
import { ContactDialog } from './contact-dialog.ts'
import { expect, hydrated, ONCE, test } from './fixtures.ts'
import { DEMO, LoginPage } from './login-page.ts'

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

for (const path of ['/shop?q=blue', `/product/${PRODUCT.product_id}`, '/orderAndReturn?order=100001']) {
  test(`Sign In pressed on ${path} before the code is there leads back to it`, ONCE, async ({ page }) => {
    await beforeTheCode(page, openEarly(page, path), () => signInLink(page).click())
    const login = new LoginPage(page)
    await login.expectOpen()
    await login.signIn(DEMO)
    await expect(page).toHaveURL(path)
  })
}

test('Sign in pressed beside the order number before the code is there leads back', ONCE, async ({ page }) => {
  const path = '/orderAndReturn?order=100001'
  const link = page.getByRole('main').getByRole('link', { name: 'Sign in' })
  await beforeTheCode(page, openEarly(page, path), () => link.click())
  await page.getByRole('button', { name: 'Continue as Guest' }).click()
  await expect(page).toHaveURL(path)
})

test('a guest who presses a link before the code is there stays a guest', ONCE, async ({ page, checkout }) => {
  await checkout.open('guest')
  const reload = () => page.reload({ waitUntil: 'commit' })
  await beforeTheCode(page, reload, () => page.getByRole('banner').getByRole('link', { name: /^Cart/ }).click())
  await expect(page).toHaveURL('/cart')
  await page.getByRole('button', { name: 'Proceed to Checkout' }).click()
  await checkout.expectOpen()
})

test('a guest who searches before the code is there stays a guest', ONCE, async ({ page, checkout, cart }) => {
  await checkout.open('guest')
  const reload = () => page.reload({ waitUntil: 'commit' })
  const search = page.getByRole('banner').getByLabel('Search products')
  await beforeTheCode(page, reload, async () => {
    await search.fill('blue')
    await search.press('Enter')
  })
  await expect(page).toHaveURL('/shop?q=blue')
  await page.getByRole('banner').getByRole('link', { name: /^Cart/ }).click()
  await cart.expectCount(2)
  await page.getByRole('button', { name: 'Proceed to Checkout' }).click()
  await checkout.expectOpen()
})

test('an early link makes nobody a guest', ONCE, async ({ page, checkout }) => {
  await checkout.open('customer')
  await page.evaluate(() => localStorage.removeItem('user'))
  const open = openEarly(page, '/shop')
  await beforeTheCode(page, open, () => page.getByRole('banner').getByRole('link', { name: /^Cart/ }).click())
  await page.getByRole('button', { name: 'Proceed to Checkout' }).click()
  await expect(page).toHaveURL('/login')
})

test('a question about a bag, asked before the code is there, names the bag', ONCE, async ({ page }) => {
  const path = `/product/${PRODUCT.product_id}`
  const link = page.getByRole('link', { name: 'Ask us about this one' })
  await beforeTheCode(page, openEarly(page, path), () => link.click())
  const contact = new ContactDialog(page)
  await contact.expectValues({ Reason: 'Wholesale or Retail Inquiry' })
  await expect(contact.dialog().getByLabel(/^(Reference|Product)/)).toHaveValue(PRODUCT.product_name)
})

test('a dialog opened before the code is there keeps the search of its page', ONCE, async ({ page }) => {
  const link = page.getByRole('button', { name: 'Return Policy' }).or(page.getByRole('link', { name: 'Return Policy' }))
  await beforeTheCode(page, openEarly(page, '/shop?q=blue'), () => link.first().click())
  await expect(page).toHaveURL('/shop?q=blue&dialog=returns')
})

test('a forgotten password knows what was typed before the code is there', ONCE, async ({ page }) => {
  const login = new LoginPage(page)
  await beforeTheCode(page, openEarly(page, '/login'), async () => {
    await login.signInForm().getByLabel('E-mail').fill(DEMO.email)
    await page.getByRole('link', { name: 'Forgot password?' }).click()
  })
  await expect(page.getByLabel('E-mail')).toHaveValue(DEMO.email)
})

test('Back on a page that a link led to before the code was there leads to the page before', ONCE, async ({ page }) => {
  const link = page.getByRole('main').getByRole('link', { name: PRODUCT.product_name }).first()
  await beforeTheCode(page, openEarly(page, '/shop?q=campus'), () => link.click())
  await expect(page).toHaveURL(`/product/${PRODUCT.product_id}`)
  await page.getByRole('main').getByRole('button', { name: 'Back', exact: true }).click()
  await expect(page).toHaveURL('/shop?q=campus')
})
