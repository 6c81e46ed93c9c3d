import { existsSync } from 'node:fs'
import { chromium } from '@playwright/test'
import { runCommand } from '../command.ts'
import { installFromDebian } from '../debian.ts'

/** Chromium's headless shell, whose pages take half the CPU time of the full browser. */
const HEADLESS_SHELL = '/usr/bin/chromium-headless-shell'
const DEBIAN_CHROMIUM = '/usr/bin/chromium'

/** The installed Chromium: `CHROMIUM_PATH`, else Debian's, else Playwright's; `null` when there is none. */
export function findChromium(): string | null {
  const places = [process.env.CHROMIUM_PATH, HEADLESS_SHELL, DEBIAN_CHROMIUM, chromium.executablePath()]
  return places.find((path) => path !== undefined && path !== '' && existsSync(path)) ?? null
}

/** Finds or installs a Chromium; false, after printing what to do, when that is not possible. */
export async function ensureChromium(): Promise<boolean> {
  if (process.env.CHROMIUM_PATH || existsSync(HEADLESS_SHELL)) return findChromium() !== null
  console.info('No headless Chromium found, installing one where that is possible.')
  await installFromDebian('chromium-headless-shell')
  if (findChromium() === null) await runCommand('playwright', ['install', 'chromium'], { minutes: 4 })
  if (findChromium() !== null) return true
  console.error(
    'The browser tests need Chromium, and none is installed or could be installed: install it and set CHROMIUM_PATH to it.',
  )
  return false
}
