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
