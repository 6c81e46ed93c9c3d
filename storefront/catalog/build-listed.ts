import type { ListedProduct } from '@shop/contract/catalog'

/** A listed product for tests. */
export function buildListed(overrides: Partial<ListedProduct> = {}): ListedProduct {
  return {
    product_id: '1',
    product_name: 'Campus Slim',
    slug: null,
    price_cents: 7900,
    regular_price_cents: null,
    stock_quantity: 5,
    pictures: [],
    color: 'Blue',
    size: 'Slim',
    line: 'Campus',
    short_description: null,
    ...overrides,
  }
}
