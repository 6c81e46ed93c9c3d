/**
 * Every table of the shop. Each folder describes its tables in `<noun>.tables.ts` and adds them by declaration merging,
 * so that the database folder depends on none of them.
 */
export interface Tables {
  /** Kysely's own: the migrations that have run. */
  kysely_migration: { name: string; timestamp: string }
}
