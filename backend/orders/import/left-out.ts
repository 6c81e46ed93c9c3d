type StatusCells = {
  currency?: string | undefined
  order_status?: string | undefined
  financial_status?: string | undefined
  cancelled_at?: string | undefined
}

/** Programs' words for an unpaid order: payment is outstanding, failed, or never came about. */
const NOT_PAID = new Set(
  [
    'pending pendingpayment paymentpending awaitingpayment waitingforpayment onhold hold failed paymentfailed failure',
    'declined denied unpaid notpaid due overdue expired authorized partiallypaid incomplete abandoned draft',
    'checkoutdraft trash trashed error',
  ].flatMap((words) => words.split(' ')),
)

/** Why an order of a file is not imported; `null` where it is. Each imported one counts as paid, in US dollars. */
export function leftOutReason({ currency, order_status, financial_status, cancelled_at }: StatusCells): string | null {
  if (currency !== undefined && !/^(?:usd?|us ?\$|\$|us dollars?)$/i.test(currency)) {
    return `its amounts are in ${currency}`
  }
  if (cancelled_at !== undefined) return null
  const word = [financial_status, order_status].find((text) => NOT_PAID.has(plain(text ?? '')))
  return word === undefined ? null : `it is marked “${word}”, but imported orders count as paid`
}

function plain(text: string): string {
  return text
    .toLowerCase()
    .replace(/^wc-/, '')
    .replace(/[^a-z]/g, '')
}
