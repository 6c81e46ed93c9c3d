import { Kysely, PostgresDialect, type PostgresPool, sql } from 'kysely'
import type { Database, Store } from '../../platform/database/database.ts'
import { openPostgresPool, type PostgresTimeouts } from '../../platform/database/postgres-pool.ts'
import { listen } from '../../platform/database/postgres-store.ts'
import type { Tables } from '../../platform/database/tables.ts'

/** The schema with the rows that every test starts with. */
const BASELINE = 'baseline'

/** So often rows are restored while something goes on writing; then the database is given up. */
const MOST_ROUNDS = 5

/** A PostgreSQL database that tests use in turn, since creating one costs as much as fifty tests. */
export type SharedDatabase = {
  url: string
  /** A store for one test; closing it waits for its queries and keeps the connections for the next. */
  openStore: () => Store
  /** Saves the tables' present state for `reset`. */
  rebase: () => Promise<void>
  /** Restores all rows; `false` when the test changed the tables. */
  reset: () => Promise<boolean>
  close: () => Promise<void>
}

/** Saves every row for `reset`, in this database and in copies of it. */
export async function saveBaseline(database: Database): Promise<void> {
  await sql`create schema ${sql.id(BASELINE)}`.execute(database)
  for (const table of await listTables(database))
    await sql`create table ${sql.id(BASELINE, table)} as table ${sql.id('public', table)}`.execute(database)
}

/** Opens a database in which the baseline was saved. */
export async function openSharedDatabase(url: string, timeouts: PostgresTimeouts): Promise<SharedDatabase> {
  const pool = openPostgresPool(url, timeouts)
  const openDatabase = () => new Kysely<Tables>({ dialect: new PostgresDialect({ pool: lend(pool) }) })
  const own = openDatabase()
  const { host, pathname } = new URL(url)
  const tables = await listTables(own)
  const reading = stateStatement(tables)
  const readStates = async () => (await reading.execute(own)).rows.map(({ state }) => state)
  const states = await readStates()
  const counts = states.map(countOf)

  async function restore(): Promise<boolean> {
    let now = await readStates()
    if (now.at(-1) !== states.at(-1)) return false
    const findChanged = () => tables.filter((_, index) => now[index] !== states[index])
    // Deleting a row may have deleted those that refer to it, so a second round may be needed.
    for (let round = 0, changed = findChanged(); changed.length > 0; round += 1, changed = findChanged()) {
      if (round === MOST_ROUNDS) return false
      await restoreStatements(changed).execute(own)
      now = await readStates()
      for (const table of changed) {
        const index = tables.indexOf(table)
        const state = now[index] ?? ''
        // Otherwise something that a test has left behind wrote once more, and its row would stay for all tests.
        if (countOf(state) === counts[index]) states[index] = state
      }
    }
    return true
  }

  async function rebase(): Promise<void> {
    const now = await readStates()
    const changed = tables.filter((_, index) => now[index] !== states[index])
    if (changed.length > 0) await saveStatements(changed).execute(own)
    states.splice(0, states.length, ...now)
    counts.splice(0, counts.length, ...now.map(countOf))
  }

  return {
    url,
    rebase,
    openStore: () => {
      const database = openDatabase()
      return {
        database,
        engine: 'postgres',
        label: `PostgreSQL at ${host}${pathname}`,
        connections: pool.use,
        listen: (channel, onNotice) => listen(url, channel, onNotice),
        close: () => database.destroy(),
      }
    },
    reset: () => restore().catch(() => false),
    close: () => pool.end(),
  }
}

/** The number of rows in the state of a table. */
function countOf(state: string): string {
  return state.split(' ')[0] ?? ''
}

/** A pool whose `end` waits for borrowed connections like the real one's, but leaves them open. */
function lend(pool: PostgresPool): PostgresPool {
  const borrowed = new Set<Promise<void>>()
  return {
    options: pool.options,
    connect: async () => {
      const client = await pool.connect()
      const { promise, resolve } = Promise.withResolvers<void>()
      borrowed.add(promise)
      const release = (destroy?: boolean) => {
        client.release(destroy)
        borrowed.delete(promise)
        resolve()
      }
      return { ...client, release }
    },
    end: async () => void (await Promise.all(borrowed)),
  }
}

/** The tables in order of creation, so referenced ones come first. */
async function listTables(database: Database): Promise<string[]> {
  const { rows } = await sql<{ relname: string }>`
    select relname from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace order by oid
  `.execute(database)
  return rows.map(({ relname }) => relname)
}

/**
 * For each table, and last for the columns, a text that differs after any change: the number of rows, and the newest
 * transaction that wrote one of them. Comparing all rows of all tables cost more than most tests.
 */
function stateStatement(tables: readonly string[]) {
  const states = [...tables.map((table) => sql.id('public', table)), sql.id('pg_catalog', 'pg_attribute')].map(
    (table) => sql`select count(*) || ' ' || coalesce(max(xmin::text::bigint), 0) as state from ${table}`,
  )
  return sql<{ state: string }>`${sql.join(states, sql` union all `)}`
}

function saveStatements(tables: readonly string[]) {
  const statements = tables.flatMap((table) => [
    sql`truncate ${sql.id(BASELINE, table)}`,
    sql`insert into ${sql.id(BASELINE, table)} select * from ${sql.id('public', table)}`,
  ])
  return sql.join(statements, sql`; `)
}

/** One round trip that only touches changed rows. */
function restoreStatements(tables: readonly string[]) {
  const pairs = tables.map((table) => ({ now: sql.id('public', table), before: sql.id(BASELINE, table) }))
  const removals = pairs.map(
    ({ now, before }) => sql`delete from ${now} t where not exists (select from ${before} b where b = t)`,
  )
  const insertions = pairs.map(
    ({ now, before }) =>
      sql`insert into ${now} select * from ${before} b where not exists (select from ${now} t where t = b)`,
  )
  return sql.join([...removals.reverse(), ...insertions], sql`; `)
}
