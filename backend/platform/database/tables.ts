/** Every table. Folders add theirs by declaration merging, so the database folder depends on none. */
export interface Tables {
  kysely_migration: { name: string; timestamp: string }
}
