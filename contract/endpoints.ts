import { signInEndpoint, signOutEndpoint, signUpEndpoint } from './accounts.ts'
import { validateStockEndpoint } from './cart.ts'
import { findProductBySlugEndpoint, getProductEndpoint, listProductsEndpoint } from './catalog.ts'
import { contactUsEndpoint } from './contact.ts'
import { listDeliveryOptionsEndpoint } from './delivery.ts'
import type { Endpoint } from './endpoint.ts'
import { cancelOrderEndpoint, findOrderEndpoint, listOrdersEndpoint } from './orders.ts'
import { getClientTokenEndpoint } from './payments.ts'
import { getStateTaxRateEndpoint } from './tax.ts'
import { trackVisitEndpoint } from './visits.ts'

/** Every call between storefront and backend; two are our own additions (R2, R29). */
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
  contactUs: contactUsEndpoint,
  trackVisit: trackVisitEndpoint,
}
