import type { Locator, Page, Route } from '@playwright/test'
import { catalogCalls } from '@shop/contract/catalog/calls'
import { expectAccessible } from '../accessibility/axe.ts'
import { press, tabTo } from '../accessibility/tabbing.ts'
import { PRODUCT } from '../addresses.ts'
import { Cart } from '../cart/cart.ts'
import { expect, ONCE } from '../fixtures.ts'
import { openBare, seedStorage } from '../visit-storage.ts'
import { Checkout } from './checkout.ts'
import { expectPlaced, fillCard, fillOrder, PLACE, test } from './open-orders.ts'

// One worker: each starts a gateway and a shop of its own.
test.describe.configure({ mode: 'default' })

const LOOK = '**/api/placeOrder/*'

/** An answer of the shop that one press gets. */
function answer(status: number, body: object, headers: Record<string, string> = {}) {
  return (route: Route) => route.fulfill({ status, headers, json: { success: false, ...body } })
}

/** A product that is sold out, as the line of a cart that does not know it yet. */
async function findSoldOut(page: Page) {
  const response = await page.request.get(catalogCalls.listProducts.path)
  const products: { product_id: number; product_name: string; stock_quantity: number; price: number }[] =
    await response.json()
  const gone = products.find(({ stock_quantity, price }) => stock_quantity === 0 && Number(price) > 0)
  if (gone === undefined) throw new Error('no product of the test catalog is sold out')
  return { ...gone, product_id: String(gone.product_id), quantity: 1, stock_quantity: 1 }
}

test('a signed-in customer orders from the product page on, and the order is in their list', async ({
  page,
  product,
  checkout,
  demoSession,
}) => {
  await seedStorage(page, demoSession)
  await product.open(PRODUCT.product_id)
  await product.add()
  await product.reviewCart()
  await page.getByRole('button', { name: 'Proceed to Checkout' }).click()
  await checkout.expectOpen()
  await fillOrder(checkout, { signedIn: true })
  await checkout.payNow()
  await expectPlaced(page, 'demo@packwright.example')
  const order = await page.evaluate(() => JSON.parse(localStorage.getItem('latestOrder') ?? '{}').orderId)
  await page.goto('/orderAndReturn')
  await expect(page.getByRole('main')).toContainText(String(order))
})

test(
  'a line that sold out at the last moment is taken out and said, and the rest is ordered',
  ONCE,
  async ({ page, checkout, allow }) => {
    allow(/status of 409/, 'a line is sold out')
    await openBare(page)
    const gone = await findSoldOut(page)
    await checkout.seedCart(1, PRODUCT.price, [gone])
    await page.evaluate(() => history.replaceState({ usr: { guest: true } }, '', '/checkout'))
    await page.reload()
    await fillOrder(checkout)
    await checkout.payNow()
    const alert = page.getByRole('alert')
    await expect(alert).toContainText(`${gone.product_name} is sold out.`)
    await expect(alert).toContainText(/The total was \$[\d.]+ and is now \$[\d.]+\./)
    await expect(alert).toContainText('You weren’t charged. Click Pay Now to order at the new total.')
    await checkout.expandSummary()
    await expect(checkout.summary().getByText(gone.product_name)).toHaveCount(0)
    await expectAccessible(page)
    await checkout.payNow()
    await expectPlaced(page)
  },
)

test(
  'where all of it sold out at the last moment, nothing is left to pay for',
  ONCE,
  async ({ page, checkout, allow }) => {
    allow(/status of 409/, 'all lines are sold out')
    await openBare(page)
    await seedStorage(page, { cart: JSON.stringify({ items: [await findSoldOut(page)] }) })
    await page.evaluate(() => history.replaceState({ usr: { guest: true } }, '', '/checkout'))
    await page.reload()
    await fillOrder(checkout)
    await checkout.payNow()
    await expect(page.getByRole('alert')).toContainText('You weren’t charged. There’s nothing left to order.')
    await expect(page.getByRole('button', { name: 'Pay Now' })).toHaveCount(0)
    await expect(checkout.summary()).toHaveCount(0)
    await expect(page.getByText('Total', { exact: true })).toHaveCount(0)
    await expectAccessible(page)
  },
)

test(
  'a changed price stands at its line and the old total at the total, also in forced colors',
  ONCE,
  async ({ page, checkout, allow }) => {
    allow(/status of 409/, 'the price is another one')
    await page.emulateMedia({ forcedColors: 'active' })
    await checkout.open('guest', 1, 12)
    await fillOrder(checkout)
    await checkout.payNow()
    await checkout.expandSummary()
    await expect(checkout.summary().getByText('was $12.00 each')).toBeVisible()
    await expect(
      checkout
        .summary()
        .getByText(/^was \$[\d.]+$/)
        .filter({ visible: true }),
    ).toBeVisible()
    await expect(page.getByRole('alert')).toBeFocused()
    // Axe measures the shop's own colors, which forced ones replace.
    await page.emulateMedia({ forcedColors: 'none' })
    await expectAccessible(page)
  },
)

test(
  'two tabs of one cart place one order, and the cart is empty in both',
  ONCE,
  async ({ page, context, checkout, gateway, allow }) => {
    allow(/placeOrder/, 'the connection of one tab is cut')
    await checkout.open('guest', 1)
    const second = await context.newPage()
    const there = new Checkout(second)
    await there.open('guest', 1)
    await fillOrder(checkout)
    await fillOrder(there)
    const before = (await gateway.transactions()).length
    await page.route(LOOK, (route) => route.abort())
    await page.route(PLACE, async (route) => {
      await route.fetch()
      await route.abort()
    })
    await checkout.payNow()
    await expect(page.getByRole('heading', { name: 'We’re checking your payment' })).toBeFocused()
    await there.payNow()
    await expectPlaced(second)
    expect(await gateway.transactions()).toHaveLength(before + 1)
    await expectPlaced(page)
    await page.goto('/cart')
    await new Cart(page).expectEmpty()
  },
)

/** Places an order whose answer and look-ups are lost. */
async function placeWithoutAnswer(page: Page, checkout: Checkout): Promise<void> {
  await checkout.open('guest', 1)
  await fillOrder(checkout)
  await page.route(LOOK, (route) => route.abort())
  await page.route(PLACE, async (route) => {
    await route.fetch()
    await route.abort()
  })
  await checkout.payNow()
  await expect(page.getByRole('heading', { name: 'We’re checking your payment' })).toBeFocused()
}

test(
  'an order that is found on another page than the checkout leaves the cart',
  ONCE,
  async ({ page, checkout, allow }) => {
    allow(/placeOrder/, 'the connection is cut')
    await placeWithoutAnswer(page, checkout)
    const looked = page.waitForRequest(LOOK)
    await page.goto('/cart')
    await looked
    await page.unroute(LOOK)
    await new Cart(page).expectEmpty()
  },
)

test(
  'an order that was found late is shown once, and the cart that was filled since is kept and can be ordered',
  ONCE,
  async ({ page, checkout, allow }) => {
    allow(/placeOrder/, 'the connection is cut')
    await placeWithoutAnswer(page, checkout)
    await openBare(page)
    await page.unroute(LOOK)
    await page.unroute(PLACE)
    const response = await page.request.get(catalogCalls.listProducts.path)
    const products: { product_id: number; stock_quantity: number; price: number }[] = await response.json()
    const other = products.find((one) => one.stock_quantity > 0 && String(one.product_id) !== PRODUCT.product_id)
    const items = [{ ...other, product_id: String(other?.product_id), quantity: 1 }]
    await seedStorage(page, { cart: JSON.stringify({ items }) })
    const visit = async () => {
      await page.evaluate(() => history.replaceState({ usr: { guest: true } }, '', '/checkout'))
      await page.reload()
    }
    await visit()
    await expect(page).toHaveURL('/order-summary')
    await expect(page.getByRole('main')).toContainText('ada@mail.example')
    await visit()
    await checkout.expectOpen()
    await fillOrder(checkout)
    await checkout.payNow()
    await expectPlaced(page)
  },
)

test(
  'an order is ended when it is placed, and a reload before the code of its confirmation is loaded finds no full cart',
  ONCE,
  async ({ page, checkout, gateway }) => {
    await checkout.open('guest', 1)
    await fillOrder(checkout)
    const before = (await gateway.transactions()).length
    const held = Promise.withResolvers<void>()
    await page.route(/\.js$/, async (route) => {
      await held.promise
      await route.continue()
    })
    await checkout.payNow()
    await expect(page.getByRole('heading', { name: 'Your order has been placed' })).toBeFocused()
    const stored = await page.evaluate(() => [localStorage.getItem('orderAttempt'), localStorage.getItem('cart')])
    expect(stored[0]).toBeNull()
    expect(JSON.parse(stored[1] ?? '{}').items).toEqual([])
    held.resolve()
    await page.reload()
    await expectPlaced(page)
    expect(await gateway.transactions()).toHaveLength(before + 1)
  },
)

test('what the shop says of a field stands beside it and has the focus', ONCE, async ({ page, checkout, allow }) => {
  allow(/status of 400/, 'the shop does not accept a field')
  await checkout.open('guest', 1)
  await fillOrder(checkout)
  const details = [{ field: 'address.zipCode', message: 'There is no such ZIP code' }]
  await page.route(PLACE, answer(400, { error: 'invalid_request', message: 'Please check the order.', details }))
  await checkout.payNow()
  await checkout.expectError('ZIP code', 'There is no such ZIP code')
  await expect(checkout.field('ZIP code')).toBeFocused()
  await expectAccessible(page)
  await checkout.field('ZIP code').fill('95815')
  await checkout.expectError('ZIP code', '')
})

const REFUSALS = [
  [
    429,
    { error: 'rate_limited', message: 'There were too many attempts.' },
    ['There were too many attempts.', 'You can try again at', 'You weren’t charged.'],
  ],
  [503, { error: 'unavailable', message: 'The shop is busy.' }, ['The shop is busy. You weren’t charged.']],
  [
    503,
    {
      error: 'unavailable',
      message: 'Card payments are not available right now. Nothing was charged.',
      details: [{ field: 'key', message: 'Card payments are not available right now. Nothing was charged.' }],
    },
    ['Card payments are not available right now. Nothing was charged.', 'Send us this cart as an inquiry'],
  ],
  [
    409,
    {
      error: 'conflict',
      message: 'An order of $0.00 cannot be paid.',
      details: [{ field: 'items', message: 'An order of $0.00 cannot be paid.' }],
    },
    ['An order of $0.00 cannot be paid.', 'You weren’t charged.'],
  ],
] as const

test(
  'what was not charged says so each time, and the next press orders it',
  ONCE,
  async ({ page, checkout, allow }) => {
    allow(/status of (409|429|503)/, 'the answers under test')
    await checkout.open('guest', 1)
    await fillOrder(checkout)
    for (const [status, body, texts] of REFUSALS) {
      await page.route(PLACE, answer(status, body, { 'retry-after': '600' }))
      await checkout.payNow()
      for (const text of texts) await expect(page.getByRole('alert')).toContainText(text)
      await expect(page.getByRole('alert')).toBeFocused()
      await expect(page.getByRole('alert')).not.toContainText('Click Pay Now')
      await page.unroute(PLACE)
      await fillCard(checkout)
    }
    await checkout.payNow()
    await expectPlaced(page)
  },
)

test(
  'a card that gives no token is charged nothing, and can be typed again',
  ONCE,
  async ({ page, checkout, cards }) => {
    const { tokenize } = cards
    cards.tokenize = async () => null
    await checkout.open('guest', 1)
    await fillOrder(checkout)
    const reported = page.waitForRequest('**/api/card-failures')
    await checkout.payNow()
    await expect(page.getByRole('alert')).toContainText('We couldn’t read your card, and you weren’t charged.')
    expect((await reported).postData()).toBeNull()
    cards.tokenize = tokenize
    await checkout.payNow()
    await expectPlaced(page)
  },
)

test(
  'after a minute without an answer an email is announced, with the number to refer to',
  ONCE,
  async ({ page, checkout }) => {
    await checkout.open('guest', 1)
    await fillOrder(checkout)
    const checking = { status: 202, json: { status: 'checking', number: '200123' } }
    let looks = 0
    await page.route(PLACE, (route) => route.fulfill(checking))
    await page.route(LOOK, (route) => {
      looks += 1
      return route.fulfill(checking)
    })
    await page.clock.install()
    await checkout.payNow()
    const status = page.getByRole('region', { name: 'We’re checking your payment' })
    await expect(status).toContainText('Please don’t order again.')
    await expect(status).toContainText('200123')
    await expectAccessible(page)
    const pass = async () => {
      await page.clock.runFor(2000)
      return status.textContent()
    }
    // The page's clock passes a minute within so many polls.
    await expect.poll(pass, { intervals: [100] }).toContain('We’ll email ada@mail.example once your order is confirmed')
    expect(looks).toBe(30)
    await expect(status).toContainText('200123')
    await expect(status).not.toContainText('failed')
    await expectAccessible(page)
    await expect(status.getByRole('button', { name: 'Check Again' })).toBeVisible()
  },
)

test('an order is typed and placed with only the keyboard, in forced colors', ONCE, async ({ page, checkout }) => {
  await page.emulateMedia({ forcedColors: 'active' })
  await checkout.open('guest', 1)
  await checkout.reachCard()
  await expect(page.getByText('Card payments by Braintree.')).toBeVisible()
  const type = async (target: Locator, text: string) => {
    await tabTo(page, target)
    await page.keyboard.type(text)
  }
  await checkout.field('First name').focus()
  for (const [label, text] of [
    ['First name', 'Ada'],
    ['Last name', 'Lovelace'],
    ['Email', 'ada@mail.example'],
    ['Phone', '503 555 0100'],
    ['Address line 1', '12 Main St'],
    ['City', 'Sacramento'],
    ['State', 'California'],
    ['ZIP code', '95814'],
  ] as const) {
    await type(checkout.field(label), text)
  }
  await tabTo(page, page.getByRole('radio', { checked: true }))
  for (const title of ['Card number', 'Expiration, MM/YY', 'CVV'] as const) {
    await page.keyboard.press('Tab')
    await expect(page.locator(`iframe[title="${title}"]`)).toBeFocused()
    await page.keyboard.type('4111')
  }
  await tabTo(page, page.getByRole('checkbox', { name: 'Billing ZIP code is the same as delivery' }))
  await press(page, page.getByRole('button', { name: 'Pay Now' }))
  await expectPlaced(page)
})

test(
  'while the shop has not answered one order is placed, however often Pay Now is pressed',
  ONCE,
  async ({ page, checkout, gateway }) => {
    await checkout.open('guest', 1)
    await fillOrder(checkout)
    const before = (await gateway.transactions()).length
    const pressed = Promise.withResolvers<void>()
    await page.route(PLACE, async (route) => {
      await pressed.promise
      await route.continue()
    })
    await page.getByRole('button', { name: 'Pay Now' }).dblclick()
    await expect(page.getByText('Processing', { exact: true })).toBeVisible()
    await page.keyboard.press('Enter')
    pressed.resolve()
    await expectPlaced(page)
    expect(await gateway.transactions()).toHaveLength(before + 1)
  },
)

test(
  'without JavaScript the open checkout says what it needs, and nothing of paused orders',
  ONCE,
  async ({ request }) => {
    const html = await (await request.get('/checkout')).text()
    expect(html).toContain('Checkout needs JavaScript. Please turn on JavaScript, or write to ')
    expect(html).not.toContain('are not being processed')
  },
)

test('on a phone a line on sale and with a code has room for its words', ONCE, async ({ page, checkout }) => {
  const { product_id } = PRODUCT
  await page.route(`**/api/products/${product_id}`, async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...(await response.json()), regular_price: 264 } })
  })
  await page.route('**/checkout', async (route) => {
    const response = await route.fetch()
    const html = await response.text()
    await route.fulfill({ response, body: html.replace('"orders":"open"', '"orders":"open","codes":true') })
  })
  const code = { code: 'THANKS-FOR-WAITING', kind: 'percent', value: 10, productIds: null, minimum: 0 }
  await page.route('**/api/discountCode', (route) => route.fulfill({ json: code }))
  await page.setViewportSize({ width: 360, height: 740 })
  await checkout.open('guest', 10)
  await page.getByLabel('Discount code').fill(code.code)
  await page.getByRole('button', { name: 'Apply' }).click()
  await checkout.expandSummary()
  await expect(checkout.summary().locator('li s')).toHaveText('Regular price $2640.00')
  const note = checkout.summary().getByText(`$79.00 off with ${code.code}`)
  expect((await note.boundingBox())?.width).toBeGreaterThan(100)
})
