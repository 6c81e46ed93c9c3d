/** The key of a payment: the reference, and for a second sale under it also the transaction. */
type PaymentKey = { reference: string; transactionId: string | null }

/** The key of a sale that the shop has not asked for, under the reference of one that it has. */
export function secondSaleKey(reference: string, transactionId: string): string {
  return `${reference}.${transactionId}`
}

/** Reads a key; its reference is what the gateway knows the payment by. */
export function readPaymentKey(key: string): PaymentKey {
  const dot = key.indexOf('.')
  if (dot === -1) return { reference: key, transactionId: null }
  return { reference: key.slice(0, dot), transactionId: key.slice(dot + 1) }
}

/**
 * Names a payment as the gateway's control panel finds it, such as `200123-k7f3q2` or `200123-k7f3q2, transaction
 * 9cd7x2`.
 */
export function nameAtGateway(key: string): string {
  const { reference, transactionId } = readPaymentKey(key)
  return transactionId === null ? reference : `${reference}, transaction ${transactionId}`
}
