import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { chromium } from '@playwright/test'
import { runCommand } from './command.ts'

const DEBIAN_CHROMIUM = '/usr/bin/chromium'

/** The installed Chromium: `CHROMIUM_PATH`, else Debian's, else the one Playwright brought; `null` when there is none. */
export function findChromium(): string | null {
  const places = [process.env.CHROMIUM_PATH, DEBIAN_CHROMIUM, chromium.executablePath()]
  return places.find((path) => path !== undefined && path !== '' && existsSync(path)) ?? null
}

/** Finds or installs a Chromium; false, with one sentence that says what to do, where none can be had. */
export async function ensureChromium(): Promise<boolean> {
  if (findChromium() !== null) return true
  console.info('No Chromium found, installing one.')
  if (await isDebianRoot()) await installFromDebian()
  if (findChromium() === null) await runCommand('playwright', ['install', 'chromium'], { minutes: 4 })
  if (findChromium() !== null) return true
  console.error(
    'The browser tests need Chromium, and none is installed or could be installed: install it and set CHROMIUM_PATH to it.',
  )
  return false
}

async function installFromDebian(): Promise<void> {
  const env = { DEBIAN_FRONTEND: 'noninteractive' }
  await runCommand('apt-get', ['update', '-q'], { minutes: 2, env })
  await runCommand('apt-get', ['install', '-y', '-q', '--no-install-recommends', 'chromium'], { minutes: 4, env })
}

/** Only Debian's own `chromium` is a browser; Ubuntu's package of that name is a pointer to another store. */
async function isDebianRoot(): Promise<boolean> {
  if (process.getuid?.() !== 0) return false
  const release = await readFile('/etc/os-release', 'utf8').catch(() => '')
  return /^ID=debian$/m.test(release)
}
