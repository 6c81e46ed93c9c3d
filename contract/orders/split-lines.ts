import { shareOf } from '../money.ts'
import type { PaidLine } from '../order-totals.ts'

/** The number of pieces of each line, by the id of its item. Without an entry all pieces are meant. */
export type Quantities = ReadonlyMap<string, number>

type Line = PaidLine & { order_item_id: string }

/**
 * Splits lines that are only chosen in part. The chosen pieces keep id and place; the rest follows at the end, with the id that
 * `newId` gives. Both parts together cost what the line did, to the cent.
 */
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

/** Pieces of a line, with their part of what a code took off it: those of all its pieces come to that. */
export function pieces<Line extends PaidLine>(line: Line, from: number, to: number): Line {
  const takenOff = (count: number) => shareOf(line.discount_cents, count, line.quantity)
  return { ...line, quantity: to - from, discount_cents: takenOff(to) - takenOff(from) }
}
