import type { Page } from '@playwright/test'
import { isPageHydrated } from '../../harness/browser/hydrated.ts'
import { ADDRESSES, PRODUCT } from '../addresses.ts'
import { expect, hydrated, ONCE, test } from '../fixtures.ts'
import { seedStorage } from '../visit-storage.ts'

/** Opens a page whose code arrives once all was done to it that a shopper did before. */
async function openLate(page: Page, path: string, act: () => Promise<void>): Promise<void> {
  const held = Promise.withResolvers<void>()
  await page.route(/\/assets\/.*\.js/, async (route) => {
    await held.promise
    await route.continue()
  })
  await page.goto(path, { waitUntil: 'commit' })
  await page.getByRole('contentinfo').waitFor()
  // Text that the styles hide does not count as shown.
  await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0)
  await act()
  held.resolve()
  await hydrated(page)
  await page.waitForFunction(isPageHydrated)
  await page.unrouteAll({ behavior: 'ignoreErrors' })
}

test('the list is sorted, filtered and laid out as was said before the code is there', ONCE, async ({ page, shop }) => {
  const main = page.getByRole('main')
  const search = page.getByRole('banner').getByLabel('Search products')
  await openLate(page, '/shop', async () => {
    await search.fill('blue')
    await main.getByLabel('Sort by').selectOption('price-up')
    await main.getByLabel('Minimum price').fill('70')
    await main.getByLabel('Maximum price').fill('90')
    await main.getByLabel('Include sold-out items').uncheck()
    await main.getByRole('button', { name: 'List view' }).click()
  })
  await expect(page).toHaveURL('/shop?min=70&max=90&soldOut=0&view=list&sort=price-up')
  await expect(search).toHaveValue('blue')
  await expect(main.getByLabel('Sort by')).toHaveValue('price-up')
  await expect(main.getByLabel('Minimum price')).toHaveValue('70')
  await expect(main.getByLabel('Include sold-out items')).not.toBeChecked()
  await expect(shop.cards()).not.toHaveCount(0)
})

test('a price that is still being typed goes on where it was', ONCE, async ({ page }) => {
  const min = page.getByLabel('Minimum price')
  await openLate(page, '/shop?sort=name', async () => {
    await min.focus()
    await page.keyboard.type('4')
  })
  await page.keyboard.type('5')
  await expect(page).toHaveURL('/shop?min=45&sort=name')
  await expect(min).toHaveValue('45')
})

test('a phone unfolds the filters, however often that was pressed', async ({ page }) => {
  const fold = page.getByRole('button', { name: 'Filter and sort' })
  await openLate(page, '/shop', async () => {
    await fold.click()
    await fold.click()
    await page.getByRole('button', { name: 'List view' }).click()
  })
  await expect(fold).toHaveAttribute('aria-expanded', 'true')
  await expect(page).toHaveURL('/shop?view=list')
})

test('a product shows the picture that was chosen, and is in the cart once', ONCE, async ({ page, product, cart }) => {
  const second = product.thumbnails().nth(1)
  await openLate(page, `/product/${PRODUCT.product_id}`, async () => {
    await second.click()
    await product.addButton().click()
    await product.addButton().click()
  })
  await expect(second).toHaveAttribute('aria-pressed', 'true')
  await cart.expectBadge(1)
})

test('a picture that was pressed opens on the full screen', async ({ page }) => {
  await openLate(page, `/product/${PRODUCT.product_id}`, async () => {
    await page.getByRole('group', { name: 'Selected picture' }).click()
  })
  await expect(page.getByRole('dialog')).toBeVisible()
})

test('the quiz goes on from the last answer', ONCE, async ({ page }) => {
  const quiz = page.getByRole('region', { name: 'Which one is yours?' })
  const answers = quiz.getByRole('group').getByRole('button')
  let second = ''
  await openLate(page, '/', async () => {
    second = (await answers.nth(1).getAttribute('aria-label')) ?? ''
    await answers.nth(0).click()
    await answers.nth(1).click()
  })
  await expect(quiz.getByText('Step 2 of')).toBeVisible()
  await quiz.getByRole('button', { name: 'Back' }).click()
  await expect(quiz.getByRole('button', { name: `${second}, your answer so far` })).toBeVisible()
})

test('forms keep what was typed, shown and cleared', ONCE, async ({ page }) => {
  const main = page.getByRole('main')
  await openLate(page, '/orderAndReturn', async () => {
    await main.getByLabel('First name').fill('Ada')
    await main.getByLabel('Order number').fill('1042')
  })
  await main.getByLabel('Email').fill('ada@example.com')
  await expect(main.getByLabel('First name')).toHaveValue('Ada')
  await expect(main.getByLabel('Order number')).toHaveValue('1042')

  await openLate(page, '/login', async () => {
    await main.getByLabel('Password', { exact: true }).first().fill('long and secret')
    await main.getByRole('button', { name: 'Show password' }).first().click()
  })
  const password = main.getByLabel('Password', { exact: true }).first()
  await expect(password).toHaveAttribute('type', 'text')
  await expect(password).toHaveValue('long and secret')
})

/** The page is there, and none of errors. */
async function expectWhole(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeAttached()
  await expect(page.getByText(/went wrong|could not be (shown|loaded)|not found/i)).toHaveCount(0)
  await expect(page.getByRole('main').getByText(/NaN|undefined|\[object/)).toHaveCount(0)
  expect(new URL(page.url()).pathname).not.toBe('/error')
}

test(
  'every page is whole when its code is late, shows no false amount until then, and all amounts after that',
  ONCE,
  async ({ page, cart, checkout }) => {
    const amounts = async () => {
      const text = await page.getByRole('main').innerText()
      return new Set(text.match(/\$[\d,]+(\.\d\d)?|\b\d+ (items?|products?|in stock|left)\b/gi))
    }
    for (const path of ['/cart', '/checkout', '/?dialog=contact']) {
      await openLate(page, path, () => expect(page.getByRole('main')).not.toBeEmpty())
      await expectWhole(page)
    }
    await seedStorage(page, { cart: JSON.stringify({ items: [{ ...PRODUCT, quantity: 2, stock_quantity: 20 }] }) })
    const lists = ['/shop?q=campus', '/shop?min=60&max=80', '/shop?q=blue&view=list', '/shop?min=90&max=20']
    const others = [...lists, '/?quiz=a.b', `/compare?ids=${PRODUCT.product_id}`, '/compare?ids=101,102']
    for (const path of [...ADDRESSES, ...others]) {
      await test.step(path, async () => {
        let early = new Set<string>()
        await openLate(page, path, async () => {
          await expect(page.getByRole('main')).not.toBeEmpty()
          early = await amounts()
        })
        await cart.expectBadge(2)
        const gone = async () => {
          const late = await amounts()
          return [...early].filter((amount) => !late.has(amount))
        }
        await expect.poll(gone).toEqual([])
        if (path !== '/error') await expectWhole(page)
      })
    }
    await openLate(page, '/cart', async () => {})
    await cart.expectCount(2)
    await cart.expectTotal('$158.00')
    await checkout.open('guest', 2)
    await openLate(page, '/checkout', async () => {})
    await checkout.expectSum('Subtotal', '$158.00')
  },
)
