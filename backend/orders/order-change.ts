import type { ShopSettings } from '@shop/contract/pages/shop'
import type { AdminSettings } from '@shop/contract/settings/admin'
import { type AuditEntry, type ChangeContext, writeAudit } from '../admin/audit/audit.repository.ts'
import { isObject, type Json } from '../admin/audit/canonical-json.ts'
import { fieldsOfSubject, OWN_SCOPE, type UndoRule, type UndoScope } from '../admin/audit/undo-change.ts'
import { type KnownRefund, listRefunds } from '../books/ledger/refunds.repository.ts'
import { enqueueMail, enqueueMails, MAIL_HOLD, type NewMail } from '../mail/enqueue-mail.ts'
import { deleteUnsent, withdrawMails } from '../mail/outbox.repository.ts'
import { type Database, inTransaction, type Trx } from '../platform/database/database.ts'
import { AppError } from '../platform/http/errors/app-error.ts'
import { getShopSettings } from '../platform/settings/shop-settings.repository.ts'
import { findOrderPayment, type OrderPayment } from './card-payment.ts'
import { listDelays, type OrderDelay } from './order-delays.repository.ts'
import { statusAfter } from './order-status.ts'
import {
  findOrder,
  listNotes,
  lockOrder,
  type OrderItem,
  type OrderNote,
  type StoredOrder,
} from './orders.repository.ts'
import { findPayLinkOfOrder, type PayLink } from './pay-links.repository.ts'
import { listReturns, type OrderReturn } from './returns.repository.ts'

type OrderChange = { action: string; before: Json; after: Json }

type Tools = { now: Date; shop: AdminSettings; actor: string }

/** The order, and the version that the caller saw: another one is a conflict, `null` skips the check. */
export type OrderVersion = { order_id: string; version: number | null }

/** Changes an order in one transaction and logs it. Returns the id of the audit entry. */
export async function changeOrder(
  { database, clock, actor }: ChangeContext,
  { order_id, version }: OrderVersion,
  change: (trx: Trx, order: StoredOrder, tools: Tools) => Promise<OrderChange>,
): Promise<number> {
  return inTransaction(database, async (trx) => {
    const order = await requireOrder(trx, order_id)
    if (version !== null && order.version !== version + 1) {
      throw new AppError('conflict', 'Someone else just changed this order. Please look at it again.')
    }
    const now = clock()
    const changed = await change(trx, order, { now, shop: await getShopSettings(trx), actor })
    return writeAudit(trx, { at: now, actor, subject: { kind: 'order', id: order_id }, ...changed })
  })
}

/** The locked order. Throws a 404 if unknown. */
export async function requireOrder(trx: Trx, orderId: string): Promise<StoredOrder> {
  const order = await lockOrder(trx, orderId)
  if (order === null) throw new AppError('not_found', `There is no order ${orderId}.`)
  return order
}

/** Enqueues a mail with a delay. Returns its id, or `null` if the order has no email address. */
export async function enqueueHeldMail(
  trx: Trx,
  mail: NewMail,
  { now, shop }: { now: Date; shop: AdminSettings },
): Promise<string | null> {
  return mail.to === '' ? null : enqueueMail(trx, mail, { now, shop, holdFor: MAIL_HOLD })
}

/** Enqueues many mails with a delay. Returns an id or `null` for each. */
export async function enqueueHeldMails(
  trx: Trx,
  mails: readonly NewMail[],
  { now, shop, idOf = () => null }: { now: Date; shop: AdminSettings; idOf?: (index: number) => string | null },
): Promise<(string | null)[]> {
  const sent = mails.filter(({ to }) => to !== '')
  const wanted = mails.flatMap(({ to }, index) => (to === '' ? [] : [idOf(index)]))
  const ids = await enqueueMails(trx, sent, { now, shop, holdFor: MAIL_HOLD, ids: wanted })
  const byMail = new Map(sent.map((mail, index) => [mail, ids[index] ?? null]))
  return mails.map((mail) => byMail.get(mail) ?? null)
}

/** The mail of an undone change; `null` if it had none. */
type ToCorrect = { mail: string | null; correction: (shop: ShopSettings) => NewMail }

/** Withdraws the mail of an undone change. After a delivery attempt it is dropped, and a `correction` follows. */
export function withdrawOrCorrect(
  trx: Trx,
  mail: string | null,
  correction: ToCorrect['correction'],
  now: Date,
): Promise<void> {
  return withdrawOrCorrectAll(trx, [{ mail, correction }], now)
}

export async function withdrawOrCorrectAll(trx: Trx, changes: readonly ToCorrect[], now: Date): Promise<void> {
  const ids = changes.flatMap(({ mail }) => (mail === null ? [] : [mail]))
  const withdrawn = await withdrawMails(trx, ids)
  const left = changes.filter(({ mail }) => mail === null || !withdrawn.has(mail))
  if (left.length === 0) return
  await deleteUnsent(
    trx,
    ids.filter((id) => !withdrawn.has(id)),
  )
  const shop = await getShopSettings(trx)
  await enqueueHeldMails(
    trx,
    left.map(({ correction }) => correction(shop)),
    { now, shop, idOf: (index) => correctionMailId(left[index]?.mail ?? null) },
  )
}

/** The id of the mail that corrects another one, by which the history finds it. */
export function correctionMailId(mail: string | null): string | null {
  return mail === null ? null : `${mail}-corrected`
}

/** The status after a change of items. A changed status ends the imported one. */
export function orderStateAfter(
  order: StoredOrder,
  changed: readonly OrderItem[],
  change: Partial<OrderItem>,
): Pick<StoredOrder, 'order_status' | 'imported_status'> {
  const items = order.items.map((item) => (changed.includes(item) ? { ...item, ...change } : item))
  const order_status = statusAfter({ ...order, items })
  return { order_status, imported_status: order_status === order.order_status ? order.imported_status : null }
}

/** An order with everything that an undo compares. */
export type OrderState = {
  order: StoredOrder
  refunds: readonly KnownRefund[]
  notes: readonly OrderNote[]
  payment: OrderPayment | null
  returns: readonly OrderReturn[]
  delays: readonly OrderDelay[]
  /** The working or newest payment link. */
  payLink: PayLink | null
}

type PresentOf = (state: OrderState, entry: AuditEntry) => Json

/** Undo rule of an order's change. `presentOf` equals `readPresent`, for an order that was already read. */
export type OrderUndoRule = UndoRule & { presentOf: PresentOf }

export async function readOrderState(database: Database, order: StoredOrder): Promise<OrderState> {
  const { order_id } = order
  const refunds = await listRefunds(database, order_id)
  return {
    order,
    refunds,
    notes: await listNotes(database, order_id),
    payment: await findOrderPayment(database, order_id),
    returns: await listReturns(database, order, refunds),
    delays: await listDelays(database, order_id),
    payLink: await findPayLinkOfOrder(database, order_id),
  }
}

/** Audit subject of a bulk change. Imports have the same kind and a number. */
export const SEVERAL_ORDERS = { kind: 'orders', id: 'several' } as const

/** A change of an order, by itself or in bulk. */
export const ORDER_SCOPE: UndoScope = {
  subjectsOf: ({ kind, id }) => [
    kind === SEVERAL_ORDERS.kind ? { kind: 'order' } : { kind: 'order', id },
    SEVERAL_ORDERS,
  ],
  fieldsOf: (entry) => {
    const { subject, after } = entry
    if (subject.kind !== SEVERAL_ORDERS.kind) return fieldsOfSubject(entry)
    const states = isObject(after) ? Object.entries(after) : []
    return new Map(states.map(([id, state]) => [id, isObject(state) ? Object.keys(state) : null]))
  },
}

/** The undo rule of a change whose values are all in the order. */
export function orderUndoRule({
  presentOf,
  writeBefore,
  scope = OWN_SCOPE,
}: Pick<OrderUndoRule, 'presentOf' | 'writeBefore' | 'scope'>): OrderUndoRule {
  return {
    presentOf,
    lock: (trx, { subject }) => requireOrder(trx, subject.id),
    readPresent: readPresentBy(presentOf),
    writeBefore,
    scope,
  }
}

/** The current values of a change; `null` if its subject is gone. */
export function readPresentBy(presentOf: PresentOf): UndoRule['readPresent'] {
  return async (database, entry) => {
    const order = await findOrder(database, entry.subject.id)
    return order === null ? null : presentOf(await readOrderState(database, order), entry)
  }
}
