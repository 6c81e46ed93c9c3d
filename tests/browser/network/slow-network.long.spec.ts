import type { Page } from '@playwright/test'
import { DEMO, LoginPage } from '../accounts/login-page.ts'
import { PRODUCT } from '../addresses.ts'
import { ALSO_ON_DESKTOP, type Allow, expect, hydrated, ONCE, test } from '../fixtures.ts'
import { GUEST, OrdersPage } from '../orders/orders-page.ts'

const CODE = /\/assets\/.*\.js/

/** From here on no further code of the shop arrives, as after a new release or on a train. */
async function loseCode(page: Page, allow: Allow): Promise<void> {
  allow(/assets|ERR_FAILED|dynamically imported/, 'code cannot be fetched in this test')
  await page.route(CODE, (route) => route.abort())
}

/** Holds the code of the shop until the returned function is called. */
async function holdCode(page: Page): Promise<() => void> {
  const held = Promise.withResolvers<void>()
  await page.route(CODE, async (route) => {
    await held.promise
    await route.continue()
  })
  return held.resolve
}

/** Holds all pictures until the returned function is called, and with them the code, which waits for the first ones. */
async function holdPictures(page: Page): Promise<() => void> {
  // The code is also fetched when pictures are very late.
  await page.addInitScript(() => {
    const { setTimeout } = window
    Object.assign(window, { setTimeout: (run: () => void, ms = 0) => (ms === 3000 ? 0 : setTimeout(run, ms)) })
  })
  const held = Promise.withResolvers<void>()
  await page.route(/\/images\//, async (route) => {
    await held.promise
    await route.continue()
  })
  return held.resolve
}

/**
 * Holds the end of the page at `path` until the returned function is called, as a slow connection does: a file that the
 * parser waits for stands before the page's data and its start script.
 */
async function holdEnd(page: Page, path: string): Promise<() => void> {
  const held = Promise.withResolvers<void>()
  await page.route(path, async (route) => {
    const response = await route.fetch()
    const body = (await response.text()).replace(
      '<script type="application/json"',
      '<script src="/held.js"></script>$&',
    )
    await route.fulfill({ response, body })
  })
  await page.route('/held.js', async (route) => {
    await held.promise
    await route.fulfill({ contentType: 'text/javascript', body: 'document.currentScript.remove()' })
  })
  return held.resolve
}

/** Opens a page until it was painted, and the two frames after which anything else would start. */
async function openUntilPainted(page: Page, path: string): Promise<void> {
  await page.goto(path, { waitUntil: 'commit' })
  await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0)
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
}

/** The file names of requested pictures, as they are requested. */
function recordPictures(page: Page): string[] {
  const requested: string[] = []
  page.on('request', (request) => {
    const [, name] = /\/images\/([^?]+)/.exec(request.url()) ?? []
    if (name !== undefined) requested.push(name)
  })
  return requested
}

/** The first picture of the home page was requested, and no other. */
async function expectFirstAlone(requested: readonly string[]): Promise<void> {
  await expect.poll(() => requested.length).toBeGreaterThan(0)
  const [first, ...others] = new Set(requested)
  expect(first).toMatch(/^hero/)
  expect(others).toEqual([])
}

/** Whether every picture of the page has a box, but for those in a part that this screen does not show. */
function hasBoxForAll(page: Page): Promise<boolean> {
  return page.evaluate(() =>
    [...document.images]
      .filter((image) => image.closest('picture')?.parentElement?.checkVisibility() !== false)
      .every((image) => image.getClientRects().length > 0),
  )
}

/** The tops of all elements that are not pictures, in pixels. */
function tops(page: Page): Promise<number[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('main *:not(picture, source, img)')].map((element) =>
      Math.round(element.getBoundingClientRect().top),
    ),
  )
}

test(
  'the first picture shares the line with neither the code nor the pictures below it',
  ALSO_ON_DESKTOP,
  async ({ page }) => {
    const release = await holdPictures(page)
    let isCodeRequested = false
    page.on('request', (request) => {
      if (CODE.test(request.url())) isCodeRequested = true
    })
    const requested = recordPictures(page)
    await openUntilPainted(page, '/')
    expect(isCodeRequested).toBe(false)
    await expectFirstAlone(requested)
    release()
    await hydrated(page)
    await expect.poll(() => new Set(requested).size).toBeGreaterThan(1)
  },
)

test('the pictures below the first wait although the end of the page has not arrived', ONCE, async ({ page }) => {
  const releaseEnd = await holdEnd(page, '/')
  const releasePictures = await holdPictures(page)
  const requested = recordPictures(page)
  await openUntilPainted(page, '/')
  await expectFirstAlone(requested)
  releaseEnd()
  releasePictures()
  await hydrated(page)
  await expect.poll(() => new Set(requested).size).toBeGreaterThan(1)
})

for (const path of ['/', '/shop', `/product/${PRODUCT.product_id}`, '/about', '/repairs']) {
  test(
    `nothing moves on ${path} when the pictures below the first come, and all are printed`,
    ALSO_ON_DESKTOP,
    async ({ page }) => {
      await holdCode(page)
      const release = await holdPictures(page)
      await openUntilPainted(page, path)
      expect(await hasBoxForAll(page)).toBe(false)
      await page.emulateMedia({ media: 'print' })
      expect(await hasBoxForAll(page)).toBe(true)
      await page.emulateMedia({ media: 'screen' })
      // Opened anew: after printing, Chromium also uses an optional font that came after the first paint.
      await openUntilPainted(page, path)
      const before = await tops(page)
      expect(before.length).toBeGreaterThan(20)
      expect(await hasBoxForAll(page)).toBe(false)
      release()
      await expect.poll(() => hasBoxForAll(page)).toBe(true)
      expect(await tops(page)).toEqual(before)
    },
  )
}

test('a button that is pressed before the code is there responds once it is', ONCE, async ({ page, product }) => {
  const release = await holdCode(page)
  await page.goto(`/product/${PRODUCT.product_id}`, { waitUntil: 'commit' })
  await product.addButton().click()
  release()
  await expect(product.addedPopup()).toBeVisible()
})

test('a form that is submitted before the code is there is sent once it is', ONCE, async ({ page }) => {
  await test.step('the order lookup, by Enter', async () => {
    const release = await holdCode(page)
    const orders = new OrdersPage(page)
    await page.goto('/orderAndReturn', { waitUntil: 'commit' })
    await orders.fill(GUEST)
    await orders.guestForm().getByLabel('Order number').press('Enter')
    release()
    await orders.expectFound(GUEST.orderId)
  })
  await test.step('the sign-in, by its button', async () => {
    const release = await holdCode(page)
    const login = new LoginPage(page)
    await page.goto('/login', { waitUntil: 'commit' })
    await login.signIn(DEMO)
    release()
    await login.expectGreeting(DEMO.firstName)
    await expect(page).toHaveURL('/')
  })
})

test('a search that is submitted before the code is there is made at once', ONCE, async ({ page }) => {
  const release = await holdCode(page)
  await page.goto('/login', { waitUntil: 'commit' })
  const search = page.getByRole('banner').getByLabel('Search products')
  await search.fill('blue')
  await search.press('Enter')
  await expect(page).toHaveURL('/shop?q=blue')
  release()
  await hydrated(page)
})

test('a message whose styles do not arrive is shown in plain words', ONCE, async ({ page, product, cart, allow }) => {
  await product.open(PRODUCT.product_id)
  await loseCode(page, allow)
  await product.add()
  await cart.expectBadge(1)
})

test('a menu that does not arrive leaves the page as it is', async ({ page, shop, allow }) => {
  await shop.open()
  await loseCode(page, allow)
  await page.getByRole('button', { name: 'Open menu' }).click()
  await expect(page.getByText('The menu didn’t open')).toBeVisible()
  await shop.expectOpen()
})

test('leaving the cart during the stock check leads to no checkout', ONCE, async ({ page, product, cart }) => {
  await product.open(PRODUCT.product_id)
  await product.add()
  await cart.open()
  const released = Promise.withResolvers<void>()
  await page.route(/validate-stock/, async (route) => {
    await released.promise
    await route.continue()
  })
  const checked = page.waitForResponse(/validate-stock/)
  await page.getByRole('button', { name: 'Proceed to Checkout' }).click()
  await page.getByRole('banner').getByRole('link', { name: 'home' }).click()
  await expect(page).toHaveURL('/')
  released.resolve()
  await checked
  await expect(page).toHaveURL('/')
})
