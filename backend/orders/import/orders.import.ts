import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { itemLine } from '@shop/contract/order-item'
import { paidCents } from '@shop/contract/order-totals'
import { ORDER_ITEM_FIELDS } from '@shop/contract/orders/calls'
import type { ImportColumns, ImportedOrder, ImportPreview } from '@shop/contract/orders/import'
import * as z from 'zod/mini'
import { listKnownCustomerIds } from '../../accounts/accounts.repository.ts'
import { type ChangeContext, writeAudit } from '../../admin/audit/audit.repository.ts'
import type { UndoRule } from '../../admin/audit/undo-change.ts'
import { insertRefunds } from '../../books/ledger/refunds.repository.ts'
import { findProducts, listProductNames } from '../../catalog/products/products.repository.ts'
import { type Database, inTransaction, type Trx } from '../../platform/database/database.ts'
import { AppError } from '../../platform/http/errors/app-error.ts'
import { inThread } from '../../platform/http/in-thread.ts'
import { shopZone } from '../../platform/lib/days/shop-zone.ts'
import { bytesOf, unpack } from '../../platform/lib/packed.ts'
import { addressText } from '../order-address.ts'
import {
  insertOrders,
  listDrawnOrderIds,
  listKnownOrderIds,
  lockOrderNumbers,
  type StoredOrder,
} from '../orders.repository.ts'
import { type ImportPart, packOrdersSheet } from './import-parts.ts'
import {
  closeImport,
  findImport,
  insertImported,
  listOpenOrders,
  lockImport,
  newImportId,
  openImport,
  renewImport,
} from './imports.repository.ts'
import { MAX_PROBLEMS, type StatusOfAll } from './orders-file.ts'
import type { OrderFileError } from './sheet-columns.ts'
import { removeImport } from './stopped-imports.ts'

/** `auditId` is `null` if nothing was imported. */
export type OrdersImport = { imported: string[]; errors: OrderFileError[]; auditId: number | null }

/** Most orders in a preview. */
const MAX_SHOWN = 20

/**
 * Imports parsed orders as one change in the audit log, all or none. Each part is its own transaction;
 * `startRemovingStopped` removes an import that stops halfway. Stock does not change, since it was counted after these
 * sales. Sends no mail.
 */
export async function importOrders(
  context: ChangeContext,
  { parts, errors }: { parts: Iterable<ImportPart>; errors: readonly OrderFileError[] },
): Promise<OrdersImport> {
  const found = errors.length > 0 ? errors : await findAllConflicts(context.database, parts)
  if (found.length > 0) return { imported: [], errors: [...found], auditId: null }
  const writing: Writing = { importId: null, renewedAt: '', imported: [], auditId: null }
  try {
    const conflicts = await writeParts(context, parts, writing)
    if (conflicts.length === 0) return { imported: writing.imported, errors: [], auditId: writing.auditId }
    await takeBack(context, writing)
    return { imported: [], errors: conflicts, auditId: null }
  } catch (error) {
    // Fails too if the database is unavailable; the import is removed later.
    await takeBack(context, writing).catch(() => {})
    throw error
  }
}

/** Orders written so far. Without an id there are none. Once the import is in the audit log, it is closed. */
type Writing = { importId: string | null; renewedAt: string; imported: string[]; auditId: number | null }

async function takeBack({ database, clock }: ChangeContext, { importId, renewedAt }: Writing): Promise<void> {
  if (importId !== null) await removeImport({ database, clock }, { import_id: importId, renewed_at: renewedAt })
}

async function writeParts(
  context: ChangeContext,
  parts: Iterable<ImportPart>,
  writing: Writing,
): Promise<OrderFileError[]> {
  let names: ProductIds | null = null
  let waiting: ImportPart | null = null
  for (const part of parts) {
    if (waiting !== null) {
      const conflicts = await writePart(context, waiting, writing, { names, isLast: false })
      if (conflicts.length > 0) return conflicts
      // SQLite runs statements in this thread.
      await nextTurn()
    }
    if (part.orders.some(({ order }) => order.items.some(hasNoProduct)))
      names ??= await readProductIds(context.database)
    waiting = part
  }
  return waiting === null ? [] : writePart(context, waiting, writing, { names, isLast: true })
}

async function writePart(
  { database, clock, actor }: ChangeContext,
  part: ImportPart,
  writing: Writing,
  { names, isLast }: { names: ProductIds | null; isLast: boolean },
): Promise<OrderFileError[]> {
  const orders = await withPictures(database, withProducts(part, names))
  const ids = orders.map(({ order_id }) => order_id)
  const now = clock()
  const at = now.toISOString()
  const written = await inTransaction(database, async (trx) => {
    // New orders wait, so none draws a number of the part.
    await lockOrderNumbers(trx)
    const conflicts = await findConflicts(trx, part)
    if (conflicts.length > 0) return { conflicts }
    const importId = writing.importId ?? (await newImportId(trx))
    if (writing.importId !== null) await requireOwn(trx, writing.importId, writing.renewedAt, at)
    else if (!isLast) await openImport(trx, importId, at)
    await insertOrders(trx, orders)
    await insertRefunds(
      trx,
      part.orders.flatMap(({ refunds }) => refunds),
    )
    await insertImported(trx, importId, ids)
    if (!isLast) return { conflicts, importId, auditId: null }
    await closeImport(trx, importId)
    const { imported } = writing
    const after = { orders: imported.length + ids.length, first: imported[0] ?? ids[0] ?? '', last: ids.at(-1) ?? '' }
    const entry = { at: now, actor, action: 'orders.imported', subject: { kind: 'orders', id: importId }, before: null }
    return { conflicts, importId, auditId: await writeAudit(trx, { ...entry, after }) }
  })
  if ('importId' in written) {
    writing.imported.push(...ids)
    Object.assign(writing, { importId: written.importId, renewedAt: at, auditId: written.auditId })
  }
  return written.conflicts
}

async function requireOwn(trx: Trx, importId: string, before: string, at: string): Promise<void> {
  if (await renewImport(trx, importId, before, at)) return
  throw new AppError(
    'conflict',
    'The import took too long, and its orders are being removed. Please try again in five minutes.',
  )
}

/** Previews an import; without `columns` they are matched by name. */
export async function previewImport(
  database: Database,
  text: string,
  columns: ImportColumns | null,
  status: StatusOfAll,
): Promise<ImportPreview> {
  const {
    headers,
    samples,
    columns: used,
    questions,
    parts,
    errors,
    errorCount,
    notes,
    noteCount,
  } = await parseSheet(text, columns, status)
  const conflicts = errorCount > 0 ? [] : await findAllConflicts(database, parts)
  const shown: ImportedOrder[] = []
  let [orders, items] = [0, 0]
  for (const part of parts) {
    orders += part.orders.length
    for (const { order } of part.orders) {
      items += order.items.length
      if (shown.length < MAX_SHOWN) shown.push(toImported(order))
    }
    await nextTurn()
  }
  return {
    headers,
    samples,
    columns: used,
    orders: shown,
    order_count: orders,
    item_count: items,
    problems: [...errors, ...conflicts].slice(0, MAX_PROBLEMS),
    problem_count: errorCount + conflicts.length,
    questions,
    notes,
    note_count: noteCount,
  }
}

/** Parses an uploaded spreadsheet. */
export async function parseSheet(text: string, columns: ImportColumns | null, status: StatusOfAll) {
  const module = join(import.meta.dirname, 'import-parts.ts')
  // The thread has no settings.
  const options = { columns, status, zone: shopZone() }
  const { parts, ...sheet } = await inThread(module, packOrdersSheet, [bytesOf(text), options])
  return { ...sheet, parts: unpack<ImportPart>(parts) }
}

function toImported(order: StoredOrder): ImportedOrder {
  return {
    order_id: order.order_id,
    order_date: order.order_date,
    name: `${order.first_name} ${order.last_name}`.trim(),
    email: order.email,
    status: order.imported_status ?? order.order_status,
    channel: order.channel,
    delivery_address: addressText(order),
    items: order.items.map(itemLine),
    total_cents: paidCents(order),
  }
}

const IS_KNOWN = 'is already in the shop'
const IS_DRAWN = 'is the number of an order whose payment is being checked; please import again in ten minutes'

const IS_HALF =
  'belongs to an import that hasn’t finished; please look again in five minutes: if it stopped, its orders will be gone by then'

async function findAllConflicts(database: Database, parts: Iterable<ImportPart>): Promise<OrderFileError[]> {
  const found: OrderFileError[] = []
  for (const part of parts) {
    found.push(...(await findConflicts(database, part)))
    await nextTurn()
  }
  return found
}

async function findConflicts(database: Database, { orders }: ImportPart): Promise<OrderFileError[]> {
  const ids = orders.map(({ order }) => order.order_id)
  const known = await listKnownOrderIds(database, ids)
  const half = known.size === 0 ? known : await listOpenOrders(database, [...known])
  const drawn = new Set(await listDrawnOrderIds(database, ids))
  const customers = await listKnownCustomerIds(
    database,
    orders.flatMap(({ order: { customer_id } }) => (customer_id === null ? [] : [customer_id])),
  )
  const taken = (id: string) => (half.has(id) ? IS_HALF : known.has(id) ? IS_KNOWN : drawn.has(id) ? IS_DRAWN : null)
  return orders.flatMap(({ row, order: { order_id, customer_id } }) => {
    const message = taken(order_id)
    return [
      ...(message === null ? [] : [{ row, field: 'order_id', message }]),
      ...(customer_id === null || customers.has(customer_id)
        ? []
        : [{ row, field: 'customer_id', message: 'isn’t a customer of the shop' }]),
    ]
  })
}

type ProductIds = ReadonlyMap<string, string>

async function readProductIds(database: Database): Promise<ProductIds> {
  const products = await listProductNames(database)
  return new Map(products.map(({ product_id, product_name }) => [plain(product_name), product_id]))
}

function hasNoProduct({ product_id }: { product_id: string }): boolean {
  return product_id === ''
}

/** Fills in product ids by name. Items of no product keep the name as their id. */
function withProducts({ orders }: ImportPart, ids: ProductIds | null): StoredOrder[] {
  return orders.map(({ order }) => ({
    ...order,
    items: order.items.map((item) => ({
      ...item,
      product_id:
        item.product_id || (ids?.get(plain(item.product_name)) ?? item.product_name.slice(0, PRODUCT_ID_LENGTH)),
    })),
  }))
}

const PRODUCT_ID_LENGTH = ORDER_ITEM_FIELDS.product_id.max

/** A name in letters and digits only: "Campus Slim - Blue" is "Campus Slim Blue". */
function plain(name: string): string {
  return name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')
}

/** Adds the product's first picture to items without one. */
async function withPictures(database: Database, orders: readonly StoredOrder[]): Promise<StoredOrder[]> {
  const without = orders.flatMap(({ items }) => items.filter(({ image_file }) => image_file === null))
  const products = await findProducts(database, [...new Set(without.map(({ product_id }) => product_id))])
  return orders.map((order) => ({
    ...order,
    items: order.items.map((item) => ({
      ...item,
      image_file: item.image_file ?? products.get(item.product_id)?.pictures[0]?.file ?? null,
    })),
  }))
}

/** Removes the orders of an unchanged import, in parts, so other writes run in between. */
export const undoImport: UndoRule = {
  lock: async (trx, { subject }) => {
    await lockImport(trx, subject.id)
    const { changed } = await findImport(trx, subject.id)
    if (changed !== null) throw new AppError('conflict', `Order ${changed} of this import has changed since then.`)
  },
  readPresent: async (database, { subject, after }) => {
    const { orders, changed } = await findImport(database, subject.id)
    return changed === null && orders === state.parse(after).orders ? after : { orders }
  },
  writeBefore: (trx, { subject }, now) => openImport(trx, subject.id, now.toISOString()),
  finish: (context, { subject }, now) =>
    removeImport(context, { import_id: subject.id, renewed_at: now.toISOString() }),
}

const state = z.object({ orders: z.int() })
