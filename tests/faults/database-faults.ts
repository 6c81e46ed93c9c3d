import type { PostgresNode } from '../../backend/testing/durable-postgres.ts'
import { openDatabaseProxy } from '../../backend/testing/tcp-proxy.ts'
import { startShop } from '../harness/shop-server.ts'
import type { FaultResult } from './fault-result.ts'
import { runFaults } from './shop-under-load.ts'

const LASTS_MS = 8000
const DELAY_MS = 300

/** PostgreSQL silent, slow, cut off, restarted and killed, under load. */
export async function runDatabaseFaults(postgres: PostgresNode & { url: string }): Promise<FaultResult[]> {
  const { proxy, url } = await openDatabaseProxy(postgres.url)
  const shop = await startShop({ DATABASE_URL: url, TRUST_PROXY: '127.0.0.1' })
  try {
    return await runFaults(shop.address, { databaseUrl: postgres.url, dataDir: shop.dataDir }, [
      { name: 'database silent', lastsMs: LASTS_MS, begin: proxy.silence, end: proxy.repair },
      { name: 'database silent on old connections', lastsMs: LASTS_MS, begin: proxy.silenceOld, end: () => {} },
      {
        name: `database slow (${DELAY_MS} ms each way)`,
        lastsMs: LASTS_MS,
        begin: () => proxy.delay(DELAY_MS),
        end: () => proxy.delay(0),
      },
      { name: 'database cut off', lastsMs: LASTS_MS, begin: proxy.cut, end: proxy.repair },
      { name: 'database killed and started again', lastsMs: LASTS_MS, begin: postgres.kill, end: postgres.start },
    ])
  } finally {
    await shop.stop()
    await proxy.close()
  }
}
