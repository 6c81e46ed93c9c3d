import { MAX_PRODUCT_STOCK } from '@shop/contract/admin/catalog'

/** What happened to a stock: it was counted, pieces left it, or came in. */
export type Movement = 'counted' | 'sold' | 'made'

/** How many pieces a text says; a sentence when it is no number of them, or more than can leave or come in. */
export function readUnits(
  text: string,
  { movement, stock }: { movement: Movement; stock: number },
): { units: number } | { error: string } {
  const plain = text.trim()
  const units = Number(plain.replaceAll(',', ''))
  if (!/^(\d+|\d{1,3}(,\d{3})+)$/.test(plain) || (units === 0 && movement !== 'counted')) {
    return { error: 'Please write a whole number such as 5' }
  }
  if (movement === 'sold' && units > stock) return { error: stock === 0 ? 'There are none' : `There are only ${stock}` }
  if (units > MAX_PRODUCT_STOCK) return { error: `Please write ${MAX_PRODUCT_STOCK.toLocaleString('en-US')} at most` }
  return { units }
}

/** What was done to a stock, with the reason if one was given: `Sold 2: Fair in Bern`. */
export function describeUnits(delta: number, note: string): string {
  return withReason(delta < 0 ? `Sold ${-delta}` : `Added ${delta}`, note)
}

/** The same of a counted number. */
export function describeCount(name: string, stock: number, note: string): string {
  return withReason(`${name}: ${stock} in stock`, note)
}

function withReason(text: string, note: string): string {
  return note === '' ? text : `${text}: ${note}`
}
