import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { Builder, By, error as errors, type WebDriver, type WebElement } from 'selenium-webdriver'
import { freePort } from '../../backend/testing/servers/free-port.ts'
import { isHydrated } from '../harness/browser/hydrated.ts'
import { untilListening } from '../harness/servers/haproxy.ts'
import { WAIT_MS, type WalkBrowser, WINDOW, within } from './walk-browser.ts'

/** Programs that a WebKit under WebDriver needs. */
export type WebkitPrograms = { driver: string; browser: string; screen: string }

/** Starts WebKitGTK's small browser on a screen without a display, driven by its own WebDriver. */
export async function startWebkit(programs: WebkitPrograms): Promise<WalkBrowser> {
  const screen = await startVirtualScreen(programs.screen, WINDOW)
  const port = await freePort()
  const driver = spawn(programs.driver, [`--port=${port}`], {
    env: { ...process.env, DISPLAY: screen.display, NO_AT_BRIDGE: '1' },
    stdio: 'ignore',
  })
  const endPrograms = async () => {
    await end(driver)
    await screen.stop()
  }
  try {
    await untilListening(port)
    const session = await openSession(port, programs.browser)
    const version = (await session.getCapabilities()).getBrowserVersion()
    return {
      name: `WebKitGTK ${version}`,
      ...actionsOf(session),
      close: async () => {
        try {
          await within(WAIT_MS, 'to quit', session.quit())
        } finally {
          await endPrograms()
        }
      },
    }
  } catch (error) {
    await endPrograms()
    throw error
  }
}

async function openSession(port: number, binary: string): Promise<WebDriver> {
  const session = await new Builder()
    // With an address Selenium neither looks for a driver nor downloads one.
    .usingServer(`http://127.0.0.1:${port}`)
    .withCapabilities({
      browserName: 'MiniBrowser',
      'webkitgtk:browserOptions': { binary, args: ['--automation'] },
    })
    .build()
  await session
    .manage()
    .window()
    .setRect({ x: 0, y: 0, ...WINDOW })
  return session
}

type Actions = Omit<WalkBrowser, 'name' | 'close'>

/**
 * WebKit's driver has no log of the console: the page notes it itself, once it is loaded. Not earlier: the driver loses
 * a script that it is sent while a page loads, and never responds to it.
 */
const LISTEN = `
  const problems = window.problems = []
  for (const kind of ['error', 'warn']) {
    const write = console[kind]
    console[kind] = (...args) => { problems.push(kind + ': ' + args.join(' ')); write.apply(console, args) }
  }
  addEventListener('error', (event) => problems.push('uncaught: ' + event.message))
  addEventListener('unhandledrejection', (event) => problems.push('uncaught: ' + event.reason))`

/** WebKit's driver refuses to click what is out of sight instead of scrolling to it. */
const SCROLL = "arguments[0].scrollIntoView({ block: 'center', behavior: 'instant' })"

function actionsOf(session: WebDriver): Actions {
  const until = (what: string, isTrue: () => Promise<boolean>) => session.wait(isTrue, WAIT_MS, what).then(() => {})
  /** Tries until the element is there, visible and not covered; the page may replace it in between. */
  const act = (what: string, xpath: string, action: (element: WebElement) => Promise<unknown>) =>
    until(`${what} ${xpath}`, async () => {
      const [element] = await session.findElements(By.xpath(xpath))
      if (element === undefined) return false
      await session.executeScript(SCROLL, element)
      return action(element).then(
        (result) => result !== false,
        (error: unknown) => (isRetryable(error) ? false : Promise.reject(error)),
      )
    })
  const problems: string[] = []
  const read = () => session.executeScript<string[]>('return window.problems ?? []')
  return {
    problems: async () => [...problems, ...(await read())],
    open: async (address) => {
      problems.push(...(await read()))
      await session.get(address)
      await session.executeScript(LISTEN)
      await until('hydration', () => session.executeScript<boolean>(isHydrated))
    },
    waitFor: (xpath) => act('see', xpath, (element) => element.isDisplayed()),
    waitUntilGone: (xpath) =>
      until(`no longer see ${xpath}`, async () => (await session.findElements(By.xpath(xpath))).length === 0),
    click: (xpath) => act('click', xpath, (element) => element.click()),
    fill: (xpath, text) => act('fill', xpath, (element) => element.sendKeys(text)),
    choose: (xpath, value) =>
      act('choose in', `${xpath}/option[@value='${value}' or normalize-space()='${value}']`, (element) =>
        element.click(),
      ),
  }
}

/** Errors that may disappear once the page has loaded further. */
function isRetryable(error: unknown): boolean {
  return [
    errors.StaleElementReferenceError,
    errors.ElementNotInteractableError,
    errors.ElementClickInterceptedError,
    errors.NoSuchElementError,
  ].some((kind) => error instanceof kind)
}

async function end(child: ChildProcess): Promise<void> {
  const ended = once(child, 'exit')
  child.kill()
  await ended
}

/** Starts Xvfb on the first free display, and returns its number as `DISPLAY` wants it. */
async function startVirtualScreen(
  program: string,
  { width, height }: { width: number; height: number },
): Promise<{ display: string; stop: () => Promise<void> }> {
  const child = spawn(program, ['-displayfd', '1', '-screen', '0', `${width}x${height}x24`, '-nolisten', 'tcp'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const ended = once(child, 'exit')
  const stop = async () => {
    child.kill()
    await ended
  }
  const number = await Promise.race([once(createInterface(child.stdout), 'line'), ended.then(() => null)])
  if (number === null) throw new Error(`${program} ended before it had a display`)
  return { display: `:${number[0]}`, stop }
}
