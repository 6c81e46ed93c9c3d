import * as accounts from './accounts.ts'
import * as cart from './cart.ts'
import * as catalog from './catalog.ts'
import * as contact from './contact.ts'
import * as delivery from './delivery.ts'
import * as demand from './demand.ts'
import { collectEndpoints, type Endpoint } from './endpoint.ts'
import * as orders from './orders.ts'
import * as ownAccount from './own-account.ts'
import * as passwordReset from './password-reset.ts'
import * as payments from './payments.ts'
import * as tax from './tax.ts'
import * as visits from './visits.ts'

/**
 * Every call between storefront and backend, by its name; our own additions are stock validation (R2), signing out (R29),
 * and what an account needs beyond the specification.
 */
export const ENDPOINTS: Readonly<Record<string, Endpoint>> = collectEndpoints([
  catalog,
  cart,
  delivery,
  tax,
  payments,
  orders,
  accounts,
  passwordReset,
  ownAccount,
  contact,
  visits,
  demand,
])
