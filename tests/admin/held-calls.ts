import type { Disposable, Page } from '@playwright/test'
import { adminSession } from '../../contract/access/session.ts'

/** Response to a call: `hold` leaves it waiting, `empty` is the response of a shop in which nothing has happened yet. */
type Answer = 'hold' | 'pass' | 'fail' | 'empty'

/**
 * Decides in the page what its calls get. With a route of Playwright's the browser has no cache: it would compile the whole
 * admin anew for each page, which took half of the time of the screens.
 */
export class HeldCalls {
  private readonly page: Page
  private readonly script: Disposable

  private constructor(page: Page, script: Disposable) {
    this.page = page
    this.script = script
  }

  /** Holds the calls of the pages that are opened from now on. */
  static async hold(page: Page): Promise<HeldCalls> {
    return new HeldCalls(page, await page.addInitScript(decideCalls, adminSession.getSession.path))
  }

  /** Sets the response to the waiting calls and those to come, on this page and the next ones. */
  async set(answer: Answer): Promise<void> {
    await this.page.evaluate((how) => {
      sessionStorage.setItem('answer', how)
      window.dispatchEvent(new Event('decided'))
    }, answer)
  }

  async dispose(): Promise<void> {
    await this.script.dispose()
    await this.page.evaluate(() => sessionStorage.removeItem('answer'))
  }
}

/** Runs in the page. */
function decideCalls(sessionPath: string): void {
  const pass = window.fetch.bind(window)
  const decided = async () => {
    for (;;) {
      const answer = sessionStorage.getItem('answer') ?? 'hold'
      if (answer !== 'hold') return answer
      await new Promise((resolve) => window.addEventListener('decided', resolve, { once: true }))
    }
  }
  window.fetch = async (input, init) => {
    const { pathname } = new URL(input instanceof Request ? input.url : input, location.href)
    if (!pathname.startsWith('/api/admin/') || pathname === sessionPath) return pass(input, init)
    const answer = await decided()
    if (answer === 'fail') return new Response('The shop is away', { status: 503 })
    const response = await pass(input, init)
    return answer === 'empty' ? Response.json(withoutEntries(await response.text())) : response
  }

  function withoutEntries(text: string): unknown {
    return JSON.parse(text, (key, value) => {
      if (Array.isArray(value)) return []
      // Also the end of an alarm, which another test of this shop may have raised.
      if (key === 'next' || key.endsWith('_at') || key.endsWith('_until')) return null
      return typeof value === 'number' ? 0 : value
    })
  }
}
