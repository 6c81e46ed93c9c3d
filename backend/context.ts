import type { Database } from './database/database.ts'
import type { ErrorLog } from './errors/error-log.ts'
import type { Settings } from './settings.ts'

/**
 * What the routes of a noun are given. A folder that offers a service to others adds it by declaration merging, as
 * Fastify's plugins do with their decorators; `buildApp` puts all of them together.
 */
export interface Context {
  settings: Settings
  database: Database
  clock: () => Date
  /** For errors that a caller can repeat without end. */
  errorLog: ErrorLog
}
