import { adminSession } from '@shop/contract/access/session'
import { unitsOf } from '@shop/contract/money'
import { adminTakenOrders } from '@shop/contract/orders/taken-orders'
import * as z from 'zod/mini'
import { AdminCallError, call } from '../app/call.ts'
import { FAIR_ORDER_PREFIX, listFairOrderKeys } from '../app/fair-storage.ts'
import { parseDraft, type TakenDraft, toTakenOrder } from '../orders/taken/taken-draft.ts'
import { takeFromKit } from './device-data.ts'

/** An order that was taken on this device and is not in the shop yet. */
const fairOrder = z.object({
  /** The shop enters it once under this id. */
  id: z.string(),
  admin_id: z.string(),
  taken_at: z.string(),
  /** A `TakenDraft` as JSON, with all amounts as they were charged. */
  draft: z.string(),
  total_cents: z.int(),
  /** Why the shop has refused it; `null` while it waits. */
  problem: z.nullable(z.string()),
})
export type FairOrder = z.infer<typeof fairOrder>

const BROADCAST_CHANNEL = 'admin-fair-orders'

/** The orders of someone that are not in the shop yet, in the order in which they were taken. */
export function listFairOrders(adminId: string): FairOrder[] {
  return listAll()
    .filter(({ admin_id }) => admin_id === adminId)
    .sort((one, other) => (one.taken_at < other.taken_at ? -1 : 1))
}

/** Whether this device has orders of anyone else. */
export function hasOrdersOfOthers(adminId: string): boolean {
  return listAll().some(({ admin_id }) => admin_id !== adminId)
}

function listAll(): FairOrder[] {
  return listFairOrderKeys().flatMap((key) => readOrder(key) ?? [])
}

function readOrder(key: string): FairOrder | null {
  try {
    return fairOrder.safeParse(JSON.parse(localStorage.getItem(key) ?? '')).data ?? null
  } catch {
    return null
  }
}

/**
 * Stores an order as an entry of its own, so no tab overwrites those of another. Throws when the device has no room: then it is
 * not taken.
 */
export function storeFairOrder(order: FairOrder): void {
  localStorage.setItem(`${FAIR_ORDER_PREFIX}${order.id}`, JSON.stringify(order))
  notify()
}

/** Whether it was not thrown away in the meantime. */
function isStored({ id }: FairOrder): boolean {
  return readOrder(`${FAIR_ORDER_PREFIX}${id}`) !== null
}

export function removeFairOrder(id: string): void {
  localStorage.removeItem(`${FAIR_ORDER_PREFIX}${id}`)
  notify()
}

const listeners = new Set<() => void>()
const channel = new BroadcastChannel(BROADCAST_CHANNEL)
channel.addEventListener('message', tellListeners)

function tellListeners(): void {
  for (const listener of listeners) listener()
}

function notify(): void {
  tellListeners()
  channel.postMessage(null)
}

/** Calls back when the orders of this device change, in any tab. */
export function watchFairOrders(onChange: () => void): () => void {
  listeners.add(onChange)
  return () => void listeners.delete(onChange)
}

export function draftOf({ draft }: FairOrder): TakenDraft {
  return parseDraft(draft, 'fair')
}

/** Pieces of a product in the orders that wait: the shop has them in stock still. */
export function waitingUnits(orders: readonly FairOrder[], productId: string): number {
  const items = orders.filter(({ problem }) => problem === null).flatMap((order) => toTakenOrder(draftOf(order)).items)
  return unitsOf(items.filter(({ product_id }) => product_id === productId))
}

/** Someone else is signed in than who took the orders. */
export class OthersOrdersError extends AdminCallError {
  constructor() {
    super(
      'Someone else took these orders. We’ll send them once that person signs in, or you can enter them under your name.',
      403,
    )
  }
}

/**
 * Sends the orders that wait, one after the other and only in one tab. What the shop refuses stays with the reason. Returns
 * the numbers of those that are in the shop now, and why the rest was not sent, if something else than an order is wrong.
 * `inAnyName`: also when someone else is signed in, as for a helper who is one no longer.
 */
export async function sendFairOrders(
  adminId: string,
  inAnyName = false,
): Promise<{ entered: string[]; failure: AdminCallError | null }> {
  const entered: string[] = []
  const failure = await navigator.locks.request(BROADCAST_CHANNEL, async () => {
    const waiting = listFairOrders(adminId).filter(({ problem }) => problem === null)
    if (waiting.length === 0) return null
    try {
      if (!inAnyName) await requireSession(adminId)
      let failed: AdminCallError | null = null
      for (const order of waiting) failed = (await sendOrKeep(order, entered)) ?? failed
      return failed
    } catch (error) {
      if (error instanceof AdminCallError) return error
      throw error
    }
  })
  return { entered, failure }
}

/** In the name of someone else nothing is entered by itself. */
async function requireSession(adminId: string): Promise<void> {
  const { id } = await call(adminSession.getSession, {})
  if (id !== adminId) throw new OthersOrdersError()
}

/** Returns the error that the shop itself makes with this order, which may take the others. */
async function sendOrKeep(order: FairOrder, entered: string[]): Promise<AdminCallError | null> {
  try {
    entered.push(await sendFairOrder(order))
    takeFromKit(toTakenOrder(draftOf(order)).items)
    removeFairOrder(order.id)
  } catch (error) {
    if (!(error instanceof AdminCallError)) throw error
    if (error.status === 500) return error
    if (!isRefusal(error)) throw error
    if (isStored(order)) storeProblem(order, problemOf(error))
  }
  return null
}

/** On a device that is full it goes on waiting, so those behind it are sent. */
function storeProblem(order: FairOrder, problem: string): void {
  try {
    storeFairOrder({ ...order, problem })
  } catch {
    console.warn('there is no room to note why an order was refused')
  }
}

async function sendFairOrder(order: FairOrder): Promise<string> {
  const { id, taken_at, total_cents } = order
  const body = { ...toTakenOrder(draftOf(order)), entry: { id, taken_at, total_cents } }
  return (await call(adminTakenOrders.enterOfflineOrder, { body })).order_id
}

/** The shop's own word about the order. Another session, lost rights, a proxy or no answer say nothing about it. */
function isRefusal({ status, body }: AdminCallError): boolean {
  return (status === 400 || status === 409) && body !== null
}

function problemOf({ message, fields }: AdminCallError): string {
  const problems = Object.values(fields)
  return problems.length === 0 ? message : [...new Set(problems)].join(' ')
}
