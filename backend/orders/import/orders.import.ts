import { join } from 'node:path'
import { paidCents } from '@shop/contract/order-totals'
import { ORDER_ITEM_FIELDS } from '@shop/contract/orders/calls'
import type { ImportColumns, ImportedOrder, ImportPreview } from '@shop/contract/orders/import'
import * as z from 'zod/mini'
import { listKnownCustomerIds } from '../../accounts/accounts.repository.ts'
import { type ChangeContext, writeAudit } from '../../admin/audit/audit.repository.ts'
import type { UndoRule } from '../../admin/audit/undo-change.ts'
import { findProducts, listProductNames } from '../../catalog/products/products.repository.ts'
import { type Database, inTransaction, type Trx } from '../../platform/database/database.ts'
import { AppError } from '../../platform/http/errors/app-error.ts'
import { inThread } from '../../platform/http/in-thread.ts'
import { shopZone } from '../../platform/lib/days/shop-zone.ts'
import { addressText } from '../order-address.ts'
import { itemLine } from '../orders.mail.ts'
import {
  deleteImport,
  findImport,
  insertImport,
  insertOrders,
  insertRefunds,
  listDrawnOrderIds,
  listKnownOrderIds,
  lockImport,
  lockOrderNumbers,
  type StoredOrder,
} from '../orders.repository.ts'
import { MAX_PROBLEMS, type ParsedOrders, type ParsedSheet, parseOrdersSheet, type StatusOfAll } from './orders-file.ts'
import type { OrderFileError } from './orders-sheet.ts'

/** `auditId` is `null` when nothing was imported. */
export type OrdersImport = { imported: string[]; errors: OrderFileError[]; auditId: number | null }

/** Orders of a preview. */
const MAX_SHOWN = 20

/**
 * Imports parsed orders in one transaction, all or none, as one change in the audit log. Stock is not changed: it was
 * counted after these sales. Nobody gets a mail.
 */
export async function importOrders(
  { database, clock, actor }: ChangeContext,
  { orders, refunds, errors, firstRow }: Omit<ParsedOrders, 'notes'>,
): Promise<OrdersImport> {
  if (errors.length > 0) return { imported: [], errors, auditId: null }
  return inTransaction(database, async (trx) => {
    // Orders that are placed meanwhile wait, so that none draws a number of the import.
    await lockOrderNumbers(trx)
    const conflicts = await findConflicts(trx, orders, firstRow)
    if (conflicts.length > 0) return { imported: [], errors: conflicts, auditId: null }
    await insertOrders(trx, await withPictures(trx, await withProducts(trx, orders)))
    await insertRefunds(trx, refunds)
    const imported = orders.map(({ order_id }) => order_id)
    const [first, last] = [imported[0], imported.at(-1)]
    if (first === undefined || last === undefined) return { imported, errors: [], auditId: null }
    const subject = { kind: 'orders', id: await insertImport(trx, imported) }
    const after = { orders: imported.length, first, last }
    const entry = { at: clock(), actor, action: 'orders.imported', subject, before: null, after }
    return { imported, errors: [], auditId: await writeAudit(trx, entry) }
  })
}

/** What an import would do; without `columns` they are recognized by their names. */
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
    orders,
    errors,
    errorCount,
    notes,
    firstRow,
  } = await readSheet(text, columns, status)
  const conflicts = errorCount > 0 ? [] : await findConflicts(database, orders, firstRow)
  return {
    headers,
    samples,
    columns: used,
    orders: orders.slice(0, MAX_SHOWN).map(toImported),
    order_count: orders.length,
    item_count: orders.reduce((count, { items }) => count + items.length, 0),
    problems: [...errors, ...conflicts].slice(0, MAX_PROBLEMS),
    problem_count: errorCount + conflicts.length,
    notes: notes.slice(0, MAX_PROBLEMS),
    note_count: notes.length,
  }
}

/** Reads a spreadsheet that somebody has uploaded. */
export function readSheet(text: string, columns: ImportColumns | null, status: StatusOfAll): Promise<ParsedSheet> {
  return inThread(join(import.meta.dirname, 'orders-file.ts'), parseOrdersSheet, [
    text,
    columns,
    status,
    // A thread knows none of the settings.
    shopZone(),
  ])
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

async function findConflicts(
  database: Database,
  orders: readonly StoredOrder[],
  firstRow: ReadonlyMap<string, number>,
): Promise<OrderFileError[]> {
  const ids = orders.map(({ order_id }) => order_id)
  const known = await listKnownOrderIds(database, ids)
  const drawn = new Set(await listDrawnOrderIds(database, ids))
  const customers = await listKnownCustomerIds(
    database,
    orders.flatMap(({ customer_id }) => (customer_id === null ? [] : [customer_id])),
  )
  return orders.flatMap(({ order_id, customer_id }) => {
    const row = firstRow.get(order_id) ?? 1
    const taken = known.has(order_id) ? IS_KNOWN : drawn.has(order_id) ? IS_DRAWN : null
    return [
      ...(taken === null ? [] : [{ row, field: 'order_id', message: taken }]),
      ...(customer_id === null || customers.has(customer_id)
        ? []
        : [{ row, field: 'customer_id', message: 'is no customer of the shop' }]),
    ]
  })
}

/** Items without a number get that of the product of their name; those of no product keep the name in its place. */
async function withProducts(trx: Trx, orders: readonly StoredOrder[]): Promise<StoredOrder[]> {
  if (orders.every(({ items }) => items.every(({ product_id }) => product_id !== ''))) return [...orders]
  const ids = new Map(
    (await listProductNames(trx)).map(({ product_id, product_name }) => [plain(product_name), product_id]),
  )
  return orders.map((order) => ({
    ...order,
    items: order.items.map((item) => ({
      ...item,
      product_id:
        item.product_id || (ids.get(plain(item.product_name)) ?? item.product_name.slice(0, PRODUCT_ID_LENGTH)),
    })),
  }))
}

const PRODUCT_ID_LENGTH = ORDER_ITEM_FIELDS.product_id.max

/** A name in letters and figures alone: "Campus Slim - Blue" is "Campus Slim Blue". */
function plain(name: string): string {
  return name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')
}

/** Items without a picture get their product's first one, if the shop has the product. */
async function withPictures(trx: Trx, orders: readonly StoredOrder[]): Promise<StoredOrder[]> {
  const without = orders.flatMap(({ items }) => items.filter(({ image_file }) => image_file === null))
  const products = await findProducts(trx, [...new Set(without.map(({ product_id }) => product_id))])
  return orders.map((order) => ({
    ...order,
    items: order.items.map((item) => ({
      ...item,
      image_file: item.image_file ?? products.get(item.product_id)?.pictures[0]?.file ?? null,
    })),
  }))
}

/** Removes the orders of an import, as long as nothing was done with any of them. */
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
  writeBefore: (trx, { subject }) => deleteImport(trx, subject.id),
}

const state = z.object({ orders: z.int() })
