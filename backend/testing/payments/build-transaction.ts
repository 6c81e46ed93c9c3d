import type { PaymentTransaction } from '../../payments/gateway/payments.ts'

export function buildSale(changes: Partial<PaymentTransaction> = {}): PaymentTransaction {
  return {
    provider: 'braintree',
    ...{ id: 'sale', kind: 'sale', refundOf: null, refundIds: [], reference: '100001-abcdef', state: 'authorized' },
    ...{ cents: 15_800, authorizedCents: 15_800, currency: 'USD', card: null },
    ...{ createdAt: '2026-11-20T10:00:00Z', since: '2026-11-20T10:00:00Z', expiresAt: null, disputes: [] },
    ...changes,
  }
}

/** A settled partial refund of that sale. */
export function buildCredit(changes: Partial<PaymentTransaction> = {}): PaymentTransaction {
  return buildSale({ id: 'refund', kind: 'refund', refundOf: 'sale', state: 'settled', cents: 100, ...changes })
}
