import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { type Browser, chromium, type Page } from '@playwright/test'
import { readFlags } from '../backend/platform/process/read-flags.ts'
import { findChromium } from '../tests/harness/browser/chromium.ts'
import { picturesFinished } from '../tests/harness/browser/finished-pictures.ts'
import { pictureHandbook } from './picture-handbook.ts'
import { pictureMails } from './picture-mails.ts'

/**
 * `npm run pictures`: makes the documents' pictures from a shop with demo data, which is started for it; with `mails` a
 * sheet of all its mails.
 */
const ROOT = join(import.meta.dirname, '..')
const PICTURES_FOLDER = join(ROOT, 'docs/pictures')
/** The largest picture in bytes; the README should load quickly. */
const MAX_BYTES = 80_000
const DESKTOP_SIZE = { width: 1200, height: 760 }

const flags = readFlags({
  command: 'npm run pictures',
  does: 'Makes the pictures in the documents from a shop with demo data.',
  flags: { mails: 'Only a sheet of all emails, narrow and wide, light and dark.' },
})
const dataDir = await mkdtemp(join(tmpdir(), 'shop-pictures-'))
const environment = { ...process.env, ENV_FILE: '', DATABASE_URL: '', DATA_DIR: dataDir, PORT: '0', DEMO: 'on' }
const shop = spawn(process.execPath, [join(ROOT, 'scripts/start.ts')], {
  cwd: ROOT,
  env: environment,
  stdio: ['ignore', 'pipe', 'inherit'],
})
const ended = once(shop, 'exit')
try {
  const { address, inviteLink } = await printedLinks(createInterface(shop.stdout))
  const executablePath = findChromium()
  if (executablePath === null) throw new Error('The pictures need Chromium: install it and set CHROMIUM_PATH to it.')
  const browser = await chromium.launch({ executablePath })
  try {
    if (flags.has('mails')) await pictureMails(browser, inviteLink, join(ROOT, 'test-results/mails'))
    else await pictureDocuments(browser, { address, inviteLink })
  } finally {
    await browser.close()
  }
} finally {
  shop.kill()
  await ended
  await rm(dataDir, { recursive: true })
}

async function pictureDocuments(
  browser: Browser,
  { address, inviteLink }: { address: string; inviteLink: string },
): Promise<void> {
  await pictureShop(browser, address)
  await pictureHandbook(browser, { inviteLink, dataDir }, join(ROOT, 'docs/handbook/pictures'))
}

/** The shop's URL and the link for the first owner, which the shop prints once it listens. */
async function printedLinks(lines: AsyncIterable<string>): Promise<{ address: string; inviteLink: string }> {
  let address = ''
  for await (const line of lines) {
    address = line.match(/The shop is open at (http:\S+)/)?.[1] ?? address
    const inviteLink = line.match(/http:\S+\/admin\/invite#\S+/)?.[0]
    if (inviteLink !== undefined) return { address, inviteLink }
  }
  throw new Error('the shop did not start')
}

/** The products of a style, which have no banner above them, on a second visit, which has the fonts and the finished pictures. */
async function pictureShop(browser: Browser, address: string): Promise<void> {
  const page = await browser.newPage({ viewport: DESKTOP_SIZE })
  await page.goto(`${address}/shop?style=Slim`)
  await page.waitForLoadState('networkidle')
  await picturesFinished(page)
  await page.reload()
  await save(page, 'shop.jpg')
}

/** Takes a screenshot once all pictures are loaded, in the best quality within `MAX_BYTES`. */
async function save(page: Page, name: string): Promise<void> {
  await page.waitForLoadState('networkidle')
  for (const quality of [80, 70, 60, 50, 40, 30]) {
    const picture = await page.screenshot({ type: 'jpeg', quality, animations: 'disabled' })
    if (picture.length > MAX_BYTES) continue
    await writeFile(join(PICTURES_FOLDER, name), picture)
    return
  }
  throw new Error(`${name} is larger than ${MAX_BYTES} bytes`)
}
