import type { Database } from '../../platform/database/database.ts'
import type { Finding } from '../../platform/finding.ts'
import { findDatabaseTime, findLastChangeTime } from './doctor.repository.ts'

/** Nodes' clocks may differ by less. */
const TOLERANCE_MS = 60_000

type ClockContext = { database: Database; settings: { databaseUrl: string | null }; clock: () => Date }

/** A clock that differs from PostgreSQL's, or is behind the last change in the admin. */
export async function checkClock({ database, settings, clock }: ClockContext): Promise<Finding[]> {
  // SQLite has no clock of its own.
  const ofDatabase = settings.databaseUrl === null ? null : await findDatabaseTime(database)
  const last = await findLastChangeTime(database)
  const now = clock()
  return [
    ...(ofDatabase !== null && Math.abs(ofDatabase.getTime() - now.getTime()) > TOLERANCE_MS
      ? [differs(now, ofDatabase)]
      : []),
    ...(last !== null && last.getTime() - now.getTime() > TOLERANCE_MS ? [isBehind(now, last)] : []),
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

/** A warning: after a clock that was ahead is set right, it stays until the next change. */
function isBehind(now: Date, last: Date): Finding {
  return {
    code: 'clock_behind',
    severity: 'warning',
    text: `The clock of this machine says ${now.toISOString()}, but the last change was stored at ${last.toISOString()}.`,
    remedy:
      'If the clock is behind, run an NTP client on this machine. If it was ahead, and is right now, emails from then may wait for a day. "npm run shop -- outbox list" names them.',
  }
}
