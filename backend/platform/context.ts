import type { Database } from './database/database.ts'
import type { ErrorLog } from './http/errors/error-log.ts'
import type { Settings } from './settings/settings.ts'

/** Dependencies of the routes. Folders add their services by declaration merging, like Fastify's decorators. */
export interface Context {
  settings: Settings
  database: Database
  clock: () => Date
  errorLog: ErrorLog
}
