import { parseDeliveryOptions } from '@shop/contract/delivery'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { DeliveryChoice } from './delivery-choice.tsx'

const GROUND = { delivery_type_id: 1, display_text: 'Ground', delivery_cost: 5, estimated_days: 3 }

/** The options as the checkout offers them on a Monday, the second one chosen. */
function offered(rows: object[]): string {
  const options = parseDeliveryOptions(rows)
  return renderToStaticMarkup(
    <DeliveryChoice
      options={options}
      late={false}
      selected={options[1] ?? null}
      items={[
        { product_id: '1', product_name: 'Pouch', price_cents: 1400, quantity: 1, stock_quantity: 3, adjusted: null },
      ]}
      today={new Date('2026-11-23T12:00:00')}
      error={null}
      onChoose={() => {}}
      onRetry={() => {}}
    />,
  )
}

test('of two options with one id only the chosen one is checked (R48)', () => {
  const inputs = [...offered([GROUND, { ...GROUND, delivery_cost: 9 }]).matchAll(/<input[^>]*>/g)].map(
    ([input]) => input,
  )
  expect(inputs.map((input) => input.includes('checked=""'))).toEqual([false, true])
  expect(new Set(inputs.map((input) => /value="([^"]*)"/.exec(input)?.[1])).size).toBe(2)
})

test("an option without days is offered with the date 'N/A' (R48)", () => {
  const html = offered([GROUND, { ...GROUND, delivery_type_id: 2, estimated_days: null }])
  expect(html).toContain('Thu, Nov 26')
  expect(html).toContain('Arrival date: N/A')
  expect(html.match(/<input/g)).toHaveLength(2)
})
