import type { DatabaseSync, SQLInputValue, SQLOutputValue } from 'node:sqlite'
import { setImmediate as nextTurn } from 'node:timers/promises'
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
} from './table.ts'

/** Rows per event loop turn; bounds how long a backup delays requests. */
const BATCH = 200

/** The tables of a SQLite file, read from its schema. */
export function describeSqlite(database: DatabaseSync): Table[] {
  const names = database
    .prepare(`select name from sqlite_schema where type = 'table' and name not like 'sqlite!_%' escape '!'`)
    .all()
  return names.map(({ name }) => describeTable(database, String(name)))
}

function describeTable(database: DatabaseSync, name: string): Table {
  const columns = database.prepare('select name, type, pk from pragma_table_info(?) order by cid').all(name)
  const foreign = database.prepare('select distinct "table" as name from pragma_foreign_key_list(?)').all(name)
  const key = columns.filter(({ pk }) => pk !== 0).sort((a, b) => Number(a.pk) - Number(b.pk))
  return {
    name,
    columns: columns.map((column) => ({ name: String(column.name), kind: kindOf(name, String(column.type)) })),
    key: key.map((column) => String(column.name)),
    references: foreign.map((row) => String(row.name)),
  }
}

/** SQLite's rules of type affinity, and booleans, which are stored as 0 and 1. */
function kindOf(table: string, type: string): Kind {
  if (/bool/i.test(type)) return 'boolean'
  if (/int/i.test(type)) return 'integer'
  if (/char|clob|text|date|time|json|uuid/i.test(type)) return 'text'
  if (/blob|bytea/i.test(type)) return 'blob'
  if (/real|floa|doub/i.test(type)) return 'real'
  throw new BackupError(`The table ${table} has a column of the type "${type}", which no backup knows.`)
}

export function countSqlite(database: DatabaseSync, table: Table): number {
  return Number(database.prepare(`select count(*) as count from ${quote(table.name)}`).get()?.count)
}

/** All rows in primary key order, in batches. */
export async function* readSqlite(database: DatabaseSync, table: Table): AsyncIterable<Row[]> {
  const names = table.columns.map(({ name }) => quote(name)).join(', ')
  const order = (table.key.length > 0 ? table.key : table.columns.map(({ name }) => name)).map(quote).join(', ')
  const statement = database.prepare(`select ${names} from ${quote(table.name)} order by ${order}`)
  statement.setReadBigInts(true)
  const most = hasBlobs(table) ? 1 : BATCH
  let rows: Row[] = []
  for (const stored of statement.iterate()) {
    rows.push(toRow(table, stored))
    if (rows.length < most) continue
    yield rows
    rows = []
    await nextTurn()
  }
  if (rows.length > 0) yield rows
}

function toRow(table: Table, stored: Record<string, SQLOutputValue>): Row {
  const row: Record<string, Value> = {}
  for (const column of table.columns) row[column.name] = toValue(table, column, stored[column.name] ?? null)
  return row
}

function toValue(table: Table, { name, kind }: Column, value: SQLOutputValue): Value {
  if (value === null) return null
  if (kind === 'text' && typeof value === 'string') return value
  if (kind === 'integer' && typeof value === 'bigint') return encodeInteger(value)
  if (kind === 'boolean' && typeof value === 'bigint') return value !== 0n
  if (kind === 'real' && typeof value === 'number') return encodeReal(value)
  if (kind === 'real' && typeof value === 'bigint') return encodeReal(Number(value))
  if (kind === 'blob' && value instanceof Uint8Array) return value
  throw new BackupError(`The table ${table.name} holds a ${typeof value} in ${name}, where ${kind} belongs.`)
}

/** Returns a function that inserts one row. */
export function prepareInsert(database: DatabaseSync, table: Table): (row: Row) => void {
  const names = table.columns.map(({ name }) => quote(name)).join(', ')
  const places = table.columns.map(() => '?').join(', ')
  const statement = database.prepare(`insert into ${quote(table.name)} (${names}) values (${places})`)
  return (row) => void statement.run(...table.columns.map((column) => toInput(column, row[column.name] ?? null)))
}

function toInput({ kind }: Column, value: Value): SQLInputValue {
  if (typeof value === 'boolean') return value ? 1 : 0
  if (kind === 'integer' && typeof value === 'string') return BigInt(value)
  if (kind === 'real' && value !== null) return Number(value)
  return value
}

/** A name as SQL quotes it. */
export function quote(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}
