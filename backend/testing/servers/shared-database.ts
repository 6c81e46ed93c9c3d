import { Kysely, PostgresDialect, type PostgresPool, sql } from 'kysely'
import type { Database, Store } from '../../platform/database/database.ts'
import { openPostgresPool, type PostgresTimeouts } from '../../platform/database/postgres-pool.ts'
import { listen } from '../../platform/database/postgres-store.ts'
import type { Tables } from '../../platform/database/tables.ts'

/** The schema of the rows that every test starts with. */
const BASELINE_SCHEMA = 'baseline'

/** Creating a database costs as much as fifty tests. */
export type SharedDatabase = {
  url: string
  /** Closing it waits for its queries, and keeps the connections for the next test. */
  openStore: () => Store
  /** Saves the current state for `reset`. */
  rebase: () => Promise<void>
  /** Restores all rows; `false` when the test changed the tables. */
  reset: () => Promise<boolean>
  close: () => Promise<void>
}

/** Saves every row for `reset`, here and in copies of the database. */
export async function saveBaseline(database: Database): Promise<void> {
  await sql`create schema ${sql.id(BASELINE_SCHEMA)}`.execute(database)
  const tables = await listTables(database)
  for (const table of tables)
    await sql`create table ${sql.id(BASELINE_SCHEMA, table)} as table ${sql.id('public', table)}`.execute(database)
  // A function is planned once per connection; planning takes longer than reading.
  await sql`
    create function ${STATES}() returns table (name text, state text) language plpgsql as
    $$ begin return query ${stateStatement(tables)} union all ${COLUMNS_STATE}; end $$
  `.execute(database)
}

const STATES = sql.id(BASELINE_SCHEMA, 'states')

/** The baseline must have been saved in it. */
export async function openSharedDatabase(url: string, timeouts: PostgresTimeouts): Promise<SharedDatabase> {
  const pool = openPostgresPool(url, timeouts)
  const openDatabase = () => new Kysely<Tables>({ dialect: new PostgresDialect({ pool: lend(pool) }) })
  const own = openDatabase()
  const { host, pathname } = new URL(url)
  const tables = await listTables(own)
  const referring = await listReferring(own)
  const locking = lockStatement(tables).compile(own)
  const reading = sql<State>`select name, state from ${STATES}()`.compile(own)
  const toMap = ({ rows }: { rows: readonly State[] }) => new Map(rows.map(({ name, state }) => [name, state]))
  const readStates = async (trx: Database) => toMap(await trx.executeQuery(reading))
  let states = await readStates(own)
  const findChanged = (now: ReadonlyMap<string, string>) =>
    tables.filter((table) => now.get(table) !== states.get(table))
  /** Waits for statements a test left behind, which would write after the comparison. */
  const whileNobodyWrites = <Result>(run: (trx: Database) => Promise<Result>) =>
    own.transaction().execute(async (trx) => {
      await trx.executeQuery(locking)
      return run(trx)
    })

  const restore = () =>
    whileNobodyWrites(async (trx) => {
      let now = await readStates(trx)
      if (now.get(COLUMNS) !== states.get(COLUMNS)) return false
      // Deleting a row may cascade, so another round may be needed.
      for (let changed = findChanged(now); changed.length > 0; changed = findChanged(now)) {
        await restoreStatements(changed).execute(trx)
        const written = withReferring(changed, referring)
        now = new Map([...now, ...toMap(await stateStatement(written).execute(trx))])
        states = new Map([...states, ...changed.map((table) => [table, now.get(table) ?? ''] as const)])
      }
      return true
    })

  const rebase = () =>
    whileNobodyWrites(async (trx) => {
      const now = await readStates(trx)
      const changed = findChanged(now)
      if (changed.length > 0) await saveStatements(changed).execute(trx)
      states = now
    })

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

/** Its `end` waits for borrowed connections, but leaves them open. */
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

/** In order of creation, so referenced tables come first. */
async function listTables(database: Database): Promise<string[]> {
  const { rows } = await sql<{ relname: string }>`
    select relname from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace order by oid
  `.execute(database)
  return rows.map(({ relname }) => relname)
}

/** By table, those that refer to it. */
async function listReferring(database: Database): Promise<ReadonlyMap<string, readonly string[]>> {
  const { rows } = await sql<{ referred: string; referring: string }>`
    select confrelid::regclass::text as referred, conrelid::regclass::text as referring from pg_constraint
    where contype = 'f' and connamespace = 'public'::regnamespace
  `.execute(database)
  const byTable = Map.groupBy(rows, ({ referred }) => referred)
  return new Map([...byTable].map(([table, own]) => [table, own.map(({ referring }) => referring)]))
}

/** Tables, and all whose rows go with theirs. */
function withReferring(tables: readonly string[], referring: ReadonlyMap<string, readonly string[]>): string[] {
  const found = new Set(tables)
  // A set also visits what is added during the walk.
  for (const table of found) for (const other of referring.get(table) ?? []) found.add(other)
  return [...found]
}

/** Allows reads, and waits for writers. */
function lockStatement(tables: readonly string[]) {
  return sql`lock table ${sql.join(tables.map((table) => sql.id('public', table)))} in share mode`
}

/**
 * A text that differs after any change: number of rows and sum of their transactions; the newest is not enough, since
 * transactions can end out of order. Comparing rows cost more than most tests.
 */
const STATE = sql`count(*) || ' ' || coalesce(sum(xmin::text::bigint), 0) as state`

type State = { name: string; state: string }

function stateStatement(tables: readonly string[]) {
  const states = tables.map(
    (table) => sql`select ${sql.lit(table)}::text as name, ${STATE} from ${sql.id('public', table)}`,
  )
  return sql<State>`${sql.join(states, sql` union all `)}`
}

const COLUMNS = 'columns of tables'

/** Ids below are those of the engine's own tables. */
const COLUMNS_STATE = sql`select ${sql.lit(COLUMNS)}::text as name, ${STATE} from pg_attribute where attrelid >= 16384`

function saveStatements(tables: readonly string[]) {
  const statements = tables.flatMap((table) => [
    sql`truncate ${sql.id(BASELINE_SCHEMA, table)}`,
    sql`insert into ${sql.id(BASELINE_SCHEMA, table)} select * from ${sql.id('public', table)}`,
  ])
  return sql.join(statements, sql`; `)
}

/** Only touches changed rows. */
function restoreStatements(tables: readonly string[]) {
  const pairs = tables.map((table) => ({ now: sql.id('public', table), before: sql.id(BASELINE_SCHEMA, table) }))
  const removals = pairs.map(
    ({ now, before }) => sql`delete from ${now} t where not exists (select from ${before} b where b = t)`,
  )
  const insertions = pairs.map(
    ({ now, before }) =>
      sql`insert into ${now} select * from ${before} b where not exists (select from ${now} t where t = b)`,
  )
  return sql.join([...removals.reverse(), ...insertions], sql`; `)
}
