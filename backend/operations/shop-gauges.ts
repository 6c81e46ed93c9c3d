import type { Registry } from 'prom-client'
import type { CatalogVersion } from '../database/catalog-version/catalog-version.ts'
import type { Store } from '../database/database.ts'
import { withinTime } from '../lib/within-time.ts'
import { countUnsent } from '../mail/outbox.repository.ts'
import { findBackupStatus } from './backup/nightly-backup.ts'
import { addGauge } from './metrics.ts'

/** Milliseconds for database measurements; prom-client waits five seconds for all workers. */
const MEASURE_TIMEOUT = 1000

export type ShopGaugeOptions = {
  store: Store
  catalogVersion: CatalogVersion
  cacheBytes: () => number
  clock: () => Date
}

/** Adds the shop's own gauges: caches, database connections, mail and backups. */
export function addShopGauges(
  registry: Registry,
  { store, catalogVersion, cacheBytes, clock }: ShopGaugeOptions,
): void {
  addGauge(registry, {
    name: 'shop_cache_bytes',
    help: 'Memory that caches take',
    label: 'cache',
    aggregator: 'sum',
    measure: () => ({ pages: cacheBytes() }),
  })
  addGauge(registry, {
    name: 'shop_database_connections',
    help: 'Connections to PostgreSQL: open, idle, and requests that wait for one',
    label: 'state',
    aggregator: 'sum',
    measure: () => ({ ...store.connections?.() }),
  })
  addGauge(registry, {
    name: 'shop_catalog_version',
    help: 'Version of the catalog that pages are made from',
    label: 'engine',
    aggregator: 'max',
    measure: () => ({ [store.engine]: catalogVersion.current }),
  })
  addGauge(registry, {
    name: 'shop_outbox_messages',
    help: 'Mail that waits to be sent, and mail that was given up',
    label: 'state',
    aggregator: 'max',
    measure: () => withinTime(MEASURE_TIMEOUT, countUnsent(store.database)),
  })
  addGauge(registry, {
    name: 'shop_backup_age_seconds',
    help: 'How long ago the last nightly backup succeeded; nothing when none ever did',
    label: 'backup',
    aggregator: 'max',
    measure: async (): Promise<Record<string, number>> => {
      const { age } = await withinTime(MEASURE_TIMEOUT, findBackupStatus(store.database, clock()))
      return age === null ? {} : { nightly: age / 1000 }
    },
  })
}
