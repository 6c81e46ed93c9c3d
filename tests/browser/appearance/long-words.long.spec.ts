import type { Page } from '@playwright/test'
import { accountCalls } from '@shop/contract/accounts/calls'
import { orderCalls } from '@shop/contract/orders/calls'
import { DEMO, LoginPage } from '../accounts/login-page.ts'
import { expect, ONCE, test } from '../fixtures.ts'
import { GUEST, OrdersPage } from '../orders/orders-page.ts'

const LONG = 'Wanderlustigkeitsrucksackmanufakturmeisterstueck'.repeat(2)

/** From here on one product says everything in words that no line can hold. */
async function useLongWords(page: Page): Promise<void> {
  const long = { product_name: LONG, color: LONG, size: LONG, short_description: LONG, description: `<p>${LONG}</p>` }
  await page.route(/\/api\/products(\/101)?$/, async (route) => {
    const response = await route.fetch()
    const body: unknown = await response.json()
    const json = Array.isArray(body)
      ? body.map((product) => (product.product_id === '101' ? { ...product, ...long } : product))
      : Object.assign({}, body, long)
    await route.fulfill({ response, json })
  })
}

/** The first picture is no picture, and the application has not replaced it yet. */
function showAlternativeText(page: Page): Promise<void> {
  return page.evaluate(async (text) => {
    const image = document.querySelector<HTMLImageElement>('main picture img')
    if (image === null) throw new Error('there is no picture')
    const failed = new Promise<void>((resolve) => {
      const stop = (event: Event) => {
        event.stopImmediatePropagation()
        resolve()
      }
      document.addEventListener('error', stop, { capture: true, once: true })
    })
    for (const source of image.parentElement?.querySelectorAll('source') ?? []) source.remove()
    image.alt = text
    image.src = '/robots.txt'
    await failed
  }, LONG)
}

/** Nothing is pushed off the screen of a desktop and of a phone, which the page has afterwards. */
async function expectToFit(page: Page, state = ''): Promise<void> {
  for (const width of [1440, 360]) {
    await page.setViewportSize({ width, height: 740 })
    await page.waitForFunction((wanted) => document.documentElement.clientWidth === wanted, width)
    expect(await overhang(page), `at ${width} pixels ${state}`).toBe(0)
  }
}

/** How far the page reaches beyond the window, in pixels. */
function overhang(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
}

test('words that no line can hold are broken, and push nothing off the screen', async ({ page, product }) => {
  await useLongWords(page)
  for (const address of ['/shop', '/shop?view=list']) {
    await page.goto(address)
    await expect(page.getByRole('heading', { name: LONG })).toBeVisible()
    await expectToFit(page)
  }
  await page.goto('/product/101')
  await expect(page.getByRole('heading', { level: 1, name: LONG })).toBeVisible()
  await product.add()
  await expectToFit(page)
  await showAlternativeText(page)
  await expectToFit(page, 'with a picture that is missing')
  await page.goto('/cart')
  await expect(page.getByRole('row').filter({ hasText: `Color:${LONG}` })).toBeVisible()
  await expectToFit(page)
})

for (const [name, words, whole] of [
  [
    'ordinary words',
    { cancellation_status: 'cancelled', refund_status: 'refunded', cancellation_reason: 'Defective/Damaged' },
    ['Defective/Damaged'],
  ],
  [
    'words that no line can hold',
    {
      product_name: LONG,
      cancellation_reason: LONG,
      cancellation_status: 'cancelled',
      tracking_number: LONG,
      order_status: LONG,
    },
    [],
  ],
] as const) {
  test(`an order of ${name} fits every width`, ONCE, async ({ page }) => {
    await page.route(`**${orderCalls.findOrder.path}?**`, async (route) => {
      const response = await route.fetch()
      const rows: Record<string, unknown>[] = await response.json()
      await route.fulfill({ response, json: rows.map((row) => ({ ...row, ...words })) })
    })
    const orders = new OrdersPage(page)
    await orders.open()
    await orders.find(GUEST)
    await orders.expectFound(GUEST.orderId)
    const table = page.getByRole('table', { name: 'Items of this order' })
    for (const width of [360, 768, 1024, 1280, 1440]) {
      await test.step(`${width} pixels`, async () => {
        await page.setViewportSize({ width, height: 900 })
        await expect.poll(() => overhang(page)).toBe(0)
        const beyond = () => table.evaluate((node) => node.scrollWidth - (node.parentElement?.clientWidth ?? 0))
        await expect.poll(beyond).toBeLessThanOrEqual(0)
        for (const word of whole) {
          expect((await table.getByText(word, { exact: true }).first().boundingBox())?.height, word).toBeLessThan(30)
        }
      })
    }
  })
}

test('long names and long error messages fit the screen', async ({ page, allow }) => {
  allow(/401/, 'the sign-in is refused on purpose')
  const login = new LoginPage(page)
  await login.open()
  // A message has a blank; without one it is a code.
  const message = `Sorry ${'x'.repeat(194)}`
  await page.route(`**${accountCalls.signIn.path}`, (route) => route.fulfill({ status: 401, json: { message } }))
  await login.signIn(DEMO)
  const alert = page.getByRole('alertdialog', { name: 'Login Failed' })
  await expect(alert).toContainText(message)
  expect(await alert.evaluate((node) => node.scrollWidth - node.clientWidth)).toBeLessThanOrEqual(0)
  await login.closeAlert('Login Failed', message)
  await expectToFit(page)
  await page.evaluate((long) => {
    localStorage.setItem('token', 'token')
    localStorage.setItem(
      'user',
      JSON.stringify({ customer_id: '7', firstName: long, lastName: long, email: `${long}@shop.example` }),
    )
  }, LONG)
  await page.reload()
  await expect(page.getByRole('heading', { level: 1, name: 'You’re signed in' })).toBeVisible()
  await expectToFit(page)
  await page.getByRole('button', { name: 'Open menu' }).click()
  const signOut = page.getByRole('navigation', { name: 'Menu' }).getByText('Sign Out', { exact: true })
  expect((await signOut.boundingBox())?.height).toBeLessThan(40)
  expect(await overhang(page)).toBe(0)
})
