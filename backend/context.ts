import type { Passwords } from './accounts/password-hash.ts'
import type { CatalogVersion } from './catalog-version/catalog-version.ts'
import type { Database } from './database/database.ts'
import type { ErrorLog } from './errors/error-log.ts'
import type { MediaStore } from './images/media-store.ts'
import type { Payments } from './payments/payments.ts'
import type { RateLimiter } from './rate-limits/rate-limiter.ts'
import type { ResponseCache } from './response-cache/response-cache.ts'
import type { Settings } from './settings.ts'

/** What the routes of a noun are given. */
export type Context = {
  settings: Settings
  database: Database
  clock: () => Date
  media: MediaStore
  payments: Payments
  /** For errors that a caller can repeat without end. */
  errorLog: ErrorLog
  passwords: Passwords
  /** Counts what strangers may try only so often; shared by all nodes. */
  rateLimiter: RateLimiter
  /** After a committed change of products or stock: `await catalogVersion.refresh()`. */
  catalogVersion: CatalogVersion
  /** Finished answers that stay good until the catalog changes. */
  responseCache: ResponseCache
}
