import responses from './example-responses.json' with { type: 'json' }

/** A request of a call, as the API document shows it. */
export type ExampleRequest = {
  params?: Record<string, unknown>
  query?: Record<string, unknown>
  body?: unknown
}

/** A request and the shop's actual response. */
export type Example = ExampleRequest & { response: unknown }

/** The token of a mail's link, as the examples have it. */
const LINK_TOKEN = 'dJ4mQ0xT9sB2vL7eH5kR8nW1yC6pZ3uG0aF4iX9oV2E'

const shopper = { firstName: 'Demo', lastName: 'Shopper', email: 'demo@packwright.example' }

/** One request per call, by the names of `ENDPOINTS`. */
export const EXAMPLE_REQUESTS: Readonly<Record<string, ExampleRequest>> = {
  listProducts: {},
  getProduct: { params: { product_id: '108' } },
  findProductBySlug: { query: { slug: 'hybrid-full-blue' } },
  validateStock: { body: { items: [{ product_id: '108', quantity: 5 }] } },
  listDeliveryOptions: {},
  getStateTaxRate: { params: { state: 'WA' } },
  getClientToken: {},
  listOrders: { query: { customerId: 'c-1' } },
  findOrder: { query: { orderId: '100001', ...shopper } },
  cancelOrder: {
    body: {
      ...shopper,
      orderId: '100001',
      orderDetails: { order_id: '100001', items: [{ order_item_id: '100001-1' }] },
      cancellationReason: 'Changed My Mind',
      cancellationJustification: 'I found my old backpack again.',
      itemsToCancel: ['100001-1'],
    },
  },
  signIn: { body: { loginId: shopper.email, password: 'backpack40' } },
  signUp: {
    body: {
      firstName: 'Grace',
      lastName: 'Miller',
      email: 'grace@packwright.example',
      loginId: 'grace@packwright.example',
      password: 'walks 40 miles',
    },
  },
  signOut: {},
  getAccount: {},
  changeName: { body: { firstName: 'Demo', lastName: 'Shopper' } },
  changePassword: { body: { currentPassword: 'backpack40', password: 'walks 40 miles' } },
  sendConfirmation: {},
  confirmAddress: { body: { token: LINK_TOKEN } },
  endSessions: {},
  requestPasswordReset: { body: { email: shopper.email } },
  resetPassword: { body: { token: LINK_TOKEN, password: 'carries 25 liters' } },
  closeAccount: { body: { password: 'carries 25 liters' } },
  contactUs: {
    body: {
      ...shopper,
      reason: 'General Inquiry',
      reference: 'Hybrid Full Backpack',
      message: 'Can the straps of a ten-year-old bag be replaced?',
    },
  },
  trackVisit: { body: { page: '/shop' } },
  trackDemand: { body: { events: [{ kind: 'add', subject: '101' }] } },
}

const RESPONSES: Readonly<Record<string, unknown>> = responses

/** One example per call. A test of the backend takes the responses from a running shop. */
export const EXAMPLES: Readonly<Record<string, Example>> = Object.fromEntries(
  Object.entries(EXAMPLE_REQUESTS).map(([name, request]) => [name, { ...request, response: RESPONSES[name] }]),
)
