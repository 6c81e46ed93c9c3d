import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import * as z from 'zod/mini'

/** Recognizes such an error by its message. */
export const OLD_TIMELINE = 'is an old primary: another one has been promoted since'

/** Another server has replaced this primary; writes to it would be lost. */
export class OldTimelineError extends Error {
  constructor(met: Timeline, seen: Timeline) {
    super(`the database ${OLD_TIMELINE} (its timeline is ${met.timeline}, and this node has seen ${seen.timeline})`)
    this.name = 'OldTimelineError'
  }
}

const timeline = z.object({ system: z.string(), timeline: z.int() })
export type Timeline = z.output<typeof timeline>

const answer = z.tuple([z.object({ system: z.string(), timeline: z.nullable(z.int()) })])

/** `null` for a standby. */
const TIMELINE_QUERY = `
  select system_identifier::text as system,
    case when pg_is_in_recovery() then null
    else ('x' || substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8))::bit(32)::int end as timeline
  from pg_control_system()`

type Connection = { query: (sql: string) => Promise<{ rows: unknown[] }> }

export type TimelineGuard = (connection: Connection) => Promise<void>

/**
 * Rejects connections to a primary that was replaced, by remembering the highest timeline, also beyond a restart: a
 * proxy may lead to it, and acknowledged writes would be lost.
 */
export function createTimelineGuard(file: string): TimelineGuard {
  let seen = readTimeline(file)
  return async (connection) => {
    const met = await findTimeline(connection)
    if (met === null) return
    if (seen?.system === met.system && met.timeline < seen.timeline) throw new OldTimelineError(met, seen)
    if (seen?.system === met.system && met.timeline === seen.timeline) return
    seen = met
    writeTimeline(file, met)
  }
}

/** `null` for a standby, and for hosted servers that don't tell. */
async function findTimeline(connection: Connection): Promise<Timeline | null> {
  const rows = await connection.query(TIMELINE_QUERY).then(
    (result) => result.rows,
    () => [],
  )
  const [found] = z.safeParse(answer, rows).data ?? []
  return found === undefined || found.timeline === null ? null : { system: found.system, timeline: found.timeline }
}

function readTimeline(file: string): Timeline | null {
  try {
    return z.parse(timeline, JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    return null
  }
}

function writeTimeline(file: string, value: Timeline): void {
  try {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
    writeFileSync(`${file}.${process.pid}`, `${JSON.stringify(value)}\n`, { mode: 0o600 })
    renameSync(`${file}.${process.pid}`, file)
  } catch {
    // A full disk is no reason to refuse a connection: the process still remembers.
  }
}
