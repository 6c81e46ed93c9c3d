import { type Quantities, splitLines } from '@shop/contract/orders/split-lines'
import type { Trx } from '../../platform/database/database.ts'
import { AppError } from '../../platform/http/errors/app-error.ts'
import { insertItems, type OrderItem, type StoredOrder, updateItems } from '../orders.repository.ts'

/** The quantities that a request has for its items. Throws if it has one for another item. */
export function quantitiesOf(itemIds: readonly string[], quantities: Readonly<Record<string, number>>): Quantities {
  const chosen = new Map(Object.entries(quantities))
  if ([...chosen.keys()].every((id) => itemIds.includes(id))) return chosen
  throw new AppError('invalid_request', NOT_CHOSEN, [{ field: 'quantities', message: NOT_CHOSEN }])
}

const NOT_CHOSEN = 'A quantity belongs to an item that isn’t selected. Please look at the order again.'

/**
 * Splits items whose units are cancelled or refunded only in part. The chosen units keep the item, so a repeated
 * request finds them cancelled. Throws if an item has fewer units than chosen.
 */
export function splitOrder(order: StoredOrder, quantities: Quantities): StoredOrder {
  requirePieces(order, quantities)
  const known = new Set(order.items.map(({ order_item_id }) => order_item_id))
  let number = order.items.length
  const newId = () => {
    do number += 1
    while (known.has(`${order.order_id}-${number}`))
    return `${order.order_id}-${number}`
  }
  const items = splitLines(order.items, quantities, newId)
  const last = Math.max(...order.items.map(({ position }) => position))
  const places = items.map((item, index) => {
    return known.has(item.order_item_id) ? item : { ...item, position: last + 1 + index - order.items.length }
  })
  return { ...order, items: places }
}

function requirePieces({ items }: StoredOrder, quantities: Quantities): void {
  const short = items.find(({ order_item_id, quantity }) => (quantities.get(order_item_id) ?? 0) > quantity)
  if (short === undefined) return
  const { quantity, product_name } = short
  const message = `There ${quantity === 1 ? 'is' : 'are'} only ${quantity} of ${product_name} on this line. Please look at the order again.`
  throw new AppError('conflict', message, [{ field: 'quantities', message }])
}

export async function writeSplit(trx: Trx, before: StoredOrder, after: StoredOrder): Promise<void> {
  const old = new Map(before.items.map((item) => [item.order_item_id, item]))
  const [added, changed]: [OrderItem[], OrderItem[]] = [[], []]
  for (const item of after.items) {
    const present = old.get(item.order_item_id)
    if (present === undefined) added.push(item)
    else if (present.quantity !== item.quantity) changed.push(item)
  }
  await updateItems(
    trx,
    changed.map(({ order_item_id, quantity, discount_cents }) => ({ order_item_id, quantity, discount_cents })),
  )
  await insertItems(trx, added)
}
