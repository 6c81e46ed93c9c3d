import { sql } from 'kysely'
import * as z from 'zod/mini'
import type { Trx } from '../../platform/database/database.ts'
import { BackupError } from './backup-error.ts'
import {
  type Column,
  encodeInteger,
  encodeReal,
  hasBlobs,
  type Kind,
  type Row,
  type Table,
  type Value,
} from './rows.ts'

/** Per fetch; tables with blobs are fetched row by row. */
const BATCH_ROWS = 500

const COLUMN_KINDS: Readonly<Record<string, Kind>> = {
  text: 'text',
  varchar: 'text',
  bpchar: 'text',
  uuid: 'text',
  date: 'text',
  timestamp: 'text',
  timestamptz: 'text',
  json: 'text',
  jsonb: 'text',
  int2: 'integer',
  int4: 'integer',
  int8: 'integer',
  float4: 'real',
  float8: 'real',
  bool: 'boolean',
  bytea: 'blob',
}

export async function describePostgres(trx: Trx): Promise<Table[]> {
  const columns = await sql<{ table: string; name: string; type: string; place: number | null }>`
    select c.relname as "table", a.attname as name, t.typname as type, array_position(i.indkey, a.attnum) as place
    from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    join pg_type t on t.oid = a.atttypid
    left join pg_index i on i.indrelid = c.oid and i.indisprimary
    where c.relkind = 'r' and c.relnamespace = current_schema()::regnamespace
    order by c.relname, a.attnum`.execute(trx)
  const foreign = await sql<{ table: string; name: string }>`
    select c.relname as "table", f.relname as name
    from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_class f on f.oid = k.confrelid
    where k.contype = 'f' and c.relnamespace = current_schema()::regnamespace`.execute(trx)
  return [...Map.groupBy(columns.rows, ({ table }) => table)].map(([table, own]) => ({
    name: table,
    columns: own.map(({ name, type }) => ({ name, kind: mapKind(table, type) })),
    key: own
      .filter(({ place }) => place !== null)
      .sort((a, b) => Number(a.place) - Number(b.place))
      .map(({ name }) => name),
    references: foreign.rows.filter((row) => row.table === table).map(({ name }) => name),
  }))
}

function mapKind(table: string, type: string): Kind {
  const kind = COLUMN_KINDS[type]
  if (kind !== undefined) return kind
  throw new BackupError(`The table ${table} has a column of the type "${type}", which no backup knows.`)
}

export async function countPostgres(trx: Trx, table: Table): Promise<number> {
  const { rows } = await sql<{ count: string }>`select count(*)::text as count from ${sql.id(table.name)}`.execute(trx)
  return Number(rows[0]?.count)
}

const storedRows = z.array(z.record(z.string(), z.nullable(z.union([z.string(), z.instanceof(Uint8Array)]))))

/** In primary key order. Text is ordered by bytes, as in SQLite. */
export async function* readPostgres(trx: Trx, table: Table): AsyncIterable<Row[]> {
  const columns = sql.join(
    table.columns.map(({ name, kind }) =>
      kind === 'blob' ? sql.ref(name) : sql`${sql.ref(`t.${name}`)}::text as ${sql.id(name)}`,
    ),
  )
  const key = table.key.length > 0 ? table.columns.filter(({ name }) => table.key.includes(name)) : table.columns
  const inOrder = key.toSorted((a, b) => table.key.indexOf(a.name) - table.key.indexOf(b.name))
  const order = sql.join(
    inOrder.map(({ name, kind }) =>
      kind === 'text' ? sql`${sql.ref(`t.${name}`)}::text collate "C"` : sql.ref(`t.${name}`),
    ),
  )
  const cursor = sql.id('backup_rows')
  await sql`declare ${cursor} no scroll cursor for select ${columns} from ${sql.id(table.name)} t order by ${order}`.execute(
    trx,
  )
  const fetch = sql`fetch ${sql.lit(hasBlobs(table) ? 1 : BATCH_ROWS)} from ${cursor}`
  for (;;) {
    const stored = storedRows.parse((await fetch.execute(trx)).rows)
    if (stored.length === 0) break
    yield stored.map((row) => toRow(table, row))
  }
  await sql`close ${cursor}`.execute(trx)
}

type Stored = Readonly<Record<string, string | Uint8Array | null>>

function toRow(table: Table, stored: Stored): Row {
  const row: Record<string, Value> = {}
  for (const column of table.columns) row[column.name] = toValue(column, stored[column.name] ?? null)
  return row
}

function toValue({ kind }: Column, value: string | Uint8Array | null): Value {
  if (value === null || value instanceof Uint8Array) return value
  if (kind === 'integer') return encodeInteger(BigInt(value))
  if (kind === 'real') return encodeReal(Number(value))
  return kind === 'boolean' ? value === 'true' : value
}

/** Inserts rows of JSON; the server converts each value to the column's type. */
export async function insertLines(trx: Trx, table: Table, lines: readonly string[]): Promise<void> {
  const columns = sql.join(table.columns.map(({ name }) => sql.id(name)))
  const json = `[${lines.join(',')}]`
  await sql`insert into ${sql.id(table.name)} (${columns}) overriding system value
    select ${columns} from json_populate_recordset(null::${sql.id(table.name)}, ${json}::json)`.execute(trx)
}

export async function insertRow(trx: Trx, table: Table, row: Row): Promise<void> {
  const columns = sql.join(table.columns.map(({ name }) => sql.id(name)))
  const values = sql.join(table.columns.map(({ name }) => toInput(row[name] ?? null)))
  await sql`insert into ${sql.id(table.name)} (${columns}) overriding system value values (${values})`.execute(trx)
}

function toInput(value: Value): string | number | boolean | null | Buffer {
  return value instanceof Uint8Array ? Buffer.from(value.buffer, value.byteOffset, value.byteLength) : value
}

/** Continues sequences after the highest stored number. */
export async function advanceSequences(trx: Trx, table: Table): Promise<void> {
  for (const { name, kind } of table.columns) {
    if (kind !== 'integer') continue
    await sql`select setval(s, coalesce((select max(${sql.id(name)}) from ${sql.id(table.name)}), 1),
        exists (select from ${sql.id(table.name)}))
      from pg_get_serial_sequence(quote_ident(${table.name}), ${name}) s where s is not null`.execute(trx)
  }
}
