import type { OrderChannel } from '@shop/contract/admin/orders'
import { type Cents, formatMoney } from '@shop/contract/money'
import * as z from 'zod/mini'
import type { UndoRule } from '../audit/undo-change.ts'
import { type ChangeContext, writeAudit } from '../audit/write-audit.ts'
import { addStock, findProduct, takeStock } from '../catalog/catalog.repository.ts'
import { bumpStockVersion } from '../catalog-version/catalog-version.ts'
import { inTransaction, type Trx } from '../database/database.ts'
import { AppError } from '../errors/app-error.ts'
import { getShopSettings } from '../shop-settings/shop-settings.repository.ts'
import { buildOrder, type ItemDraft, itemOf } from './build-order.ts'
import { enqueueHeldMail, withdrawOrCorrect } from './order-change.ts'
import { paidCents } from './order-money.ts'
import { orderTakenMail, orderWithdrawnMail } from './order-taken.mail.ts'
import {
  deleteOrder,
  insertOrders,
  listKnownOrderIds,
  lockOrder,
  nextOrderNumber,
  type StoredOrder,
} from './orders.repository.ts'

export type TakenOrder = {
  channel: Exclude<OrderChannel, 'online'>
  first_name: string
  last_name: string
  email: string
  /** `price_cents`: what was agreed; without it today's price. */
  items: readonly { product_id: string; quantity: number; price_cents?: Cents }[]
  delivery_cents: Cents
  tax_cents: Cents
  /** The goods were taken along: nothing is left to ship. */
  handed_over: boolean
}

/**
 * Stores an order taken by phone or at a fair, takes its goods from the stock, and sends the shopper its number. Without
 * enough stock nothing changes. Returns the order's number and the id of the audit entry.
 */
export async function takeOrder(
  { database, clock, actor }: ChangeContext,
  { items, handed_over, ...taken }: TakenOrder,
): Promise<{ orderId: string; auditId: number }> {
  return inTransaction(database, async (trx) => {
    const now = clock()
    const shop = await getShopSettings(trx)
    const orderId = await newOrderNumber(trx)
    const order = buildOrder({
      ...taken,
      order_id: orderId,
      order_date: now.toISOString().slice(0, 10),
      order_status: handed_over ? 'delivered' : 'processing',
      items: await itemsOf(trx, items),
    })
    requireStorable(order)
    await insertOrders(trx, [order])
    const mail = await enqueueHeldMail(trx, orderTakenMail(order, shop), { now, shop })
    await takeGoods(trx, order.items)
    const subject = { kind: 'order', id: orderId }
    const [before, after] = [
      { taken: null, taken_mail: null },
      { taken: taken.channel, taken_mail: mail },
    ]
    const auditId = await writeAudit(trx, { at: now, actor, action: 'order.taken', subject, before, after })
    return { orderId, auditId }
  })
}

/**
 * Removes an order that was taken by mistake, as long as nothing else was done with it, and gives its goods back to the
 * stock. The removal itself cannot be undone: the order is entered again.
 */
export const undoTaking: UndoRule = {
  readPresent: async (trx, { subject, after }) => {
    const order = await lockOrder(trx, subject.id)
    // The lock itself has raised the version.
    const isUntouched = order?.version === 1
    return { taken: order !== null && isUntouched ? order.channel : null, taken_mail: z.parse(entry, after).taken_mail }
  },
  writeBefore: async (trx, { subject, before, after }, { now }) => {
    if (z.parse(entry, before).taken !== null) {
      throw new AppError('conflict', `Order ${subject.id} is gone. Please enter it again.`)
    }
    const order = await lockOrder(trx, subject.id)
    if (order === null) throw new AppError('conflict', `Order ${subject.id} is gone already.`)
    await deleteOrder(trx, subject.id)
    await withdrawOrCorrect(trx, z.parse(entry, after).taken_mail, (shop) => orderWithdrawnMail(order, shop), now)
    await addStock(trx, order.items)
    await bumpStockVersion(trx)
  },
}

const entry = z.object({ taken: z.nullable(z.string()), taken_mail: z.nullable(z.string()) })

/** Keeps sums of orders within the integers of both engines. */
const MAX_CENTS = 1_000_000_000

function requireStorable(order: StoredOrder): void {
  if (paidCents(order) <= MAX_CENTS) return
  throw new AppError('invalid_request', `An order may come to ${formatMoney(MAX_CENTS)} at most.`)
}

/** Numbers of imported orders are skipped. */
async function newOrderNumber(trx: Trx): Promise<string> {
  for (;;) {
    const number = await nextOrderNumber(trx)
    if ((await listKnownOrderIds(trx, [number])).size === 0) return number
  }
}

async function itemsOf(trx: Trx, items: TakenOrder['items']): Promise<ItemDraft[]> {
  const drafts: ItemDraft[] = []
  for (const { product_id, quantity, price_cents } of items) {
    const product = await findProduct(trx, product_id)
    if (product === null) throw new AppError('not_found', `There is no product ${product_id}.`)
    const item = itemOf(product, quantity)
    drafts.push(price_cents === undefined ? item : { ...item, price_cents })
  }
  return drafts
}

async function takeGoods(trx: Trx, items: readonly ItemDraft[]): Promise<void> {
  const [shortage] = await takeStock(trx, items)
  if (shortage !== undefined) {
    const name = items.find(({ product_id }) => product_id === shortage.product_id)?.product_name
    throw new AppError('conflict', `Only ${shortage.available} of ${name} are in stock.`)
  }
  await bumpStockVersion(trx)
}
