import { type Browser, chromium } from '@playwright/test'
import { findChromium } from '../../tests/harness/browser/chromium.ts'

/** The screen of Lighthouse's phone. */
export const PHONE_CONTEXT = {
  viewport: { width: 412, height: 823 },
  deviceScaleFactor: 1.75,
  isMobile: true,
  hasTouch: true,
}

export function launchBrowser(): Promise<Browser> {
  const executablePath = findChromium()
  return chromium.launch(executablePath === null ? {} : { executablePath })
}
