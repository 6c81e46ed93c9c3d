import { type BrowserContext, test as base, expect, type Page } from '@playwright/test'
import { type ShopServer, startShop } from '../harness/shop-server.ts'
import { Cart } from './cart.ts'
import { Checkout } from './checkout.ts'
import { ProductPage } from './product-page.ts'
import { ShopPage } from './shop-page.ts'

/** Lets a test expect what would otherwise fail it. The reason is for the reader. */
export type Allow = (pattern: RegExp, reason: string) => void

/** For a test that does not depend on the screen: it is asked on the desktop alone. */
export const ONCE = { tag: '@once' } as const

type TestFixtures = {
  allow: Allow
  /** Fails the test on any console error or warning, page error, failed request or call outside the shop. */
  quietBrowser: undefined
  shop: ShopPage
  product: ProductPage
  cart: Cart
  checkout: Checkout
}

type WorkerFixtures = { server: ShopServer }

const allowed = new WeakMap<BrowserContext, RegExp[]>()

export const test = base.extend<TestFixtures, WorkerFixtures>({
  server: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from this pattern which fixtures are wanted.
    async ({}, use) => {
      const server = await startShop()
      await use(server)
      await server.stop()
    },
    { scope: 'worker' },
  ],
  baseURL: ({ server }, use) => use(server.address),
  allow: async ({ context }, use) => {
    const patterns: RegExp[] = []
    allowed.set(context, patterns)
    await use((pattern) => void patterns.push(pattern))
  },
  quietBrowser: [
    async ({ context, server, allow: _ }, use) => {
      const problems = watch(context, server.address)
      await use(undefined)
      const patterns = allowed.get(context) ?? []
      expect(problems.filter((problem) => !patterns.some((pattern) => pattern.test(problem)))).toEqual([])
    },
    { auto: true },
  ],
  page: ({ page }, use) => {
    const { goto, reload } = page
    page.goto = async (url, options) => arrived(page, await goto.call(page, url, options), options)
    page.reload = async (options) => arrived(page, await reload.call(page, options), options)
    return use(page)
  },
  shop: ({ page }, use) => use(new ShopPage(page)),
  product: ({ page }, use) => use(new ProductPage(page)),
  cart: ({ page }, use) => use(new Cart(page)),
  checkout: ({ page }, use) => use(new Checkout(page)),
})

/** How long a test waits for the application of a page, in milliseconds; some tests keep it from coming. */
const PATIENCE = 5000

/**
 * Goes on once the browser has taken the page over: what a test does before is done to a page without an application,
 * which only some tests mean. Those say that they go on at `commit`.
 */
async function arrived<R>(page: Page, response: R, options?: { waitUntil?: string }): Promise<R> {
  if (options?.waitUntil === 'commit') return response
  await page
    .waitForFunction(
      () => Object.keys(document.body.firstElementChild ?? {}).some((key) => key.startsWith('__reactProps')),
      undefined,
      { timeout: PATIENCE },
    )
    .catch(() => {})
  return response
}

/** Collects, for every tab of the visit, what a shopper's browser should never have to say. */
function watch(context: BrowserContext, address: string): string[] {
  const problems: string[] = []
  context.on('console', (message) => {
    const type = message.type()
    if (type === 'error' || type === 'warning') problems.push(`${type}: ${message.text()} (${message.location().url})`)
  })
  context.on('weberror', (error) => problems.push(`page error: ${error.error().stack ?? error.error().message}`))
  context.on('requestfailed', (request) => {
    const reason = request.failure()?.errorText ?? ''
    // A request the page itself withdrew, by leaving or by seeking in a video, is no failure.
    if (reason !== 'net::ERR_ABORTED') problems.push(`failed request: ${request.url()} ${reason}`)
  })
  context.on('request', (request) => {
    const { origin, protocol } = new URL(request.url())
    if (protocol.startsWith('http') && origin !== address) problems.push(`call outside the shop: ${request.url()}`)
  })
  return problems
}

export { expect }
