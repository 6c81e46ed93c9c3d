import { createClient } from '@shop/contract/client'
import { parseOrder } from '@shop/contract/orders'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { ApiProvider } from '../data/api.tsx'
import { StaticRouter } from '../router/router.tsx'
import { OrderItems } from './order-items.tsx'

const API = { baseUrl: '', call: createClient('', () => Promise.reject(new Error('no call is made'))) }

/** The table of an order's one item. */
function tableOf(row: object): string {
  const order = parseOrder([{ order_id: 17, order_item_id: 1, product_name: 'Bag', ...row }])
  return renderToStaticMarkup(
    <StaticRouter location="/orderAndReturn">
      <ApiProvider api={API}>
        <OrderItems items={order?.items ?? []} selected={new Set()} onToggle={() => {}} describedBy={undefined} />
      </ApiProvider>
    </StaticRouter>,
  )
}

test("an unknown price or quantity of an item is 'N/A', never $0.00 (R46)", () => {
  const known = tableOf({ price: 59, stock_quantity: 2 })
  expect(known).toContain('$59.00')
  expect(known).not.toContain('N/A')
  const unknown = tableOf({ price: null, stock_quantity: 'some' })
  expect(unknown.match(/N\/A/g)).toHaveLength(2)
  expect(unknown).not.toContain('$')
})

test('the box of an item that cannot be selected is described by the reason, whatever its id', () => {
  const table = tableOf({ order_item_id: '1 2', refund_status: 'refunded' })
  const [, id] = /aria-describedby="([^" ]+)"/.exec(table) ?? []
  expect(table).toMatch(new RegExp(`<p id="${id}"[^>]*>Already refunded`))
})

test('an item has its columns: choice, picture and name, quantity, price, cancellation, refund and reason (section 2)', () => {
  const row = {
    product_name: 'Bag',
    image_url: 'bag.jpg',
    price: 59,
    stock_quantity: 2,
    cancellation_reason: 'Too late',
  }
  const table = tableOf({ ...row, cancellation_status: 'Cancelled', refund_status: 'REFUNDED' })
  const cells = (tag: string) =>
    [...table.matchAll(new RegExp(`<${tag}[ >].*?</${tag}>`, 'gs'))].map(([cell]) => cell.replace(/<[^>]*>/g, ''))
  expect(cells('th')).toEqual(['Select', 'Product', 'Quantity', 'Price', 'Cancellation', 'Refund', 'Reason'])
  expect(cells('td').slice(2)).toEqual([
    'Quantity2',
    'Price$59.00',
    'Cancellationcancelled',
    'Refundrefunded',
    'ReasonToo late',
  ])
  expect(table).toMatch(/<input type="checkbox" aria-label="Bag"/)
  expect(table).toMatch(/<img [^>]*src="\/images\/bag\.jpg/)
})
