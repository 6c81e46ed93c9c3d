import type { Passwords } from './accounts/password-hash.ts'
import type { CatalogVersion } from './catalog/catalog-version.ts'
import type { Database } from './database/database.ts'
import type { PhotoShelf } from './images/photo-shelf.ts'
import type { Kept } from './pages/kept.ts'
import type { Payments } from './payments/payments.ts'
import type { RateLimiter } from './rate-limits/rate-limiter.ts'
import type { Settings } from './settings.ts'

/** What the routes of a noun are given. */
export type Context = {
  settings: Settings
  database: Database
  clock: () => Date
  photos: PhotoShelf
  payments: Payments
  passwords: Passwords
  /** Counts what strangers may try only so often; shared by all nodes. */
  rateLimiter: RateLimiter
  /** After a committed change of products or stock: `await catalogVersion.refresh()`. */
  catalogVersion: CatalogVersion
  /** Finished answers that stay good until the catalog changes. */
  kept: Kept
}
