import { existsSync } from 'node:fs'
import { readFlags } from '../../backend/platform/process/read-flags.ts'
import { installFromDebian } from '../harness/debian.ts'
import { ensureBuilt } from '../harness/ensure-built.ts'
import { startShop } from '../harness/shop/shop-server.ts'
import { startFirefox } from './firefox.ts'
import { WALK } from './walk.ts'
import { WAIT_MS, type WalkBrowser, within } from './walk-browser.ts'
import { startWebkit } from './webkit.ts'

/**
 * `npm run test:browsers`: a shopper's walk from home to Pay Now, a message and a cancellation, in Firefox and in WebKit,
 * one after the other; the tests in `tests/browser` run in Chromium. Installs both on Debian as root. Takes a minute or
 * two; loopback only.
 */
const WEBKIT_FOLDERS = ['/usr/lib/x86_64-linux-gnu', '/usr/lib/aarch64-linux-gnu', '/usr/libexec']

/** Milliseconds: a few waits of a step. */
const STEP_MS = 3 * WAIT_MS

type Result = { browser: string; step: string; error: string | null }

readFlags({ command: 'npm run test:browsers', does: "A shopper's walk through the shop in Firefox and WebKit." })
ensureBuilt()

const results = [...(await walkIn('Firefox', startFirefoxOfDebian)), ...(await walkIn('WebKit', startWebkitOfDebian))]
const failed = results.filter(({ error }) => error !== null)
console.info(
  [
    '',
    '| Browser | Step | Result |',
    '| --- | --- | --- |',
    ...results.map(({ browser, step, error }) => `| ${browser} | ${step} | ${error === null ? 'passed' : 'FAILED'} |`),
    '',
    ...failed.map(({ browser, step, error }) => `FAILED ${browser} › ${step}: ${error}`),
    `${results.length - failed.length} passed, ${failed.length} failed`,
  ].join('\n'),
)
process.exitCode = failed.length === 0 ? 0 : 1

/** Each browser has a shop of its own: the same order is cancelled in both. */
async function walkIn(kind: string, start: () => Promise<WalkBrowser>): Promise<Result[]> {
  const shop = await startShop()
  try {
    const browser = await start()
    try {
      return await walk(browser, shop.address)
    } finally {
      await browser.close()
    }
  } catch (error) {
    return [{ browser: kind, step: 'starts and ends', error: messageOf(error) }]
  } finally {
    await shop.stop()
  }
}

/** Ends at the first step that fails, since the next ones depend on it. */
async function walk(browser: WalkBrowser, address: string): Promise<Result[]> {
  const results: Result[] = []
  for (const { name, run } of WALK) {
    const error = await within(STEP_MS, 'the step', run(browser, address)).then(() => null, messageOf)
    console.info(`${error === null ? 'passed' : 'FAILED'}  ${browser.name}: ${name}`)
    results.push({ browser: browser.name, step: name, error })
    if (error !== null) break
  }
  const problems = await within(STEP_MS, 'the console', browser.problems())
  const error = problems.length === 0 ? null : problems.join('; ')
  return [...results, { browser: browser.name, step: 'its console has no error and no warning', error }]
}

async function startFirefoxOfDebian(): Promise<WalkBrowser> {
  return startFirefox(await ensureFile(['/usr/bin/firefox-esr', '/usr/bin/firefox'], 'firefox-esr'))
}

async function startWebkitOfDebian(): Promise<WalkBrowser> {
  const versions = ['webkitgtk-6.0', 'webkit2gtk-4.1', 'webkit2gtk-4.0']
  const browsers = WEBKIT_FOLDERS.flatMap((folder) => versions.map((version) => `${folder}/${version}/MiniBrowser`))
  return startWebkit({
    driver: await ensureFile(['/usr/bin/WebKitWebDriver'], 'webkit2gtk-driver'),
    browser: await ensureFile(browsers, 'webkit2gtk-driver'),
    screen: await ensureFile(['/usr/bin/Xvfb'], 'xvfb'),
  })
}

/** The first of these files, installed if possible. Rejects without one. */
async function ensureFile(paths: readonly string[], debianPackage: string): Promise<string> {
  const find = () => paths.find((path) => existsSync(path))
  if (find() === undefined) await installFromDebian(debianPackage)
  const found = find()
  if (found === undefined) throw new Error(`install the package ${debianPackage}: ${paths.join(' or ')} is missing`)
  return found
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
