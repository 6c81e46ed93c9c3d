import { randomUUID } from 'node:crypto'
import { normalizeAddress, stateOfAddress } from '@shop/contract/address/postal-address'
import type { DeliveryOption } from '@shop/contract/delivery/calls'
import { deliveryName } from '@shop/contract/delivery/rules'
import { discountLines, nothingToPay } from '@shop/contract/discounts/rules'
import { DAY_MS } from '@shop/contract/durations'
import { type Cents, formatAdminMoney, toMillionths } from '@shop/contract/money'
import { MAX_ORDER_CENTS, manualOrderTotals, paidCents } from '@shop/contract/order-totals'
import { MAX_ENTRY_DAYS, type OfflineEntry, type TakenOrder } from '@shop/contract/orders/taken-orders'
import type { AdminSettings } from '@shop/contract/settings/admin'
import { selectTaxTerms } from '@shop/contract/tax/zip-rates'
import * as z from 'zod/mini'
import type { AuditEntry } from '../../admin/audit/audit.repository.ts'
import { type ChangeContext, writeAudit } from '../../admin/audit/audit.repository.ts'
import { isObject, type Json } from '../../admin/audit/canonical-json.ts'
import { findProduct, type StoredProduct } from '../../catalog/catalog.repository.ts'
import { addStock, listStock, type StockShortage, takeStock } from '../../catalog/stock.repository.ts'
import { resolveWholesale } from '../../catalog/wholesale.ts'
import { listDeliveryOptions } from '../../delivery/delivery.repository.ts'
import { giveUseBack, type StoredCode } from '../../discounts/discounts.repository.ts'
import { readCode, takeCode, toDiscount } from '../../discounts/read-discount.ts'
import { composeMail } from '../../mail/enqueue-mail.ts'
import { bumpStockVersion } from '../../platform/database/catalog-version/catalog-version.ts'
import { type Database, inTransaction, type Trx } from '../../platform/database/database.ts'
import { AppError, type ErrorDetail } from '../../platform/http/errors/app-error.ts'
import { localDay } from '../../platform/lib/days/local-day.ts'
import { getShopSettings } from '../../platform/settings/shop-settings.repository.ts'
import { listTakenTaxes } from '../../tax/sales-tax.repository.ts'
import { buildOrder, type ItemDraft, itemOf, type SoldGoods } from '../build-order.ts'
import { addressColumns } from '../order-address.ts'
import {
  enqueueHeldMail,
  type OrderState,
  type OrderUndoRule,
  readPresentBy,
  withdrawOrCorrect,
} from '../order-change.ts'
import { orderTakenMail, orderWithdrawnMail } from '../orders.mail.ts'
import {
  deleteOrder,
  findEntry,
  insertEntry,
  insertNote,
  insertOrders,
  lockOrder,
  lockOrderUnchanged,
  newOrderNumber,
  type StoredOrder,
} from '../orders.repository.ts'

/**
 * Stores a manual order, takes its stock and mails the shopper its number. Without enough stock nothing changes. A
 * repeated offline `entry` returns the first order. Returns the number and the id of the audit entry.
 */
export async function takeOrder(
  { database, clock, actor }: ChangeContext,
  taken: TakenOrder,
  entry: OfflineEntry | null = null,
): Promise<{ orderId: string; auditId: number }> {
  return inTransaction(database, async (trx) => {
    const now = clock()
    const shop = await getShopSettings(trx)
    // Locks the counter, so an entry that is sent twice at once is found.
    const orderId = await newOrderNumber(trx)
    const known = entry === null ? null : await findEntry(trx, entry.id)
    if (known !== null) return { orderId: known.order_id, auditId: known.audit_id }
    const takenAt = takenAtOf(entry, now)
    const { discount_code, email } = taken
    // Locks the code before the stock.
    const code = discount_code === null ? null : await takeCode(trx, discount_code, { email, today: localDay(takenAt) })
    const order = await toOrder(trx, taken, { orderId, takenAt, code })
    if (entry !== null) requireCharged(order, entry)
    await insertOrders(trx, [order])
    if (taken.note !== '') {
      const written = { note_id: randomUUID(), order_id: orderId, author: actor, noted_at: now.toISOString() }
      await insertNote(trx, { ...written, note: taken.note })
    }
    const mail = await enqueueHeldMail(trx, orderTakenMail(order, shop), { now, shop })
    await takeGoods(trx, order.items)
    const subject = { kind: 'order', id: orderId }
    const [before, after] = [
      { taken: null, taken_mail: null, note: null },
      { taken: taken.channel, taken_mail: mail, note: taken.note },
    ]
    const auditId = await writeAudit(trx, { at: now, actor, action: 'order.taken', subject, before, after })
    if (entry !== null) await insertEntry(trx, { entry_id: entry.id, order_id: orderId, audit_id: auditId })
    return { orderId, auditId }
  })
}

/** Refuses an offline total that no longer matches, since a code or rate changed. */
function requireCharged(order: StoredOrder, { total_cents }: OfflineEntry): void {
  const total = paidCents(order)
  if (total === total_cents) return
  const message = `The total is now ${formatAdminMoney(total)}, but ${formatAdminMoney(total_cents)} was charged.`
  throw new AppError('conflict', message, [{ field: 'total', message }])
}

/** The time of an order. An impossible time of a device's clock counts as now. */
function takenAtOf(entry: OfflineEntry | null, now: Date): Date {
  const takenAt = entry === null ? now : new Date(entry.taken_at)
  const oldest = now.getTime() - MAX_ENTRY_DAYS * DAY_MS
  return takenAt <= now && takenAt.getTime() >= oldest ? takenAt : now
}

/** The total and mail of an order. Throws what `takeOrder` would throw. */
export async function previewTakenOrder(
  database: Database,
  taken: TakenOrder,
  { now, shop }: { now: Date; shop: AdminSettings },
): Promise<{ to: string; subject: string; text: string; total_cents: number }> {
  const { discount_code, email } = taken
  const code = discount_code === null ? null : await readCode(database, discount_code, { email, today: localDay(now) })
  const order = await toOrder(database, taken, { orderId: '(new number)', takenAt: now, code })
  requireGoods(order.items, await listShortages(database, order.items))
  const mail = orderTakenMail(order, shop)
  const { subject, text } = await composeMail(database, mail, shop)
  return { to: mail.to, subject, text, total_cents: paidCents(order) }
}

/** Deletes an unchanged manual order and restocks its goods. The deletion has no undo: the order is entered again. */
export const undoTaking: OrderUndoRule = {
  presentOf: presentTaking,
  lock: (trx, { subject }) => lockOrderUnchanged(trx, subject.id),
  readPresent: readPresentBy(presentTaking),
  writeBefore: async (trx, { subject, after }, now) => {
    const order = await lockOrder(trx, subject.id)
    if (order === null) throw new AppError('conflict', `Order ${subject.id} no longer exists.`)
    await deleteOrder(trx, subject.id)
    await withdrawOrCorrect(trx, z.parse(entry, after).taken_mail, (shop) => orderWithdrawnMail(order, shop), now)
    if (order.discount_code !== null) await giveUseBack(trx, order.discount_code)
    await addStock(trx, order.items)
    await bumpStockVersion(trx)
  },
}

function presentTaking({ order }: OrderState, { after }: AuditEntry): Json {
  return isObject(after) ? { ...after, taken: order.version === 0 ? order.channel : null } : null
}

/** Entries of earlier versions have no note. */
const entry = z.object({
  taken: z.nullable(z.string()),
  taken_mail: z.nullable(z.string()),
  note: z.exactOptional(z.nullable(z.string())),
})

function requireStorable(order: StoredOrder): void {
  if (order.discount_code !== null && paidCents(order) === 0) {
    const message = nothingToPay(order.discount_code)
    throw new AppError('conflict', message, [{ field: 'discount_code', message }])
  }
  if (paidCents(order) <= MAX_ORDER_CENTS) return
  throw new AppError('invalid_request', `An order can total ${formatAdminMoney(MAX_ORDER_CENTS)} at most.`)
}

async function toOrder(
  database: Database,
  { items, handed_over, address, delivery_address: _lines, note: _, phone, discount_code, ...taken }: TakenOrder,
  { orderId, takenAt, code }: { orderId: string; takenAt: Date; code: StoredCode | string | null },
): Promise<StoredOrder> {
  const { delivery_type_id, delivery_cents, tax_cents, ...facts } = taken
  const sentTo = address && normalizeAddress(address)
  const state = taken.state ?? (sentTo && stateOfAddress(sentTo))
  const isWholesale = taken.channel === 'wholesale'
  const wholesalePercent = isWholesale ? (await getShopSettings(database)).wholesalePercent : null
  const found = await itemsOf(database, items, { day: localDay(takenAt), wholesalePercent })
  const goods = withCode(found, code)
  const option = await findOption(database, delivery_type_id)
  const order = buildOrder({
    ...{ ...facts, state, discount_code },
    ...(await sumsOf(database, goods, option, { delivery_cents, tax_cents, state, zip: sentTo?.zip ?? '' })),
    delivery_name: option === null ? null : deliveryName(option),
    order_id: orderId,
    order_date: localDay(takenAt),
    order_status: handed_over ? 'delivered' : 'processing',
    delivered_on: handed_over ? localDay(takenAt) : null,
    ...addressColumns(address),
    phone: phone === '' ? null : phone,
    items: goods,
  })
  requireStorable(order)
  return order
}

/** `zip` of the address; empty without one. */
type Agreed = Pick<TakenOrder, 'delivery_cents' | 'state' | 'tax_cents'> & { zip: string }
type Sums = Pick<StoredOrder, 'delivery_cents' | 'tax_cents' | 'tax_rate_millionths' | 'delivery_taxed'>

/** Delivery and sales tax as agreed, otherwise from the option and the rate of the state or ZIP code. */
async function sumsOf(
  database: Database,
  goods: readonly TakenItem[],
  option: DeliveryOption | null,
  agreed: Agreed,
): Promise<Sums> {
  const deliveryCost = option?.delivery_cost_cents ?? 0
  const taxTerms = await taxTermsFor(database, agreed)
  const codeDiscount = goods.reduce((sum, { discount_cents }) => sum + discount_cents, 0)
  const terms = { deliveryCost, ...taxTerms }
  const { delivery, tax } = manualOrderTotals(goods, terms, { delivery: agreed.delivery_cents, codeDiscount })
  const isUsual = agreed.tax_cents === null || agreed.tax_cents === tax
  return {
    delivery_cents: delivery,
    tax_cents: agreed.tax_cents ?? tax,
    tax_rate_millionths: isUsual ? toMillionths(taxTerms.taxRate ?? 0) : 0,
    delivery_taxed: Number(isUsual && taxTerms.deliveryTaxed),
  }
}

async function taxTermsFor(database: Database, { state, zip }: Agreed) {
  const tax = state === null ? undefined : (await listTakenTaxes(database)).find((one) => one.state === state)
  return tax === undefined ? { taxRate: null, deliveryTaxed: false } : selectTaxTerms(tax, zip.slice(0, 5))
}

async function findOption(database: Database, id: string | null): Promise<DeliveryOption | null> {
  if (id === null) return null
  const option = (await listDeliveryOptions(database)).find(({ delivery_type_id }) => delivery_type_id === id)
  if (option !== undefined) return option
  const message = `There is no delivery option ${id}.`
  throw new AppError('conflict', message, [{ field: 'delivery_type_id', message }])
}

type TakenItem = SoldGoods & { discount_cents: Cents }

/** The goods with the code's discount. Throws the reason if the code does not apply. */
function withCode(found: readonly FoundItem[], code: StoredCode | string | null): TakenItem[] {
  const goods = found.map(({ item, line }) => ({ ...item, line }))
  const taken =
    typeof code === 'object' && code !== null ? discountLines(goods, toDiscount(code, goods), formatAdminMoney) : null
  const problem = typeof code === 'string' ? code : (taken?.problem ?? null)
  if (problem !== null) throw new AppError('conflict', problem, [{ field: 'discount_code', message: problem }])
  return found.map(({ item }, index) => ({ ...item, discount_cents: taken?.shares[index] ?? 0 }))
}

type FoundItem = { item: SoldGoods; line: string }

/** The default unit price. `wholesalePercent` is `null` for a customer who does not resell. */
type Pricing = { day: string; wholesalePercent: number | null }

async function itemsOf(
  database: Database,
  items: TakenOrder['items'],
  { day, wholesalePercent }: Pricing,
): Promise<FoundItem[]> {
  const products: StoredProduct[] = []
  for (const [index, { product_id }] of items.entries()) {
    const product = await findProduct(database, product_id)
    const message =
      product === null
        ? `There is no product ${product_id}.`
        : `${product.product_name} is a draft. Publish or hide it before it is sold.`
    const field = `items.${index}.product_id`
    if (product === null || product.status === 'draft') throw new AppError('conflict', message, [{ field, message }])
    products.push(product)
  }
  return items.flatMap(({ quantity, price_cents }, index) => {
    const product = products[index]
    if (product === undefined) return []
    const item = itemOf(product, quantity, day)
    const wholesale =
      wholesalePercent === null ? null : resolveWholesale(product, wholesalePercent).wholesale_price_cents
    return [{ item: { ...item, price_cents: price_cents ?? wholesale ?? item.price_cents }, line: product.line }]
  })
}

type Goods = readonly Pick<ItemDraft, 'product_id' | 'product_name' | 'quantity'>[]

async function takeGoods(trx: Trx, goods: Goods): Promise<void> {
  const { shortages } = await takeStock(trx, goods, { notForSale: 'short' })
  requireGoods(goods, shortages)
  await bumpStockVersion(trx)
}

/** The shortages that `takeStock` would report. */
async function listShortages(database: Database, goods: Goods): Promise<StockShortage[]> {
  const wanted = new Map<string, number>()
  for (const { product_id, quantity } of goods) wanted.set(product_id, (wanted.get(product_id) ?? 0) + quantity)
  const stock = await listStock(database, [...wanted.keys()])
  return [...wanted].flatMap(([product_id, quantity]) => {
    const available = stock.get(product_id) ?? 0
    return available < quantity ? [{ product_id, available }] : []
  })
}

function requireGoods(goods: Goods, shortages: readonly StockShortage[]): void {
  const short = goods.flatMap(({ product_id, product_name }, index) => {
    const shortage = shortages.find((one) => one.product_id === product_id)
    return shortage === undefined
      ? []
      : [{ index, message: `Only ${shortage.available} of ${product_name} are in stock.` }]
  })
  const [first] = short
  if (first === undefined) return
  const details = short.map(({ index, message }): ErrorDetail => ({ field: `items.${index}.quantity`, message }))
  throw new AppError('conflict', first.message, details)
}
