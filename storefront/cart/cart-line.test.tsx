import { parseProduct } from '@shop/contract/catalog'
import { createClient } from '@shop/contract/client'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { type ProductResult, productQuery } from '../catalog/catalog.queries.ts'
import { ApiProvider } from '../data/api.tsx'
import { StaticRouter } from '../router/router.tsx'
import { CartLine } from './cart-line.tsx'

const API = { baseUrl: '', call: createClient('', () => Promise.reject(new Error('no call is made'))) }
const LINE = {
  product_id: '7',
  product_name: 'Sling',
  price_cents: 3900,
  quantity: 3,
  stock_quantity: 12,
  adjusted: null,
}

/** A line of the cart as it is shown while its product is known, or not yet. */
function lineOf(product: object | null): string {
  const client = new QueryClient()
  if (product !== null) {
    const found: ProductResult = { kind: 'found', product: parseProduct({ product_id: 7, price: 39, ...product }) }
    client.setQueryData<ProductResult>(productQuery(API, '7').queryKey, found)
  }
  return renderToStaticMarkup(
    <StaticRouter location="/cart">
      <ApiProvider api={API}>
        <QueryClientProvider client={client}>
          <CartLine item={LINE} onRemove={() => {}} />
        </QueryClientProvider>
      </ApiProvider>
    </StaticRouter>,
  )
}

const details = (html: string) => [...html.matchAll(/<dt>(.*?)<\/dt><dd[^>]*>(.*?)<\/dd>/g)].map(([, ...pair]) => pair)

test('a line has its image as a link to the product, name, color, size, steps, line total and Remove (section 2)', () => {
  const html = lineOf({ image_url: 'sling.jpg', color: 'Blue', size: '6 L' })
  expect(html).toMatch(/<a [^>]*href="\/product\/7"[^>]*><span[^>]*>.*?src="\/images\/sling\.jpg/)
  expect(details(html)).toEqual([
    ['Color:', 'Blue'],
    ['Size:', '6 L'],
  ])
  for (const name of ['Decrease quantity of', 'Increase quantity of', 'Remove']) {
    expect(html).toContain(`aria-label="${name} Sling"`)
  }
  expect(html).toContain('$117.00')
})

test('until its product is known a line has the placeholder and dashes (R12)', () => {
  const html = lineOf(null)
  expect(html).toContain('<span role="img" aria-label="Sling"')
  expect(details(html)).toEqual([
    ['Color:', '–'],
    ['Size:', '–'],
  ])
})
