import { defineConfig } from '@playwright/test'
import { findChromium } from './tests/harness/chromium.ts'
import { fallbackFontsEnvironment } from './tests/harness/fallback-fonts.ts'
import { requireProjectNode } from './tests/harness/project-node.ts'

requireProjectNode()

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
const environment = Object.entries(process.env).filter((entry): entry is [string, string] => entry[1] !== undefined)

/** What does not depend on the screen. */
const DESKTOP_ONLY = ['api-down', 'braintree', 'broken-cart', 'html', 'limits', 'tabs']

/**
 * Software rendering of fades costs a third of a test with dialogs, and axe would measure the contrast of half-faded
 * text. A test of motion asks for it with `page.emulateMedia`.
 */
const WITHOUT_MOTION = { reducedMotion: 'reduce' } as const

export default defineConfig({
  testDir: 'tests/browser',
  globalSetup: './tests/harness/shop-template.ts',
  fullyParallel: true,
  workers: 2,
  retries: 0,
  // A shop that does not start fails every test alike; a few of them say it all.
  maxFailures: 25,
  // Caps, never waits: what a test waits for comes within seconds, except on a machine that is busy with other things.
  timeout: 180_000,
  expect: { timeout: 30_000 },
  use: {
    launchOptions: {
      args: CHROMIUM_FLAGS,
      env: { ...Object.fromEntries(environment), ...fallbackFontsEnvironment() },
      ...(executablePath === null ? {} : { executablePath }),
    },
    screenshot: 'only-on-failure',
    contextOptions: WITHOUT_MOTION,
  },
  projects: [
    {
      name: 'phone',
      grepInvert: /@once/,
      testIgnore: DESKTOP_ONLY.map((name) => `**/${name}.spec.ts`),
      use: { viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true },
    },
    { name: 'desktop', grepInvert: /@phone/, use: { viewport: { width: 1440, height: 900 } } },
    {
      // The family's phones. What a tablet or a desktop shows is looked at on the way, in `expectGoodScreen`.
      name: 'admin',
      testDir: 'tests/admin',
      use: { viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true },
    },
  ],
})
