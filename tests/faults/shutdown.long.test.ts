import { expect, onTestFinished, test } from 'vitest'
import { createDatabase } from '../../backend/testing/servers/engines.ts'
import { openDatabaseProxy } from '../../backend/testing/servers/tcp-proxy.ts'
import { startShop } from '../harness/shop/shop-server.ts'

/** In a file of its own, since it waits for ten seconds while other files run. */
test('shutdown does not wait for an unresponsive database', async () => {
  const database = await createDatabase()
  const { proxy, url } = await openDatabaseProxy(database.url)
  // With the usual timeouts, which are longer than a test shop may take to stop.
  const shop = await startShop({ DATABASE_URL: url })
  onTestFinished(async () => {
    await shop.stop()
    await proxy.close()
    await database.drop()
  })
  proxy.silence()
  // The catalog's version is polled each second; that query gets no response.
  await expect.poll(() => proxy.dropped, { timeout: 30_000 }).toBeGreaterThan(0)
  expect(await shop.stop()).toBe(0)
})
