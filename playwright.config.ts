import { defineConfig } from '@playwright/test'
import type { AdminOptions } from './tests/admin/fixtures.ts'
import type { Options, WorkerOptions } from './tests/browser/fixtures.ts'
import { findChromium } from './tests/harness/browser/chromium.ts'
import { fallbackFontsEnvironment } from './tests/harness/browser/fallback-fonts.ts'
import { COMPILE_CACHE } from './tests/harness/runner/compile-cache.ts'
import { requireProjectNode } from './tests/harness/runner/project-node.ts'
import { testWorkers } from './tests/harness/runner/test-workers.ts'

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

/**
 * Files of the long form, `npm test -- all`, have `.long` in their names, as those of Vitest: rare states, details of the quiz,
 * the comparison and the dialogs, and rounds over every page that find something less often than the walks through the shop.
 */
const IS_LONG = process.env.TEST_FORM === 'long'
const NOT_NOW = IS_LONG ? [] : ['**/*.long.spec.ts']

/** What an owner does with a page that the browser translates: lists, dialogs, forms and messages. */
const TRANSLATED = '**/orders.spec.ts'

/** Orders at a shop of their own, with a gateway. */
const PLACING = ['placing', 'placing-answers.long', 'older-browsers-order.long'].map((name) => `**/${name}.spec.ts`)

/** The family's admin; what a tablet or a desktop shows of it is looked at on the way, in `expectGoodScreen`. */
const ADMIN = { testDir: 'tests/admin', use: { viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true } }

/**
 * Software rendering of fades costs a third of a test with dialogs, and axe would measure the contrast of half-faded
 * text. A test of motion asks for it with `page.emulateMedia`.
 */
const WITHOUT_MOTION = { reducedMotion: 'reduce' } as const

export default defineConfig<Options & AdminOptions, WorkerOptions>({
  testDir: 'tests/browser',
  globalSetup: './tests/harness/shop/shop-template.ts',
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
    // What hangs is named, which the cap of a whole test does not.
    actionTimeout: 60_000,
    navigationTimeout: 60_000,
    screenshot: 'only-on-failure',
    contextOptions: WITHOUT_MOTION,
  },
  projects: [
    // The long form adds these, each in one worker: its shop and its browser start once, beside the longest tests.
    // What another backend says of products and prices is `tests/pages/other-backend.test.ts`.
    { name: 'other-backend', workers: 1, grep: /@other-backend/, use: { apiOrigin: 'other' } },
    // Used while a translator moves the texts.
    {
      name: 'translated-admin',
      workers: 1,
      testMatch: TRANSLATED,
      ...ADMIN,
      use: { ...ADMIN.use, translated: 'moved' },
    },
    // What a desktop shows otherwise than a phone is mostly layout.
    { name: 'desktop', workers: 1, grep: /@also-on-desktop/, use: { only: 'desktop' } },
    // The family's screens, and the shop, as a phone or as a desktop by the tags of `tests/browser/fixtures.ts`. The longest
    // tests come first, so that the workers finish together.
    // The few of the short form take less than the starts of more shops and browsers.
    { name: 'admin', testIgnore: NOT_NOW, ...ADMIN, ...(IS_LONG ? {} : { workers: 1 }) },
    // Early, since one worker runs all of it.
    { name: 'open-orders', workers: 1, testMatch: PLACING, testIgnore: NOT_NOW },
    { name: 'shop', testIgnore: [...NOT_NOW, ...PLACING] },
  ],
})
