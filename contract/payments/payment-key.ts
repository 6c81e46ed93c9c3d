/** `transactionId` is set for a second sale under the same reference. */
type PaymentKey = { reference: string; transactionId: string | null }

export function secondSaleKey(reference: string, transactionId: string): string {
  return `${reference}.${transactionId}`
}

/** The gateway knows a payment by its reference. */
export function parsePaymentKey(key: string): PaymentKey {
  const dot = key.indexOf('.')
  if (dot === -1) return { reference: key, transactionId: null }
  return { reference: key.slice(0, dot), transactionId: key.slice(dot + 1) }
}

/** Names a payment as the gateway's control panel finds it: `200123-k7f3q2` or `200123-k7f3q2, transaction 9cd7x2`. */
export function nameAtGateway(key: string): string {
  const { reference, transactionId } = parsePaymentKey(key)
  return transactionId === null ? reference : `${reference}, transaction ${transactionId}`
}
