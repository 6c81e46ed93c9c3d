import type { Database } from './database/database.ts'
import type { ErrorLog } from './http/errors/error-log.ts'
import type { Settings } from './settings/settings.ts'

/**
 * Dependencies of the routes. A folder that offers a service to others adds it by declaration merging, like Fastify's
 * decorators; `buildApp` assembles all of them.
 */
export interface Context {
  settings: Settings
  database: Database
  clock: () => Date
  /** For errors that a client can cause repeatedly. */
  errorLog: ErrorLog
}
