import { copyFile, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Kysely, sql } from 'kysely'
import { createBackup, withSnapshot } from '../../operations/backup/create-backup.ts'
import { restoreBackup } from '../../operations/backup/restore-backup.ts'
import { type Kind, NOT_IN_BACKUPS, type Row, type Table, type Value } from '../../operations/backup/rows.ts'
import { type Location, openStore, sqliteFile } from '../../platform/database/database.ts'
import { migrate, SCHEMA_VERSIONS } from '../../platform/database/migrate.ts'
import { openUnlimitedPostgres } from '../../platform/database/postgres-store.ts'
import { sqliteDialect } from '../../platform/database/sqlite.ts'
import type { Tables } from '../../platform/database/tables.ts'
import { createEmptyDatabase, type Engine } from '../servers/engines.ts'
import { quickFolder } from './quick-folder.ts'

/** `close` deletes it. */
export type EmptyDatabase = { location: Location; close: () => Promise<void> }

/** Without tables, or a copy of a database without connections. */
export async function openEmptyDatabase(engine: Engine, source?: Location): Promise<EmptyDatabase> {
  const dataDir = await mkdtemp(join(await quickFolder(), 'shop-test-'))
  const database = engine === 'postgres' ? await createEmptyDatabase(engine, source?.databaseUrl ?? undefined) : null
  if (engine === 'sqlite' && source !== undefined) await copyFile(sqliteFile(source.dataDir), sqliteFile(dataDir))
  return {
    location: { databaseUrl: database?.url ?? null, dataDir },
    close: async () => {
      await database?.close()
      await rm(dataDir, { recursive: true })
    },
  }
}

/** Shops of older versions, each migrated once from an older one and then copied. */
export type OldShops = {
  /** By default with two rows in each table. */
  open: (version: string, options?: { samples?: boolean }) => Promise<EmptyDatabase>
  close: () => Promise<void>
}

export function createOldShops(engine: Engine): OldShops {
  const templates = new Map<string, EmptyDatabase>()
  async function templateOf(version: string): Promise<Location> {
    const known = templates.get(version)
    if (known !== undefined) return known.location
    const older = SCHEMA_VERSIONS.slice(0, SCHEMA_VERSIONS.indexOf(version)).findLast((name) => templates.has(name))
    const source = older === undefined ? undefined : templates.get(older)?.location
    const template = await openEmptyDatabase(engine, source)
    templates.set(version, template)
    await migrateTo(template.location, version)
    return template.location
  }
  return {
    open: async (version, { samples = true } = {}) => {
      const shop = await openEmptyDatabase(engine, await templateOf(version))
      if (samples) await addSamples(shop.location)
      return shop
    },
    close: async () => {
      for (const template of templates.values()) await template.close()
    },
  }
}

/** The newest updates to try; older ones were tried when added. */
const NEWEST = 4

type Update = { version: string; table: string; before: Row[]; after: Row[] | undefined }

/** Rows of each table as a version writes them, and as its statements write them into the next version's tables. */
export async function rowsAfterNewestUpdates(
  oldShop: (version: string, options?: { samples: boolean }) => Promise<Location>,
): Promise<Update[]> {
  const updates: Update[] = []
  const versions = SCHEMA_VERSIONS.slice(-NEWEST - 1)
  for (const [index, version] of versions.slice(0, -1).entries()) {
    const old = await oldShop(version)
    const next = await oldShop(versions[index + 1] ?? '', { samples: false })
    const tables = await withSnapshot(old, async (snapshot) => snapshot.tables)
    const before = await rowsOf(old)
    await fillWithSamples(next, tables, before)
    const after = await rowsOf(next)
    updates.push(
      ...tables.map(({ name }) => ({ version, table: name, before: before[name] ?? [], after: after[name] })),
    )
  }
  return updates
}

/** The rows of an older shop after a restore from backup, and after its update. */
export async function restoredAndUpdated(
  location: Location,
  { target, file }: { target: Location; file: string },
): Promise<{ schema: string; upToDate: string; restored: Record<string, Row[]>; updated: Record<string, Row[]> }> {
  await createBackup({ location, file, now: new Date(0) })
  const { schema, upToDate } = await restoreBackup({ location: target, file })
  await (await openStore(location)).close()
  return { schema, upToDate, restored: await rowsOf(target), updated: await restorableRowsOf(location) }
}

async function migrateTo(location: Location, version: string): Promise<void> {
  const database = openDatabase(location)
  await migrate(database, version)
  await database.destroy()
}

/** By table, as a backup reads them. */
export function rowsOf(location: Location): Promise<Record<string, Row[]>> {
  return withSnapshot(location, async ({ tables, read }) => {
    const all: Record<string, Row[]> = {}
    for (const table of tables) {
      const rows: Row[] = []
      for await (const batch of read(table)) rows.push(...batch.map(withPlainBytes))
      all[table.name] = rows
    }
    return all
  })
}

/** The rows that a restore brings back. */
export async function restorableRowsOf(location: Location): Promise<Record<string, Row[]>> {
  const rows = Object.entries(await rowsOf(location))
  return Object.fromEntries(rows.map(([name, all]) => [name, NOT_IN_BACKUPS.has(name) ? [] : all]))
}

function openDatabase({ databaseUrl, dataDir }: Location) {
  return databaseUrl === null
    ? new Kysely<Tables>({ dialect: sqliteDialect(sqliteFile(dataDir)) })
    : openUnlimitedPostgres(databaseUrl)
}

/** Each engine has its own class for bytes. */
function withPlainBytes(row: Row): Row {
  const plain = Object.entries(row).map(([name, value]) => [
    name,
    value instanceof Uint8Array ? new Uint8Array(value) : value,
  ])
  return Object.fromEntries(plain)
}

async function addSamples(location: Location): Promise<void> {
  const tables = await withSnapshot(location, async (snapshot) => snapshot.tables)
  const rows = tables.map((table) => [table.name, [1, 2].map((number) => sampleRow(table, number))] as const)
  await fillWithSamples(location, tables, Object.fromEntries(rows))
}

/** Replaces rows of a migration, naming only the given columns. */
async function fillWithSamples(
  location: Location,
  tables: readonly Table[],
  rows: Readonly<Record<string, readonly Row[]>>,
): Promise<void> {
  const database = openDatabase(location)
  for (const { name } of tables.toReversed()) await sql`delete from ${sql.id(name)}`.execute(database)
  for (const { name, columns } of tables) {
    const names = sql.join(columns.map((column) => sql.id(column.name)))
    for (const row of rows[name] ?? []) {
      const values = sql.join(columns.map((column) => row[column.name] ?? null))
      await sql`insert into ${sql.id(name)} (${names}) values (${values})`.execute(database)
    }
  }
  await database.destroy()
}

/** For columns that do not accept any value of their type. */
const SAMPLE_VALUES: Readonly<Record<string, Value>> = {
  'outbox.state': 'sent',
  'planned_changes.changes': '{}',
  'products.details': '{}',
  'audit_log.before': 'null',
  'audit_log.after': 'null',
  'page_versions.values_json': '{}',
  'placements.draft': null,
  'admin_idempotency_keys.response': null,
  'shop_settings.value': '1',
  'discount_codes.lines': '[]',
  'discount_codes.product_ids': '[]',
  'payments.provider': 'braintree',
  'payment_operations.provider': 'braintree',
  'gateway_events.provider': 'braintree',
  'payments.state': 'settled',
  'payment_operations.state': 'done',
  'payment_operations.kind': 'refund',
  'return_labels.type': 'image/png',
  'discount_codes.kind': 'percent',
  'discount_codes.state': 'on',
  'orders.channel': 'phone',
  'order_transactions.kind': 'sale',
  'orders.order_status': 'shipped',
  'orders.payment': 'cash',
  'order_returns.return_state': 'accepted',
  'orders.shipped_by': 'picked_up',
  'order_items.cancellation_status': 'cancelled',
  'order_items.refund_status': 'refunded',
  'products.sale_price_cents': null,
  'products.status': 'hidden',
  'admin_invites.role': 'owner',
  'admin_users.role': 'owner',
  'admin_users.rights': 'orders',
}

const SAMPLE_NAMES: Readonly<Record<string, (number: number) => string>> = {
  'media.name': (number) => `photo-${number}.jpg`,
  'media_files.name': (number) => `photo-${number}.jpg`,
  'media.type': () => 'image/jpeg',
  'product_pictures.file': (number) => `photo-${number}.jpg`,
  image_file: (number) => `photo-${number}.jpg`,
  first_zip: (number) => `0210${number}`,
  last_zip: (number) => `0210${number}`,
  hash: (number) => String(number).repeat(8),
  sha256: (number) => String(number).repeat(64),
  slug: (number) => `slug-${number}`,
  product_id: (number) => `product-${number}`,
}

/** Columns of days and times. */
const MOMENT_COLUMN =
  /(?:_at|_on|_date)$|^(?:at|since|day|ship_by|answer_by|reply_by|closed_until|locked_until|sale_from|sale_until)$/

function sampleValue(name: string, kind: Kind, number: number): Value {
  if (kind === 'blob') return new Uint8Array([number])
  if (kind === 'text' && MOMENT_COLUMN.test(name)) return `2026-11-0${number}`
  const named = kind === 'text' ? SAMPLE_NAMES[name] : undefined
  if (named !== undefined) return named(number)
  return kind === 'text' ? `${name} ${number}` : number - 1
}

/** Rows with the same number refer to each other. */
function sampleRow(table: Table, number: number): Row {
  const row: Record<string, Value> = {}
  for (const { name, kind } of table.columns) {
    const known = SAMPLE_VALUES[`${table.name}.${name}`]
    const named = SAMPLE_NAMES[`${table.name}.${name}`]?.(number)
    row[name] = known === undefined ? (named ?? sampleValue(name, kind, number)) : known
    if (table.name.startsWith('admin_') && name === 'user_id') row[name] = sampleValue('id', kind, number)
    if (table.name === 'media' && name === 'bytes') row[name] = number
    if (table.name === 'order_items' && name === 'quantity') row[name] = number
    if (table.name === 'order_return_items' && name === 'quantity') row[name] = number
    if (table.name === 'order_refunds' && name === 'amount_cents') row[name] = number
    if (table.name === 'rate_limits' && name === 'counted') row[name] = number
  }
  return row
}
