export type JobsTables = { jobs: JobsTable }

declare module '../../database/tables.ts' {
  interface Tables extends JobsTables {}
}

type JobsTable = {
  name: string
  /** The node that runs it, `null` when none does. */
  holder: string | null
  /** ISO time at which the lease expires, so that a node that died does not hold the job for ever. */
  leased_until: string | null
  succeeded_at: string | null
  failed_at: string | null
  /** A sentence for the owner; `null` once the job has succeeded. */
  failure: string | null
  /** What a job reports while it runs and afterwards, as JSON. */
  note: string | null
}
