import { createClient } from '@shop/contract/http/client'
import { parseOrder } from '@shop/contract/orders/calls'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it, test } from 'vitest'
import { ApiProvider } from '../../data/api.tsx'
import { StaticRouter } from '../../router/router.tsx'
import { orderLabel } from './customer-lookup.tsx'
import { OrderFacts, OrderTotals } from './order-facts.tsx'
import { OrderItems } from './order-items.tsx'
import { orderTimeline } from './order-steps.tsx'

it('an order in the dropdown reads Order # 17 - 11/21/2026 (R25)', () => {
  expect(orderLabel({ order_id: '17', order_date: '2026-11-21' })).toBe('Order # 17 - 11/21/2026')
  expect(orderLabel({ order_id: '17', order_date: null })).toBe('Order # 17 - N/A')
  expect(orderLabel({ order_id: '17', order_date: 'soon' })).toBe('Order # 17 - N/A')
})

const ROW = { order_id: 17, order_item_id: 1, total_amount: 118, delivery_cost: 5.99, tax_amount: 9.74 }

function sumsOf(row: Record<string, unknown>): string[] {
  const order = parseOrder([row])
  if (order === null) throw new Error('this row is no order')
  const markup = renderToStaticMarkup(<OrderTotals order={order} />)
  return [...markup.matchAll(/<dt>(.*?)<\/dt><dd>(.*?)<\/dd>/g)].map(([, name, value]) => `${name}: ${value}`)
}

test('the sums of a found order are to the letter (R23)', () => {
  expect(sumsOf(ROW)).toEqual(['Subtotal: $123.99', 'Sales tax: $9.74', 'Total: $133.73'])
})

test("money that is unknown is 'N/A', and so is every sum it enters (R46)", () => {
  expect(sumsOf({ ...ROW, tax_amount: null })).toEqual(['Subtotal: $123.99', 'Sales tax: N/A', 'Total: N/A'])
  expect(sumsOf({ ...ROW, delivery_cost: undefined })).toEqual(['Subtotal: N/A', 'Sales tax: $9.74', 'Total: N/A'])
})

test('the facts of a found order are its number, dates, status and tracking number (section 2)', () => {
  const order = parseOrder([
    {
      ...ROW,
      orderDate: '2026-11-02',
      estimated_delivery_date: '2026-11-09',
      order_status: 'shipped',
      tracking_number: '1Z999',
    },
  ])
  if (order === null) throw new Error('this row is no order')
  const facts = [
    ...renderToStaticMarkup(<OrderFacts order={order} />).matchAll(/<dt[^>]*>(.*?)<\/dt><dd[^>]*>(.*?)<\/dd>/g),
  ]
  expect(facts.map(([, name, value = '']) => [name, value.replace(/<[^>]*>/g, '')])).toEqual([
    ['Order number', '17'],
    ['Order date', '11/2/2026'],
    ['Estimated delivery', '11/9/2026'],
    ['Status', 'shipped'],
    ['Tracking number', '1Z999'],
  ])
})

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

const row = { order_id: '17', order_item_id: '1', product_id: '101', product_name: 'Bag', price: 79, stock_quantity: 1 }

function timelineOf(...rows: Record<string, unknown>[]): string[] {
  const order = parseOrder(rows.map((fields, index) => ({ ...row, order_item_id: String(index), ...fields })))
  if (order === null) throw new Error('these rows are no order')
  return orderTimeline(order).map(({ title, detail }) => `${title}: ${detail}`)
}

test('the timeline of an order starts with the day of the order and ends with the expected delivery', () => {
  expect(timelineOf({ orderDate: '2026-11-21', estimated_delivery_date: '2026-12-01' })).toEqual([
    'Ordered: 11/21/2026',
    'Estimated delivery: 12/1/2026',
  ])
})

test('the timeline of an order has only the order itself when there are no dates', () => {
  expect(timelineOf({})).toEqual(['Ordered: '])
})

test('the timeline of an order has the tracking number once it has shipped', () => {
  expect(timelineOf({ tracking_number: '1Z9' })).toContain('Shipped: Tracking 1Z9')
})

test('the timeline of an order that left without a tracking number says that it has shipped, and no expected day once it has arrived', () => {
  const day = { estimated_delivery_date: '2026-12-01' }
  expect(timelineOf({ ...day, order_status: 'Shipped' })).toEqual([
    'Ordered: ',
    'Shipped: ',
    'Estimated delivery: 12/1/2026',
  ])
  expect(timelineOf({ ...day, order_status: 'delivered' })).toEqual(['Ordered: ', 'Shipped: ', 'Delivered: '])
})

test('the timeline of an order does not say of what the shop cancelled that the shopper did', () => {
  expect(timelineOf({ cancellation_status: 'cancelled', cancellation_reason: 'Out of canvas' })).toEqual([
    'Ordered: ',
    'Cancelled: ',
  ])
})

test('the timeline of an order counts cancelled and refunded items, in any letter case', () => {
  expect(timelineOf({ cancellation_status: 'Cancelled' }, { refund_status: 'REFUNDED' }, {})).toEqual([
    'Ordered: ',
    'Cancelled by you: 1 of 3 items',
    'Refunded: 1 of 3 items',
  ])
})

test('the timeline of an order counts pieces; a line may have several', () => {
  const cancelled = { cancellation_status: 'cancelled', stock_quantity: 2 }
  expect(timelineOf(cancelled, { stock_quantity: 1 }, { stock_quantity: 3 })).toContain(
    'Cancelled by you: 2 of 6 items',
  )
  expect(timelineOf(cancelled, { ...cancelled, stock_quantity: 1 })).toContain('Cancelled by you: All items')
})

test('the timeline of an order has cancellations before the shipment, since none is possible after it', () => {
  expect(timelineOf({ cancellation_status: 'cancelled', tracking_number: '1Z9' }, { tracking_number: '1Z9' })).toEqual([
    'Ordered: ',
    'Cancelled by you: 1 of 2 items',
    'Shipped: Tracking 1Z9',
  ])
})

test('the timeline of an order has no expected delivery when the whole order was cancelled', () => {
  const cancelled = { cancellation_status: 'cancelled', estimated_delivery_date: '2026-12-01' }
  expect(timelineOf(cancelled, cancelled)).toEqual(['Ordered: ', 'Cancelled by you: All items'])
})

test('the timeline of an order ignores unknown statuses', () => {
  expect(timelineOf({ cancellation_status: 'requested', refund_status: 'pending' })).toEqual(['Ordered: '])
})
