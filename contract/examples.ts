/** One worked example of each call, for the documentation; a test reads each by its endpoint's schemas. */
export type Example = {
  params?: Record<string, unknown>
  query?: Record<string, unknown>
  body?: unknown
  response: unknown
}

const listedProduct = {
  product_id: '108',
  product_name: 'Hybrid Full Backpack, Blue',
  slug: 'hybrid-full-blue',
  price: 128,
  stock_quantity: 12,
  image_url: '/images/hybrid-full-blue-quarter.jpg?v=0f3a9c1d',
  images: [
    {
      image_url: '/images/hybrid-full-blue-quarter.jpg?v=0f3a9c1d',
      alt: 'Hybrid full backpack in blue, seen from a quarter',
    },
    {
      image_url: '/images/hybrid-full-blue-front.jpg?v=77b1e2a4',
      alt: 'Hybrid full backpack in blue, seen from the front',
    },
  ],
  color: 'Blue',
  size: 'Full, 24 L',
  line: 'Hybrid',
  short_description: 'A work backpack for a laptop, a change of clothes and the way home.',
}

const shopper = { firstName: 'Demo', lastName: 'Shopper', email: 'demo@packwright.example' }
const session = { success: true, user: { customer_id: 'c-1', ...shopper }, token: 'pX3vK9q2mT7hR5wZ8yB1' }

/** By the names of `ENDPOINTS`. */
export const EXAMPLES: Readonly<Record<string, Example>> = {
  listProducts: { response: [listedProduct] },
  getProduct: {
    params: { product_id: '108' },
    response: {
      ...listedProduct,
      description: '<p>A work backpack that opens flat.</p><ul><li>Padded sleeve for a 15-inch laptop</li></ul>',
      multi_image_url: '/images/hybrid-full-blue-front.jpg?v=77b1e2a4',
      variants: [
        {
          color: 'Blue',
          size: 'Full, 24 L',
          images: [{ image_url: '/images/hybrid-full-blue-back.jpg?v=5d20c6e8', alt: 'Its back panel and straps' }],
        },
      ],
      details: {
        capacity_litres: 24,
        height_inches: 19,
        width_inches: 12.5,
        depth_inches: 7,
        weight_ounces: 38,
        laptop_inches: 15,
        materials: 'Recycled polyester, leather, metal zippers',
        care: 'Spot clean with mild soap and cool water.',
      },
      siblings: [{ product_id: '107', color: 'Grey' }],
    },
  },
  findProductBySlug: { query: { slug: 'hybrid-full-blue' }, response: listedProduct },
  validateStock: {
    body: { items: [{ product_id: '108', quantity: 5 }] },
    response: [{ product_id: '108', quantity: 3 }],
  },
  listDeliveryOptions: {
    response: [
      {
        delivery_type_id: 'ground',
        provider_name: 'UPS',
        delivery_type: 'Ground',
        display_text: 'UPS Ground, 5 business days',
        delivery_cost: 4.5,
        estimated_days: 5,
      },
    ],
  },
  getStateTaxRate: { params: { state: 'WA' }, response: { combined_tax_rate: 0.0946 } },
  getClientToken: { response: { clientToken: 'sandbox-token', provider: 'sandbox' } },
  listOrders: {
    query: { customerId: 'c-1' },
    response: [{ order_id: '100001', order_date: '2026-11-21T15:04:05.000Z' }],
  },
  findOrder: {
    query: { orderId: '100001', ...shopper },
    response: [
      {
        order_id: '100001',
        orderDate: '2026-11-21T15:04:05.000Z',
        order_status: 'processing',
        customer_id: 'c-1',
        total_amount: 128,
        tax_amount: 12.11,
        combined_tax_rate: 0.0946,
        delivery_cost: 0,
        tracking_number: null,
        estimated_delivery_date: '2026-11-30',
        order_item_id: '100001-1',
        product_id: '108',
        product_name: 'Hybrid Full Backpack, Blue',
        price: 128,
        stock_quantity: 1,
        image_url: '/images/hybrid-full-blue-quarter.jpg?v=0f3a9c1d',
        cancellation_status: null,
        refund_status: null,
        cancellation_reason: null,
      },
    ],
  },
  cancelOrder: {
    body: {
      ...shopper,
      orderId: '100001',
      orderDetails: {
        order_id: '100001',
        orderDate: '2026-11-21T15:04:05.000Z',
        order_status: 'processing',
        customer_id: 'c-1',
        total_amount: 128,
        tax_amount: 12.11,
        combined_tax_rate: 0.0946,
        delivery_cost: 0,
        tracking_number: null,
        estimated_delivery_date: '2026-11-30',
        items: [
          {
            order_item_id: '100001-1',
            product_id: '108',
            product_name: 'Hybrid Full Backpack, Blue',
            price: 128,
            stock_quantity: 1,
            image_url: '/images/hybrid-full-blue-quarter.jpg?v=0f3a9c1d',
            cancellation_status: null,
            refund_status: null,
            cancellation_reason: null,
          },
        ],
      },
      cancellationReason: 'Changed My Mind',
      cancellationJustification: 'I found my old backpack again.',
      itemsToCancel: ['100001-1'],
    },
    response: { success: true },
  },
  signIn: { body: { loginId: shopper.email, password: 'backpack40' }, response: session },
  signUp: { body: { ...shopper, loginId: shopper.email, password: 'backpack40' }, response: session },
  signOut: { response: { success: true } },
  contactUs: {
    body: {
      ...shopper,
      reason: 'General Inquiry',
      reference: 'Hybrid Full Backpack',
      message: 'Can the straps of a ten-year-old bag be replaced?',
    },
    response: { success: true },
  },
  trackVisit: { body: { page: '/shop' }, response: { success: true } },
}
