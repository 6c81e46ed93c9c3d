import { MantineProvider } from '@mantine/core'
import type { AdminOrder } from '@shop/contract/orders/admin'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { CARD_PAYMENT, ORDER } from '../testing/sample-order.ts'
import { CardPaymentSection } from './payment/card-payment-section.tsx'
import { ShipForm } from './shipping/ship-form.tsx'

const WITHOUT_NUMBER: AdminOrder = {
  ...ORDER,
  status: 'shipped',
  order_status: 'shipped',
  shipped_by: 'own_delivery',
}

function htmlOf(part: ReactNode): string {
  return renderToStaticMarkup(
    <MantineProvider>
      <QueryClientProvider client={new QueryClient()}>{part}</QueryClientProvider>
    </MantineProvider>,
  )
}

test('a card whose charge failed is charged again once its order has left, also without a tracking number', () => {
  const sectionOf = (order: AdminOrder) => htmlOf(<CardPaymentSection order={order} payment={CARD_PAYMENT} />)
  expect(sectionOf(WITHOUT_NUMBER)).toContain('Charge again')
  expect(sectionOf(ORDER)).not.toContain('Charge again')
})

test('an order that left without a tracking number is not shipped a second time, and can be given one', () => {
  expect(htmlOf(<ShipForm order={ORDER} />)).toContain('>Ship<')
  const html = htmlOf(<ShipForm order={WITHOUT_NUMBER} />)
  expect(html).toContain('>Add a tracking number<')
  expect(html).not.toContain('>Ship<')
})
