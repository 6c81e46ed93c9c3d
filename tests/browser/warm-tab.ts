import type { Browser, BrowserContext, CDPSession, Disposable, Page } from '@playwright/test'
import { BARE } from './visit-storage.ts'

type Cookies = Awaited<ReturnType<BrowserContext['cookies']>>
type Screen = { viewport: { width: number; height: number } | null }

/** Events of a page that a test may listen to. Its listeners are removed before the next test. */
const EVENTS = ['console', 'dialog', 'pageerror', 'popup', 'request', 'requestfailed', 'requestfinished', 'response']

/**
 * The one tab of a worker. A new browser context and its first page cost five times as much as the next page of a tab
 * that has seen the shop. Every test is given the same tab, emptied: as a visitor who has never been here, but
 * with a full HTTP cache. A tab with something in it that cannot be taken back, such as a clock, is thrown away.
 */
export class WarmTab {
  private readonly browser: Browser
  private readonly signIn: (context: BrowserContext) => Promise<void>
  /** Cookies that signing in left; every test gets them. */
  private cookies: Cookies | null = null
  private context: BrowserContext | null = null
  private page: Page | null = null
  private spent = false
  private readonly scripts: Disposable[] = []
  private readonly sessions: CDPSession[] = []
  /** The tab's DevTools session, reused by each test. */
  private devtools: CDPSession | null = null

  /** `signIn` is done once, for all tests. */
  constructor(browser: Browser, signIn: (context: BrowserContext) => Promise<void> = async () => {}) {
    this.browser = browser
    this.signIn = signIn
  }

  /** The tab, empty. Every test that takes it releases it. */
  async take(): Promise<{ context: BrowserContext; page: Page }> {
    if (this.context === null || this.page === null) return this.open()
    return { context: this.context, page: this.page }
  }

  /** Empties the tab for the next test; what a failed test left behind is not trusted. */
  async release(screen: Screen, passed: boolean): Promise<void> {
    const { context, page } = this
    if (context === null || page === null) return
    await stopRouting(context)
    if (!passed || this.spent || page.isClosed()) return this.close()
    await this.empty(context, page, screen)
  }

  async close(): Promise<void> {
    await this.context?.close()
    this.context = null
    this.page = null
  }

  private async open(): Promise<{ context: BrowserContext; page: Page }> {
    const context = await this.browser.newContext()
    if (this.cookies === null) await this.signIn(context)
    else await context.addCookies(this.cookies)
    this.cookies = await context.cookies()
    const page = await context.newPage()
    this.context = context
    this.page = page
    this.devtools = await context.newCDPSession(page)
    this.spent = false
    this.scripts.length = 0
    this.sessions.length = 0
    this.watch(context, page)
    return { context, page }
  }

  /** Notes what a test does to the tab that a new page would not undo. */
  private watch(context: BrowserContext, page: Page): void {
    const { addInitScript } = page
    page.addInitScript = async (...args: Parameters<typeof addInitScript>) => {
      const script = await addInitScript.apply(page, args)
      this.scripts.push(script)
      return script
    }
    const { newCDPSession, addInitScript: addToAll } = context
    context.newCDPSession = async (target) => {
      const session = await newCDPSession.call(context, target)
      this.sessions.push(session)
      return session
    }
    context.addInitScript = async (...args: Parameters<typeof addToAll>) => {
      const script = await addToAll.apply(context, args)
      this.scripts.push(script)
      return script
    }
    const { clock } = context
    const spend = () => {
      this.spent = true
      return clock
    }
    Object.defineProperty(context, 'clock', { get: spend })
    Object.defineProperty(page, 'clock', { get: spend })
  }

  private async empty(context: BrowserContext, page: Page, { viewport }: Screen): Promise<void> {
    for (const event of EVENTS) page.removeAllListeners(event)
    for (const other of context.pages()) if (other !== page) await other.close()
    for (const script of this.scripts.splice(0)) await script.dispose()
    for (const session of this.sessions.splice(0)) await session.detach()
    await context.clearPermissions()
    await context.setOffline(false)
    // `null` would mean motion, instead of what the configuration says.
    await page.emulateMedia({
      media: null,
      colorScheme: null,
      reducedMotion: 'reduce',
      forcedColors: null,
      contrast: null,
    })
    if (viewport !== null && JSON.stringify(page.viewportSize()) !== JSON.stringify(viewport)) {
      await page.setViewportSize(viewport)
    }
    await forget(context, page, this.devtools)
    await context.addCookies(this.cookies ?? [])
  }
}

/**
 * Ends what a test does to requests. A page may call the server until it is closed; an error of a handler whose response
 * went with the page is no failure of the test.
 */
export async function stopRouting(context: BrowserContext): Promise<void> {
  const behavior = 'ignoreErrors'
  await Promise.all([context, ...context.pages()].map((place) => place.unrouteAll({ behavior })))
}

/** Leaves the shop, which ends all its code, and takes out what it stored and where the tab has been. */
async function forget(context: BrowserContext, page: Page, devtools: CDPSession | null): Promise<void> {
  await page.goto(BARE)
  await context.clearCookies()
  await page.evaluate(() => {
    localStorage.clear()
    sessionStorage.clear()
  })
  await devtools?.send('Page.resetNavigationHistory')
}
