import { defineConfig } from '@playwright/test'
import { findChromium } from './tests/harness/chromium.ts'

const CHROMIUM_FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

const executablePath = findChromium()

/** What does not depend on the screen. */
const ASKED_ONCE = ['api-down', 'braintree', 'broken-cart', 'html', 'limits', 'seo', 'tabs']

export default defineConfig({
  testDir: 'tests/browser',
  fullyParallel: true,
  workers: 2,
  retries: 0,
  // A shop that does not start fails every test alike; a few of them say it all.
  maxFailures: 25,
  // A fresh clone has no smaller copies of pictures yet; the first pages wait for theirs.
  timeout: 90_000,
  expect: { timeout: 10_000 },
  use: {
    launchOptions: { args: CHROMIUM_FLAGS, ...(executablePath === null ? {} : { executablePath }) },
    screenshot: 'only-on-failure',
  },
  projects: [
    {
      name: 'phone',
      grepInvert: /@once/,
      testIgnore: ASKED_ONCE.map((name) => `**/${name}.spec.ts`),
      use: { viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true },
    },
    { name: 'desktop', use: { viewport: { width: 1440, height: 900 } } },
  ],
})
