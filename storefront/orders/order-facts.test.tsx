import { parseOrder } from '@shop/contract/orders'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { OrderFacts, OrderTotals } from './order-facts.tsx'

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
