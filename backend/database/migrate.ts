import type { Kysely } from 'kysely'
import { Migrator } from 'kysely/migration'
import type { Database } from './database.ts'
import * as catalog from './migrations/0001-catalog.ts'
import * as visits from './migrations/0002-visits.ts'
import * as outbox from './migrations/0003-outbox.ts'
import * as accounts from './migrations/0004-accounts.ts'
import * as orders from './migrations/0005-orders.ts'
import * as contact from './migrations/0006-contact.ts'
import * as checkout from './migrations/0007-checkout.ts'
import * as rateLimits from './migrations/0008-rate-limits.ts'

type Migration = { up: (database: Kysely<unknown>) => Promise<void> }

/** In order. A migration that has landed is never edited; a new one is added below. */
const MIGRATIONS: Record<string, Migration> = {
  '0001-catalog': catalog,
  '0002-visits': visits,
  '0003-outbox': outbox,
  '0004-accounts': accounts,
  '0005-orders': orders,
  '0006-contact': contact,
  '0007-checkout': checkout,
  '0008-rate-limits': rateLimits,
}

/** Brings the tables up to date; nodes that start at the same time wait for one another. */
export async function migrate(database: Database): Promise<void> {
  const migrator = new Migrator({ db: database, provider: { getMigrations: async () => MIGRATIONS } })
  const { error } = await migrator.migrateToLatest()
  if (error !== undefined) throw error
}
