import { LISTED_FIELDS, type ListedProduct } from '@shop/contract/catalog/calls'
import { emptyFields } from '@shop/contract/http/fields'

/** A listed product for tests; of its plain fields, those that are not named are missing. */
export function buildListed(overrides: Partial<ListedProduct> = {}): ListedProduct {
  return {
    ...emptyFields(LISTED_FIELDS),
    product_id: '1',
    product_name: 'Campus Slim',
    price_cents: 7900,
    stock_quantity: 5,
    facts: null,
    laptop_inches: null,
    capacity_litres: null,
    pictures: [],
    color: 'Blue',
    size: 'Slim',
    line: 'Campus',
    ...overrides,
  }
}
