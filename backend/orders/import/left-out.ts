type StatusCells = {
  currency?: string | undefined
  order_status?: string | undefined
  financial_status?: string | undefined
  cancelled_at?: string | undefined
}

/** Words for unpaid: outstanding, failed or cancelled payment, or "no" in a column "Paid". */
const NOT_PAID =
  /^(?:no|n|false|not yet|pending|(?:on )?hold|holded|fail(?:ed|ure)|error|due|authorized|incomplete|fraud|quote|spam|test|deleted|trash(?:ed)?|(?:checkout )?draft)$|\b(?:unpaid|not paid|partially paid|overdue|past due|expired|abandoned|declined|denied|suspected fraud|chargeback|charged back|invoice sent|payment (?:due|review|fail\w*|error|cancell?ed|pending))\b/
/** The payment is pending: "Awaiting bank transfer". */
const PAYMENT_AWAITED =
  /\b(?:awaiting|waiting(?: for)?|pending|requires)(?: \w+)? (?:payment|transfer|wire|check|cheque|deposit|paypal|klarna)\b/
/** Only the goods are pending: "Pending pickup, payment accepted". */
const IS_PAID = /\b(?:paid|payment (?:received|accepted|complete[d]?))\b/

/** The reason an order is not imported; `null` if it is. Imported orders count as paid, in US dollars. */
export function leftOutReason({ currency, order_status, financial_status, cancelled_at }: StatusCells): string | null {
  if (currency !== undefined && !/^(?:usd?|us ?\$|\$|us dollars?)$/i.test(currency)) {
    return `its amounts are in ${currency}`
  }
  if (cancelled_at !== undefined) return null
  const word = [financial_status, order_status].find((text) => isUnpaid(wordsOf(text ?? '')))
  return word === undefined ? null : `it is marked “${word}”, but imported orders count as paid`
}

function isUnpaid(words: string): boolean {
  return NOT_PAID.test(words) || (PAYMENT_AWAITED.test(words) && !IS_PAID.test(words))
}

function wordsOf(text: string): string {
  return text
    .toLowerCase()
    .replace(/^wc-/, '')
    .replace(/[^a-z]+/g, ' ')
    .trim()
}
