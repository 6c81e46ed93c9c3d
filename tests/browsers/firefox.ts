import puppeteer, { type Page } from 'puppeteer-core'
import { isHydrated } from '../harness/browser/hydrated.ts'
import { WAIT_MS, type WalkBrowser, WINDOW } from './walk-browser.ts'

/** Starts a headless Firefox with a new profile, driven by WebDriver BiDi, for which it needs no geckodriver. */
export async function startFirefox(program: string): Promise<WalkBrowser> {
  const browser = await puppeteer.launch({
    browser: 'firefox',
    executablePath: program,
    defaultViewport: WINDOW,
    timeout: 3 * WAIT_MS,
  })
  const page = await browser.newPage()
  page.setDefaultTimeout(WAIT_MS)
  const problems = watch(page)
  const element = (xpath: string) => page.locator(`xpath/${xpath}`)
  return {
    name: (await browser.version()).replace(/^firefox\//i, 'Firefox '),
    open: async (address) => {
      await page.goto(address, { waitUntil: 'domcontentloaded' })
      await naming('hydration', page.waitForFunction(isHydrated))
    },
    waitFor: (xpath) => naming(`see ${xpath}`, element(xpath).wait()),
    waitUntilGone: (xpath) =>
      naming(`no longer see ${xpath}`, page.waitForSelector(`xpath/${xpath}`, { hidden: true })),
    click: (xpath) => naming(`click ${xpath}`, element(xpath).click()),
    fill: (xpath, text) => naming(`fill ${xpath}`, element(xpath).fill(text)),
    choose: (xpath, value) => naming(`choose in ${xpath}`, element(xpath).fill(value)),
    problems: async () => problems,
    close: () => browser.close(),
  }
}

/** Puppeteer's timeouts do not say what was waited for. */
async function naming(what: string, wait: Promise<unknown>): Promise<void> {
  try {
    await wait
  } catch (error) {
    throw new Error(`${what}: ${error instanceof Error ? error.message : error}`, { cause: error })
  }
}

function watch(page: Page): readonly string[] {
  const problems: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warn') problems.push(`${message.type()}: ${message.text()}`)
  })
  page.on('pageerror', (error) => problems.push(`uncaught: ${error}`))
  return problems
}
