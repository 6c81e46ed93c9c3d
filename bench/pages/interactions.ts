import type { Browser, Locator, Page } from '@playwright/test'
import { median } from '../load.ts'
import type { Note } from '../report.ts'
import { framesOf, MIN_FRAMES_PER_SECOND, type Motion } from './motion.ts'
import { launchBrowser, PHONE_CONTEXT } from './phone.ts'

/** Slowdown of Lighthouse's phone. */
const CPU_SLOWDOWN = 4

type Interaction = { claim: string; goalMs: number; measure: (page: Page, shop: string) => Promise<number> }

const INTERACTIONS: readonly Interaction[] = [
  { claim: 'To a product whose page and data are loaded', goalMs: 100, measure: openProduct },
  { claim: 'A digit typed into a price', goalMs: 50, measure: typePrice },
  { claim: 'A line chosen', goalMs: 50, measure: chooseLine },
  { claim: 'A quantity increased', goalMs: 50, measure: increaseQuantity },
]

const MOTIONS: readonly Motion[] = [
  { claim: 'The picture on its way to a product', start: pressCard },
  { claim: 'The list of a chosen color', start: pressColor },
  { claim: 'A product into the cart', start: pressAdd },
]

/** From a press or key to the painted result, medians, on a phone with a quarter of this machine's speed. */
export async function measureInteractions(shop: string, rounds: number, note: Note): Promise<void> {
  const browser = await launchBrowser()
  try {
    for (const { claim, goalMs, measure } of INTERACTIONS) {
      const times: number[] = []
      for (let round = 0; round < rounds; round += 1) times.push(await inNewTab(browser, shop, measure))
      note(claim, `${Math.round(median(times))} ms`, `at most ${goalMs} ms`)
    }
    for (const { claim, start } of MOTIONS) {
      const rates: number[] = []
      for (let round = 0; round < rounds; round += 1) {
        const rate = await inNewTab(browser, shop, async (page) => framesOf(page, await start(page, shop)))
        if (rate !== null) rates.push(rate)
      }
      const measured = rates.length === 0 ? 'nothing moves' : `${Math.round(median(rates))} frames a second`
      note(claim, measured, `at least ${MIN_FRAMES_PER_SECOND}`)
    }
  } finally {
    await browser.close()
  }
}

/** Each time in a browser that has not been in the shop. */
async function inNewTab<Result>(
  browser: Browser,
  shop: string,
  measure: (page: Page, shop: string) => Promise<Result>,
): Promise<Result> {
  const context = await browser.newContext(PHONE_CONTEXT)
  const page = await context.newPage()
  await page.addInitScript(noteInputs)
  const devtools = await context.newCDPSession(page)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN })
  const result = await measure(page, shop)
  await context.close()
  return result
}

/** The first navigation of a visit, to a product whose page and data were fetched on intent. */
async function openProduct(page: Page, shop: string): Promise<number> {
  const card = await fetchedCard(page, shop)
  const name = (await card.locator('h2, h3').innerText()).split(/,|\n/)[0] ?? ''
  return paintAfter(page, () => card.tap(), { selector: 'main h1', text: name })
}

/** The first card of the list, whose page and data are fetched. */
async function fetchedCard(page: Page, shop: string): Promise<Locator> {
  await open(page, `${shop}/shop`)
  const card = page.locator('main a[href^="/product/"]:has(h2, h3)').first()
  const fetched = ['/api/products/', 'product-page', 'picture-transition'].map((part) =>
    page.waitForResponse((response) => response.url().includes(part)),
  )
  await card.dispatchEvent('touchstart')
  for (const response of await Promise.all(fetched)) await response.finished()
  await idle(page)
  return card
}

async function typePrice(page: Page, shop: string): Promise<number> {
  await open(page, `${shop}/shop`)
  await page.getByRole('button', { name: 'Filter and sort' }).click()
  const field = page.getByLabel('Minimum price')
  await field.focus()
  await idle(page)
  return paintAfter(page, () => page.keyboard.press('4'), { selector: 'input[placeholder="$0"]', text: '4' })
}

async function chooseLine(page: Page, shop: string): Promise<number> {
  await open(page, `${shop}/shop`)
  const chip = chipOf(page, 'Hybrid')
  await idle(page)
  return paintAfter(page, () => chip.tap(), { selector: 'nav [aria-current="true"]', text: 'Hybrid' })
}

function chipOf(page: Page, name: string): Locator {
  return page.getByRole('navigation', { name: 'Filters' }).getByRole('link', { name })
}

async function pressCard(page: Page, shop: string): Promise<() => Promise<void>> {
  const card = await fetchedCard(page, shop)
  return () => card.tap()
}

async function pressColor(page: Page, shop: string): Promise<() => Promise<void>> {
  await open(page, `${shop}/shop`)
  return () => chipOf(page, 'Grey').tap()
}

async function pressAdd(page: Page, shop: string): Promise<() => Promise<void>> {
  await open(page, `${shop}/product/101`)
  return () => page.getByRole('button', { name: 'Add to Cart', exact: true }).first().tap()
}

async function increaseQuantity(page: Page, shop: string): Promise<number> {
  await open(page, `${shop}/product/101`)
  await page.getByRole('button', { name: 'Add to Cart', exact: true }).first().click()
  await page.goto(`${shop}/cart`)
  const more = page.getByRole('button', { name: /^Increase/ })
  await more.waitFor()
  await idle(page)
  return paintAfter(page, () => more.tap(), { selector: 'main', text: '$158.00' })
}

/** Opens a page and waits until it is hydrated. */
async function open(page: Page, address: string): Promise<void> {
  await page.goto(address)
  await page.waitForFunction(() =>
    Object.keys(document.body.firstElementChild ?? {}).some((key) => key.startsWith('__reactProps')),
  )
  await idle(page)
}

/** Waits until the page has nothing to do. */
async function idle(page: Page): Promise<void> {
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(() => requestIdleCallback(resolve))))
}

/**
 * Milliseconds from the press or key until the main thread has painted the first frame that has the text. The page is
 * looked at when it changes rather than in every frame: at this speed frames that do nothing else would be a part of what
 * is measured. So would be tasks that wait for the frame, if a timer noted its end.
 */
async function paintAfter(
  page: Page,
  act: () => Promise<void>,
  shown: { selector: string; text: string },
): Promise<number> {
  const painted = await page.evaluateHandle(({ selector, text }) => {
    const textOf = (element: Element) =>
      element instanceof HTMLInputElement ? element.value : (element.textContent ?? '')
    const isShown = () => [...document.querySelectorAll(selector)].some((element) => textOf(element).includes(text))
    const time = new Promise<number>((resolve) => {
      const observer = new MutationObserver(check)
      function check(): void {
        if (!isShown()) return
        observer.disconnect()
        removeEventListener('input', check)
        requestAnimationFrame(() => {
          const noteEnd = () => resolve(performance.now() - Number(Reflect.get(window, 'inputAt')))
          void scheduler.postTask(noteEnd, { priority: 'user-blocking' })
        })
      }
      observer.observe(document, { attributes: true, characterData: true, childList: true, subtree: true })
      // Typing into a field is no change of the document.
      addEventListener('input', check)
    })
    return { time }
  }, shown)
  await act()
  return painted.evaluate(({ time }) => time)
}

/** Runs in the page. */
function noteInputs(): void {
  for (const type of ['click', 'keydown'])
    addEventListener(type, ({ timeStamp }) => Reflect.set(window, 'inputAt', timeStamp), true)
}
