import type { PayLink } from '@shop/contract/pay-links/calls'
import { QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { shop } from '../../../shop.config.ts'
import { ApiProvider, browserApi, createQueryClient } from '../../data/api.tsx'
import { ShopSettingsProvider } from '../../site/shop-settings.tsx'
import { LinkedOrder } from './linked-order.tsx'
import { payLinkQuery } from './pay-link.queries.ts'

const order = {
  items: [{ product_name: 'Campus Slim', quantity: 2, price_cents: 7900, image_url: null }],
  discount: null,
  goods_cents: 15_800,
  delivery_cents: 599,
  tax_cents: 0,
  total_cents: 16_399,
}

/** Renders the page of a link, without the marks between texts. */
function page(link: Partial<PayLink>): string {
  const api = browserApi('')
  const queryClient = createQueryClient()
  const found: PayLink = { state: 'open', order_id: '150001', asked_cents: 16_399, order: null, ...link }
  queryClient.setQueryData(payLinkQuery(api, 'token').queryKey, found)
  return renderToStaticMarkup(
    <QueryClientProvider client={queryClient}>
      <ApiProvider api={api}>
        <ShopSettingsProvider shop={{ ...shop, words: {} }}>
          <LinkedOrder token="token" />
        </ShopSettingsProvider>
      </ApiProvider>
    </QueryClientProvider>,
  )
}

test.each([
  ['paid', 'Order # 150001 is paid', 'There’s nothing left to pay.'],
  ['checking', 'We’re checking your payment', 'Please don’t pay again.'],
  [
    'expired',
    'This link has expired',
    'You weren’t charged. Links work for 7 days. Write to us, and we’ll send you a new one.',
  ],
  ['withdrawn', 'This link was cancelled', 'You weren’t charged. Look for a newer link in your email.'],
  ['cancelled', 'Order # 150001 was cancelled', 'You weren’t charged, and there’s nothing to pay.'],
  ['closed', 'Card payments are not available right now', 'You weren’t charged. Please try again later.'],
] as const)('the page of a link that is %s says so, and has no form', (state, title, text) => {
  const html = page({ state })
  expect(html).toContain(title)
  expect(html).toContain(text)
  expect(html).not.toContain('<form')
  if (html.includes('Write to')) expect(html).toContain(`href="mailto:${shop.supportEmail}"`)
})

test('the page of a link shows what is left of the order, and asks for a card and its ZIP code', () => {
  const html = page({ order })
  for (const text of [
    'Order # 150001',
    'Campus Slim',
    '$158.00',
    '$5.99',
    '$163.99',
    'Card number',
    'Billing ZIP code',
  ])
    expect(html).toContain(text)
  expect(html).not.toContain('not being processed')
  expect(html).not.toContain('has changed')
})

test('an order that comes to another sum than when its link was sent says old and new', () => {
  expect(page({ order, asked_cents: 20_000 })).toContain('the total was $200.00 and is now $163.99')
})
