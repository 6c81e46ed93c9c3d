import {
  type BrowserContext,
  test as base,
  type ConsoleMessage,
  expect,
  type Page,
  type Request,
  type WebError,
} from '@playwright/test'
import { accountCalls } from '@shop/contract/accounts/calls'
import { isHydrated } from '../harness/browser/hydrated.ts'
import { type ShopServer, startShop } from '../harness/shop/shop-server.ts'
import { startSplitShop } from '../harness/shop/split-shop.ts'
import { DEMO } from './accounts/login-page.ts'
import { Cart } from './cart/cart.ts'
import { ProductPage } from './catalog/product-page.ts'
import { ShopPage } from './catalog/shop-page.ts'
import { Checkout } from './checkout/checkout.ts'
import { signedIn } from './visit-storage.ts'
import { stopRouting, WarmTab } from './warm-tab.ts'

/** Lets a test expect what would otherwise fail it. The reason is for the reader. */
export type Allow = (pattern: RegExp, reason: string) => void

/** For a test that does not depend on the screen, or is about a desktop: it runs there, and others as a phone. */
export const ONCE = { tag: '@once' } as const

/** For a test that looks at more on a desktop: in the long form it also runs there. */
export const ALSO_ON_DESKTOP = { tag: '@also-on-desktop' } as const

/**
 * For the tests that together make each call of the specification: in the long form they run once more with another backend
 * (R1).
 */
export const ALSO_AT_OTHER_BACKEND = { tag: '@other-backend' } as const
export const ONCE_AND_AT_OTHER_BACKEND = { tag: [ONCE.tag, ALSO_AT_OTHER_BACKEND.tag] }

const PHONE = { viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true }
const DESKTOP = { viewport: { width: 1440, height: 900 }, isMobile: false, hasTouch: false }

type TestFixtures = {
  device: typeof PHONE | typeof DESKTOP
  warmTab: WarmTab
  allow: Allow
  /** Fails the test on any console error or warning, page error, failed request or call outside the shop. */
  quietBrowser: undefined
  shop: ShopPage
  product: ProductPage
  cart: Cart
  checkout: Checkout
}

export type Options = {
  /** `warm`: the worker's one tab, emptied. `new`: a browser that has never loaded anything of the shop. */
  tab: 'warm' | 'new'
  /** The screen of every test, whatever its tag says. */
  only: 'desktop' | null
}

export type WorkerOptions = {
  /** `other`: the pages of the worker's shop call another backend. */
  apiOrigin: 'own' | 'other'
}

type WorkerFixtures = {
  server: ShopServer
  /** Tabs of each screen: a browser context is either a phone or not. */
  warmTabs: { phone: WarmTab; desktop: WarmTab }
  /** Entries that signing in as the demo customer leaves in the browser's store; signed in once. */
  demoSession: Readonly<Record<string, string>>
}

const allowed = new WeakMap<BrowserContext, RegExp[]>()

export const test = base.extend<TestFixtures & Options, WorkerFixtures & WorkerOptions>({
  tab: ['warm', { option: true }],
  only: [null, { option: true }],
  device: ({ only }, use, { tags }) => use(only === 'desktop' || tags.includes(ONCE.tag) ? DESKTOP : PHONE),
  // One project has both screens, since each project starts browsers and shops of its own.
  viewport: ({ device }, use) => use(device.viewport),
  isMobile: ({ device }, use) => use(device.isMobile),
  hasTouch: ({ device }, use) => use(device.hasTouch),
  apiOrigin: ['own', { option: true, scope: 'worker' }],
  server: [
    async ({ apiOrigin }, use) => {
      const server = await (apiOrigin === 'other' ? startSplitShop() : startShop())
      await use(server)
      await server.stop()
    },
    { scope: 'worker' },
  ],
  warmTabs: [
    async ({ browser }, use) => {
      const tabs = { phone: new WarmTab(browser), desktop: new WarmTab(browser) }
      await use(tabs)
      await Promise.all([tabs.phone.close(), tabs.desktop.close()])
    },
    { scope: 'worker' },
  ],
  warmTab: ({ warmTabs, device }, use) => use(device.isMobile ? warmTabs.phone : warmTabs.desktop),
  demoSession: [
    async ({ server }, use) => {
      const body = JSON.stringify({ loginId: DEMO.email, password: DEMO.password })
      const headers = { 'content-type': 'application/json' }
      const response = await fetch(server.apiAddress + accountCalls.signIn.path, {
        method: accountCalls.signIn.method,
        headers,
        body,
      })
      const { user, token } = await response.json()
      await use(signedIn(user, token))
    },
    { scope: 'worker' },
  ],
  baseURL: ({ server }, use) => use(server.address),
  context: async ({ browser, tab, warmTab, viewport }, use, info) => {
    if (tab === 'new') {
      const context = await browser.newContext()
      await use(context)
      await stopRouting(context)
      return context.close()
    }
    const { context } = await warmTab.take()
    await use(context)
    await warmTab.release({ viewport }, info.status === 'passed')
  },
  allow: async ({ context }, use) => {
    const patterns: RegExp[] = []
    allowed.set(context, patterns)
    await use((pattern) => void patterns.push(pattern))
  },
  quietBrowser: [
    async ({ context, server, allow: _ }, use) => {
      const { problems, stop } = watch(context, [server.address, server.apiAddress])
      await use(undefined)
      stop()
      const patterns = allowed.get(context) ?? []
      expect(problems.filter((problem) => !patterns.some((pattern) => pattern.test(problem)))).toEqual([])
    },
    { auto: true },
  ],
  page: async ({ context, tab, warmTab }, use) => {
    const page = tab === 'new' ? await context.newPage() : (await warmTab.take()).page
    const { goto, reload } = page
    page.goto = async (url, options) =>
      afterHydration(page, await goto.call(page, url, { ...WITHOUT_PICTURES, ...options }), options)
    page.reload = async (options) =>
      afterHydration(page, await reload.call(page, { ...WITHOUT_PICTURES, ...options }), options)
    await use(page)
    Object.assign(page, { goto, reload })
  },
  shop: ({ page }, use) => use(new ShopPage(page)),
  product: ({ page }, use) => use(new ProductPage(page)),
  cart: ({ page }, use) => use(new Cart(page)),
  checkout: ({ page }, use) => use(new Checkout(page)),
})

/** A fresh clone makes its smaller pictures on request: a test that needs them waits for them by name. */
const WITHOUT_PICTURES = { waitUntil: 'domcontentloaded' } as const

/** A cap, in milliseconds. */
const HYDRATION_TIMEOUT = 60_000

/**
 * Returns the response once the application has hydrated the page: what a test does before is done to a page without
 * an application, which only some tests mean. Those say that they go on at `commit`.
 */
async function afterHydration<R>(page: Page, response: R, options?: { waitUntil?: string }): Promise<R> {
  if (options?.waitUntil !== 'commit') await hydrated(page)
  return response
}

/** Waits until the application has hydrated a page; for tabs that a test opens itself, and for responses that it held back. */
export async function hydrated(page: Page): Promise<void> {
  await page.waitForFunction(isHydrated, undefined, { timeout: HYDRATION_TIMEOUT }).catch((error) => {
    throw new Error(`The application did not hydrate ${page.url()}`, { cause: error })
  })
}

/** Collects, for every tab of the visit and until stopped, what a shopper's browser should never report. */
function watch(context: BrowserContext, addresses: readonly string[]): { problems: string[]; stop: () => void } {
  const problems: string[] = []
  const onConsole = (message: ConsoleMessage) => {
    const type = message.type()
    if (type === 'error' || type === 'warning') problems.push(`${type}: ${message.text()} (${message.location().url})`)
  }
  const onError = (error: WebError) => {
    problems.push(`page error: ${error.error().stack ?? error.error().message}`)
  }
  const onFailure = (request: Request) => {
    const reason = request.failure()?.errorText ?? ''
    // A request the page itself withdrew, by leaving or by seeking in a video, is no failure.
    if (reason !== 'net::ERR_ABORTED') problems.push(`failed request: ${request.url()} ${reason}`)
  }
  const onRequest = (request: Request) => {
    const { origin, protocol } = new URL(request.url())
    if (protocol.startsWith('http') && !addresses.includes(origin))
      problems.push(`call outside the shop: ${request.url()}`)
  }
  context.on('console', onConsole).on('weberror', onError).on('requestfailed', onFailure).on('request', onRequest)
  const stop = () => {
    context.off('console', onConsole).off('weberror', onError).off('requestfailed', onFailure).off('request', onRequest)
  }
  return { problems, stop }
}

export { expect }
