import type { Database } from '../../platform/database/database.ts'
import type { Finding } from '../../platform/finding.ts'
import { findDatabaseTime, findNewestTime } from './doctor.repository.ts'

/** Nodes' clocks may differ by less. */
const TOLERANCE_MS = 60_000

type ClockContext = { database: Database; settings: { databaseUrl: string | null }; clock: () => Date }

/** A clock that differs from PostgreSQL's, or is behind what is stored. */
export async function checkClock({ database, settings, clock }: ClockContext): Promise<Finding[]> {
  // SQLite has no clock of its own.
  const ofDatabase = settings.databaseUrl === null ? null : await findDatabaseTime(database)
  const newest = await findNewestTime(database)
  const now = clock()
  return [
    ...(ofDatabase !== null && Math.abs(ofDatabase.getTime() - now.getTime()) > TOLERANCE_MS
      ? [differs(now, ofDatabase)]
      : []),
    ...(newest !== null && newest.getTime() - now.getTime() > TOLERANCE_MS ? [isBehind(now, newest)] : []),
  ]
}

function differs(now: Date, ofDatabase: Date): Finding {
  return {
    code: 'clock_differs',
    severity: 'error',
    text: `The clock of this machine says ${now.toISOString()}, and that of the database ${ofDatabase.toISOString()}.`,
    remedy:
      'Run an NTP client on both machines. With a wrong clock, emails may be sent twice or late, and sessions, links and codes end early or late.',
  }
}

/** A warning: rows from a clock that was ahead stay when it is set right. */
function isBehind(now: Date, newest: Date): Finding {
  return {
    code: 'clock_behind',
    severity: 'warning',
    text: `The clock of this machine says ${now.toISOString()}, but something was stored at ${newest.toISOString()}.`,
    remedy:
      'If the clock is behind, run an NTP client on this machine. If it was ahead, and is right now, emails from then may wait for a day. "npm run shop -- outbox list" names them.',
  }
}
