/**
 * Every table of the shop. A folder that keeps something describes its tables in `<noun>.tables.ts` and adds them by
 * declaration merging, so that the database knows nothing of what is stored in it.
 */
export interface Tables {
  /** Kysely's own: the migrations that have run. */
  kysely_migration: { name: string; timestamp: string }
}
