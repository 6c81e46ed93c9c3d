import type { Page, Request } from '@playwright/test'
import { PRODUCT } from '../addresses.ts'
import { expect, ONCE, test } from '../fixtures.ts'
import { GUEST, OrdersPage } from '../orders/orders-page.ts'
import { openBare } from '../visit-storage.ts'

/** Calls, and pages that are loaded whole or in frames. Files of the build are left out. */
const RECORDED = ['document', 'fetch', 'xhr', 'ping', 'websocket', 'eventsource']

/** A call as one line: method, address and body, then status, media type and whether it may be stored. */
async function describe(request: Request): Promise<string> {
  const { pathname, search } = new URL(request.url())
  const response = await request.response()
  const { 'content-type': type, 'cache-control': control } = response?.headers() ?? {}
  const sent = `${request.method()} ${pathname}${search} ${request.postData() ?? ''}`.trimEnd()
  return `${sent} -> ${response?.status()} ${type?.replace('; charset=utf-8', '')}, ${control}`
}

function record(page: Page): { expectNext: (calls: readonly string[]) => Promise<void> } {
  let lines: Promise<string>[] = []
  page.on('request', (request) => {
    if (RECORDED.includes(request.resourceType())) lines.push(describe(request))
  })
  return {
    /** A call too many that comes later fails the next step. */
    expectNext: async (calls) => {
      await expect.poll(async () => (await Promise.all(lines)).toSorted()).toEqual(calls.toSorted())
      lines = []
    },
  }
}

const visitOf = (page: string) => `POST /api/track-visit ${JSON.stringify({ page })} -> 200 application/json, no-store`
const pageAt = (address: string) => `GET ${address} -> 200 text/html, no-cache`
const cardFrame = (field: string) => `GET /card-frame.html?field=${field} -> 200 text/html, public, max-age=3600`

const PRODUCTS = 'GET /api/products -> 200 application/json, no-cache'
const ONE_PRODUCT = `GET /api/products/${PRODUCT.product_id} -> 200 application/json, no-cache`
const STOCK = { items: [{ product_id: PRODUCT.product_id, quantity: 1 }] }
const LOOKUP = '/api/orderDetail?firstName=Guest&lastName=Shopper&email=guest%40packwright.example&orderId=100005'

/** The list is what it was before orders could be placed; a new call is added here on purpose. */
test(
  'a walk through the paused shop makes exactly these calls',
  ONCE,
  async ({ page, shop, product, cart, checkout }) => {
    await openBare(page)
    const { expectNext } = record(page)

    await page.goto('/')
    await expectNext([pageAt('/'), visitOf('/')])
    // Not by pointer: it would rest on a card of the list, whose product is loaded then.
    await page.getByRole('link', { name: 'Shop Now' }).press('Enter')
    await shop.expectOpen()
    await expectNext([PRODUCTS, visitOf('/shop')])
    await shop.openProduct(PRODUCT.product_name)
    await expectNext([ONE_PRODUCT, visitOf(`/product/${PRODUCT.product_id}`)])
    await product.add()
    // The list of products is asked for again once it is some seconds old: with a new page it always is.
    await page.goto('/cart')
    await cart.expectCount(1)
    await expectNext([pageAt('/cart'), PRODUCTS, ONE_PRODUCT, visitOf('/cart')])

    await page.getByRole('button', { name: 'Proceed to Checkout' }).click()
    await page.getByRole('button', { name: 'Continue as Guest' }).click()
    await checkout.expectOpen()
    await checkout.fillAddress()
    await checkout.reachCard()
    await expectNext([
      `POST /api/cart/validate-stock ${JSON.stringify(STOCK)} -> 200 application/json, no-store`,
      visitOf('/login'),
      visitOf('/checkout'),
      'GET /api/api/delivery-options -> 200 application/json, no-cache',
      'GET /api/api/state-tax-rate/CA -> 200 application/json, no-cache',
      'GET /api/api/bt/client_token -> 200 application/json, no-store',
      ...['number', 'expirationDate', 'cvv'].map(cardFrame),
    ])
    await checkout.payNow()
    await expect(checkout.popup()).toBeVisible()

    await page.goto('/order-summary')
    await expectNext([pageAt('/order-summary'), visitOf('/order-summary')])
    const orders = new OrdersPage(page)
    await orders.open()
    await orders.find(GUEST)
    await expectNext([
      pageAt('/orderAndReturn'),
      visitOf('/orderAndReturn'),
      `GET ${LOOKUP} -> 200 application/json, no-store`,
    ])
    await page.goto('/about')
    await expectNext([pageAt('/about'), visitOf('/about')])
  },
)
