import type * as z from 'zod/mini'
import { signInEndpoint, signUpEndpoint, wireSession, wireUser } from './accounts.ts'
import { productQuantity, requestedQuantity } from './cart.ts'
import { wireListedProduct, wirePicture, wireProduct } from './catalog.ts'
import { contactUsEndpoint } from './contact.ts'
import { wireDeliveryOption } from './delivery.ts'
import { trackDemandEndpoint } from './demand.ts'
import { errorBody } from './errors.ts'
import { cancelOrderEndpoint, wireOrderListEntry, wireOrderRow } from './orders.ts'
import { wireAccount, wireAccountSession } from './own-account.ts'
import { getClientTokenEndpoint } from './payments.ts'
import { getStateTaxRateEndpoint } from './tax.ts'
import { trackVisitEndpoint } from './visits.ts'

type Resource = { schema: z.ZodMiniType | undefined; description: string }

/**
 * The schemas that the API document shows as components. Their request variants are suffixed with `Input`:
 * `InquiryInput`.
 */
export const RESOURCES = {
  Product: { schema: wireProduct, description: 'A product with everything that its page shows.' },
  ListedProduct: { schema: wireListedProduct, description: 'A product as the list shows it.' },
  Picture: { schema: wirePicture, description: 'A picture or video and what it shows.' },
  ProductDetails: { schema: wireProduct.shape.details, description: 'Measures and materials; null where unknown.' },
  CartLine: { schema: requestedQuantity, description: 'A product and how many of it the cart holds.' },
  AllowedQuantity: { schema: productQuantity, description: 'A product and how many of it the stock allows.' },
  DeliveryOption: { schema: wireDeliveryOption, description: 'A way in which an order can be delivered.' },
  TaxRate: { schema: getStateTaxRateEndpoint.response, description: 'A sales tax rate, as a fraction.' },
  ClientToken: { schema: getClientTokenEndpoint.response, description: 'What the card fields start with.' },
  Order: { schema: wireOrderListEntry, description: "An order in a customer's list." },
  OrderItem: {
    schema: wireOrderRow,
    description: 'An item of an order; what belongs to the order repeats on each. `stock_quantity` is how many.',
  },
  Cancellation: { schema: cancelOrderEndpoint.body, description: 'Which items to cancel, and why.' },
  Customer: { schema: wireUser, description: 'The customer of an account.' },
  Session: { schema: wireSession, description: 'The signed-in customer and the token of the session.' },
  Credentials: { schema: signInEndpoint.body, description: 'E-mail address and password.' },
  OwnAccount: { schema: wireAccount, description: 'The account of the signed-in customer.' },
  OwnSession: { schema: wireAccountSession, description: 'A browser that is signed in.' },
  Account: { schema: signUpEndpoint.body, description: 'A new account; `loginId` equals the e-mail address.' },
  Inquiry: { schema: contactUsEndpoint.body, description: 'A message to the shop.' },
  DemandEvents: { schema: trackDemandEndpoint.body, description: 'What shoppers pressed and searched for.' },
  PageView: { schema: trackVisitEndpoint.body, description: 'A view of a page of the shop.' },
  Error: {
    schema: errorBody,
    description: 'Why a request was not done. `message` may be shown to a shopper; `details` names fields.',
  },
} as const satisfies Record<string, Resource>
