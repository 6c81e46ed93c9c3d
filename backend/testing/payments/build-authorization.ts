import type { AuthorizeRequest } from '../../payments/gateway/payments.ts'

let count = 0

/** Address of such a request. */
export const SHIP_TO = {
  firstName: 'Ann',
  lastName: 'Lee',
  address1: '1 <Main> & Elm St',
  address2: '',
  city: 'Portland',
  state: 'OR',
  zip: '97201',
}

/** $125.95 on a card, with a reference and an id of its own. */
export function buildAuthorization(of: Partial<AuthorizeRequest> & Pick<AuthorizeRequest, 'nonce'>): AuthorizeRequest {
  count += 1
  return {
    provider: 'braintree',
    operationId: `operation-${count}`,
    reference: `${200_000 + count}-k7f3q2`,
    cents: 12_595,
    taxCents: 600,
    shippingCents: 995,
    billingZip: '97201',
    customerIp: '203.0.113.9',
    shipTo: SHIP_TO,
    ...of,
  }
}
