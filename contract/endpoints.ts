import { signInEndpoint, signOutEndpoint, signUpEndpoint } from './accounts.ts'
import { validateStockEndpoint } from './cart.ts'
import { findProductBySlugEndpoint, getProductEndpoint, listProductsEndpoint } from './catalog.ts'
import { contactUsEndpoint } from './contact.ts'
import { listDeliveryOptionsEndpoint } from './delivery.ts'
import { trackDemandEndpoint } from './demand.ts'
import type { Endpoint } from './endpoint.ts'
import { cancelOrderEndpoint, findOrderEndpoint, listOrdersEndpoint } from './orders.ts'
import {
  changeNameEndpoint,
  changePasswordEndpoint,
  closeAccountEndpoint,
  confirmAddressEndpoint,
  endSessionsEndpoint,
  getAccountEndpoint,
  sendConfirmationEndpoint,
} from './own-account.ts'
import { requestPasswordResetEndpoint, resetPasswordEndpoint } from './password-reset.ts'
import { getClientTokenEndpoint } from './payments.ts'
import { getStateTaxRateEndpoint } from './tax.ts'
import { trackVisitEndpoint } from './visits.ts'

/**
 * Every call between storefront and backend; our own additions are stock validation (R2), signing out (R29), and what
 * an account needs beyond the specification.
 */
export const ENDPOINTS: Readonly<Record<string, Endpoint>> = {
  listProducts: listProductsEndpoint,
  getProduct: getProductEndpoint,
  findProductBySlug: findProductBySlugEndpoint,
  validateStock: validateStockEndpoint,
  listDeliveryOptions: listDeliveryOptionsEndpoint,
  getStateTaxRate: getStateTaxRateEndpoint,
  getClientToken: getClientTokenEndpoint,
  listOrders: listOrdersEndpoint,
  findOrder: findOrderEndpoint,
  cancelOrder: cancelOrderEndpoint,
  signIn: signInEndpoint,
  signUp: signUpEndpoint,
  signOut: signOutEndpoint,
  requestPasswordReset: requestPasswordResetEndpoint,
  resetPassword: resetPasswordEndpoint,
  getAccount: getAccountEndpoint,
  changeName: changeNameEndpoint,
  changePassword: changePasswordEndpoint,
  sendConfirmation: sendConfirmationEndpoint,
  confirmAddress: confirmAddressEndpoint,
  endSessions: endSessionsEndpoint,
  closeAccount: closeAccountEndpoint,
  contactUs: contactUsEndpoint,
  trackVisit: trackVisitEndpoint,
  trackDemand: trackDemandEndpoint,
}
