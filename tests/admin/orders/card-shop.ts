import type { Page } from '@playwright/test'
import { clientTokenValue } from '../../browser/checkout/braintree-hosts.ts'
import { type Gateway, startGateway } from '../../gateway/start-gateway.ts'
import { startShop } from '../../harness/shop/shop-server.ts'
import { newcomerTest } from '../fixtures.ts'

/** A demo shop with keys of the tests' gateway. */
export const test = newcomerTest.extend<{ gateway: Gateway }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from this pattern which fixtures are wanted.
  gateway: async ({}, use) => {
    const gateway = await startGateway()
    await gateway.set({ clientToken: clientTokenValue() })
    await use(gateway)
    await gateway.stop()
  },
  server: async ({ mailServer, backupDir, gateway }, use) => {
    const settings = { ...gateway.settings, SMTP_URL: mailServer.url, BACKUP_DIR: backupDir }
    const server = await startShop(settings)
    await use(server)
    await server.stop()
  },
})

/** When the newest backup was made, `null` before the first. */
export async function backupSucceededAt(page: Page): Promise<string | null> {
  const { backup } = await (await page.request.get('/api/admin/today')).json()
  return backup?.succeeded_at ?? null
}
