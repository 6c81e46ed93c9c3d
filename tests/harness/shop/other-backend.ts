import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { text as textOf } from 'node:stream/consumers'

/** How it answers a path: after so many milliseconds, with a status, or never. */
type Manner = { afterMs?: number; status?: number; never?: true }

/** A backend that is not ours: only the calls of the specification are known (R1). */
export type OtherBackend = {
  address: string
  /** From now on paths that hold this text are answered so. */
  answer: (path: string, manner: Manner) => void
  /** The bodies that were posted, by path. */
  posted: [path: string, body: unknown][]
  close: () => Promise<void>
}

/** Numbers for ids, numbers as texts, pictures only under `images`, and a product without a name. */
const PRODUCTS = [
  { product_id: 7, product_name: 'Mug', price: '12.50', stock_quantity: '8', images: [{ image_url: 'mug.jpg' }] },
  { product_id: 8, product_name: 'Bowl', price: 20, stock_quantity: 3, images: ['bowl.jpg'] },
  { product_id: 9, product_name: '', price: 5, stock_quantity: 1 },
]

const USER = { customer_id: 41, firstName: 'Ada', lastName: 'Lovelace', email: 'ada@mail.example', points: 12 }

const ORDER_ROW = {
  ...{
    order_id: 17,
    orderDate: '2026-11-02',
    total_amount: '25.00',
    delivery_cost: 4,
    tax_amount: '0',
    tracking_number: null,
  },
  ...{ order_item_id: 1, product_id: 7, product_name: 'Mug', stock_quantity: 2, price: '12.50' },
  ...{ cancellation_status: null, refund_status: null },
}

const ANSWERS: Record<string, unknown> = {
  '/api/products': PRODUCTS,
  ...Object.fromEntries(PRODUCTS.map((product) => [`/api/products/${product.product_id}`, product])),
  '/api/products/10': {},
  '/api/api/delivery-options': [
    { delivery_type_id: 1, provider_name: 'Post', display_text: 'By post', delivery_cost: '4.00', estimated_days: '3' },
  ],
  '/api/api/bt/client_token': {},
  '/api/auth/signIn': { user: USER, token: 't0ken' },
  '/api/track-visit': { success: true },
  '/api/orders': [{ order_id: 17, order_date: '2026-11-02' }],
  '/api/orderDetail': [ORDER_ROW],
  '/api/cancelOrder': { success: true },
}

const DRAWING = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"/>'

export async function openOtherBackend(): Promise<OtherBackend> {
  const manners = new Map<string, Manner>()
  const posted: OtherBackend['posted'] = []
  const server = createServer((request, response) => void respond(request, response)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()

  async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = (request.url ?? '').replace(/\?.*/, '')
    const { afterMs = 0, status, never } = [...manners].findLast(([text]) => path.includes(text))?.[1] ?? {}
    const body = await textOf(request)
    if (body !== '') posted.push([path, JSON.parse(body)])
    if (never) return
    if (afterMs > 0) await new Promise((resolve) => setTimeout(resolve, afterMs))
    const isPicture = path.startsWith('/images/')
    response.writeHead(request.method === 'OPTIONS' ? 204 : (status ?? (path in ANSWERS || isPicture ? 200 : 404)), {
      'content-type': isPicture ? 'image/svg+xml' : 'application/json',
      'access-control-allow-origin': '*',
      'access-control-allow-headers': '*',
    })
    response.end(isPicture ? DRAWING : JSON.stringify(ANSWERS[path] ?? { error: 'not_found' }))
  }

  return {
    address: `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`,
    answer: (path, manner) => void manners.set(path, manner),
    posted,
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
