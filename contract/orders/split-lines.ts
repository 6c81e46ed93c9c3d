import { prorate } from '../money.ts'
import type { PaidLine } from '../order-totals.ts'

/** Pieces by item id. Without an entry all pieces are meant. */
export type Quantities = ReadonlyMap<string, number>

type Line = PaidLine & { order_item_id: string }

/** Splits lines chosen in part. Chosen pieces keep id and place; the rest goes to the end. Prices add up. */
export function splitLines<Item extends Line>(
  lines: readonly Item[],
  quantities: Quantities,
  newId: (line: Item) => string,
): Item[] {
  const chosen = lines.map((line) => pieces(line, 0, countOf(line, quantities)))
  const rests = lines
    .filter((line) => countOf(line, quantities) < line.quantity)
    .map((line) => ({ ...pieces(line, countOf(line, quantities), line.quantity), order_item_id: newId(line) }))
  return [...chosen, ...rests]
}

function countOf({ order_item_id, quantity }: Line, quantities: Quantities): number {
  return Math.min(quantity, quantities.get(order_item_id) ?? quantity)
}

/** Takes the pieces `from`–`to` of a line; discount shares add up to the line's discount. */
export function pieces<Line extends PaidLine>(line: Line, from: number, to: number): Line {
  const takenOff = (count: number) => prorate(line.discount_cents, count, line.quantity)
  return { ...line, quantity: to - from, discount_cents: takenOff(to) - takenOff(from) }
}
