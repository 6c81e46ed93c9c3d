import { defineConfig } from '@playwright/test'
import { findChromium } from './tests/harness/chromium.ts'
import { COMPILE_CACHE } from './tests/harness/compile-cache.ts'
import { fallbackFontsEnvironment } from './tests/harness/fallback-fonts.ts'
import { requireProjectNode } from './tests/harness/project-node.ts'
import { testWorkers } from './tests/harness/test-workers.ts'

requireProjectNode()

// Also for the workers and the programs that they start.
process.env.NODE_COMPILE_CACHE ??= COMPILE_CACHE

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

/** Files of the long form, `npm test -- all`, have `.long` in their names, as those of Vitest. */
const LONG = '**/*.long.spec.ts'

const PHONE = { viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true }
const DESKTOP = { viewport: { width: 1440, height: 900 } }

/**
 * Software rendering of fades costs a third of a test with dialogs, and axe would measure the contrast of half-faded
 * text. A test of motion asks for it with `page.emulateMedia`.
 */
const WITHOUT_MOTION = { reducedMotion: 'reduce' } as const

export default defineConfig({
  testDir: 'tests/browser',
  globalSetup: './tests/harness/shop-template.ts',
  fullyParallel: true,
  workers: testWorkers(),
  // See `retry` of Vitest's configuration.
  retries: process.env.CI === undefined ? 0 : 1,
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
    // The short form: the family's main screens, what depends on the screen on phones, and the rest on a desktop. The
    // longest tests come first, so that the workers finish together.
    // What a tablet or a desktop shows of the admin is looked at on the way, in `expectGoodScreen`.
    { name: 'admin', testDir: 'tests/admin', testIgnore: LONG, use: PHONE },
    { name: 'phone', grepInvert: /@once/, testIgnore: LONG, use: PHONE },
    { name: 'desktop', grep: /@once/, testIgnore: LONG, use: DESKTOP },
    // The long form adds these: rare states, details of the quiz, the comparison and the dialogs, and rounds over every page
    // that find something less often than the walks through the shop do. What a desktop shows otherwise than a phone is
    // mostly layout: `addresses.spec.ts` looks at every page of it.
    { name: 'long-phone', grepInvert: /@once/, testMatch: LONG, use: PHONE },
    { name: 'long-desktop', grepInvert: /@phone/, testMatch: LONG, use: DESKTOP },
    { name: 'addresses-on-desktop', testMatch: '**/addresses.spec.ts', use: DESKTOP },
    { name: 'long-admin', testDir: 'tests/admin', testMatch: LONG, use: PHONE },
  ],
})
