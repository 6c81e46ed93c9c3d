import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test as base, expect, type Page } from '@playwright/test'
import { type MailServer, openMailServer } from '../../backend/testing/servers/mail-server.ts'
import { translateFromStart, type Way } from '../browser/accessibility/translator.ts'
import { WarmTab } from '../browser/warm-tab.ts'
import { deliverMails as deliverWaiting } from '../harness/shop/deliver-mails.ts'
import { type ShopServer, startShop } from '../harness/shop/shop-server.ts'
import { printedInvite, signInFirstOwner } from '../harness/shop/sign-in-first-owner.ts'

const shopTest = base.extend<object, { mailServer: MailServer }>({
  mailServer: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from this pattern which fixtures are wanted.
    async ({}, use) => {
      const mailServer = await openMailServer()
      await use(mailServer)
      await mailServer.close()
    },
    { scope: 'worker' },
  ],
})

export type AdminOptions = {
  /** How a translator changes the texts of every page; `null` without one. */
  translated: Way | null
}

type OwnerFixtures = AdminOptions & {
  /** Sends JSON to the shop with the session of the owner, as another tab would. */
  post: (path: string, data: unknown) => Promise<void>
}

type OwnerWorkerFixtures = {
  /** One shop for all walks of a worker: each walk changes something of its own. */
  server: ShopServer
  /** The owner's one tab, signed in once. */
  ownerTab: WarmTab
}

/** For an owner who is signed in. */
export const test = shopTest.extend<OwnerFixtures, OwnerWorkerFixtures>({
  server: [
    async ({ mailServer }, use) => {
      const server = await startShop({ SMTP_URL: mailServer.url })
      await use(server)
      await server.stop()
    },
    { scope: 'worker' },
  ],
  ownerTab: [
    async ({ browser, server }, use) => {
      const tab = new WarmTab(browser, async ({ request }) => {
        await signInFirstOwner(request, await printedInvite(server))
      })
      await use(tab)
      await tab.close()
    },
    { scope: 'worker' },
  ],
  baseURL: ({ server }, use) => use(server.address),
  context: async ({ ownerTab, viewport }, use, info) => {
    const { context } = await ownerTab.take()
    await use(context)
    await ownerTab.release({ viewport }, info.status === 'passed')
  },
  translated: [null, { option: true }],
  page: async ({ context: _, ownerTab, translated }, use) => {
    const { page } = await ownerTab.take()
    if (translated !== null) await translateFromStart(page, translated)
    await use(page)
  },
  post: ({ page, server: { address } }, use) =>
    use(async (path, data) => {
      const response = await page.request.post(path, { data, headers: { origin: address } })
      expect(response.ok(), path).toBe(true)
    }),
})

type NewcomerFixtures = {
  backupDir: string
  /** A shop without an owner. */
  server: ShopServer
}

/** For somebody who begins with the link that the start prints, in a browser that was never there. */
export const newcomerTest = shopTest.extend<NewcomerFixtures>({
  // biome-ignore lint/correctness/noEmptyPattern: as above.
  backupDir: async ({}, use) => {
    const folder = await mkdtemp(join(tmpdir(), 'shop-backups-'))
    await use(folder)
    await rm(folder, { recursive: true, force: true })
  },
  server: async ({ mailServer, backupDir }, use) => {
    const server = await startShop({ SMTP_URL: mailServer.url, BACKUP_DIR: backupDir })
    await use(server)
    await server.stop()
  },
  baseURL: ({ server }, use) => use(server.address),
})

/** Sends at once the mails that the shop holds for ten seconds. */
export function deliverMails(page: Page): Promise<void> {
  return deliverWaiting(page.request, new URL(page.url()).origin)
}

/** Opens a screen by the navigation of a phone, where all but four are behind More. */
export async function openFromMore(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'More' }).click()
  await page.getByRole('dialog').getByRole('link', { name }).click()
  await expect(page.getByRole('dialog')).toBeHidden()
}

export { expect }
