import { type Product, parseProduct } from '@shop/contract/catalog/calls'
import { expect, test } from 'vitest'
import { productData } from './structured-data.ts'

const PLACE = { origin: 'https://shop.example', baseUrl: '', maker: 'Packwright', isOpen: false }

function buildProduct(overrides: Record<string, unknown> = {}): Product {
  return parseProduct({
    product_id: '101',
    product_name: 'Campus Slim Backpack, Blue',
    price: 79,
    stock_quantity: 24,
    short_description: 'A light school backpack.',
    images: [],
    image_url: 'front.jpg',
    multi_image_url: 'spin.mp4',
    color: 'Blue',
    size: 'Slim, 16 L',
    line: 'Campus',
    ...overrides,
  })
}

test('a product with an offer has all fields that search engines require', () => {
  expect(productData(buildProduct(), PLACE)).toMatchObject({
    '@type': 'Product',
    name: 'Campus Slim Backpack, Blue',
    description: 'A light school backpack.',
    image: ['https://shop.example/images/front.jpg'],
    sku: '101',
    brand: { '@type': 'Brand' },
    offers: {
      '@type': 'Offer',
      url: 'https://shop.example/product/101',
      priceCurrency: 'USD',
      price: '79.00',
    },
  })
})

test('while orders are paused no product is offered as available, whatever its stock', () => {
  for (const stock_quantity of [0, 24]) {
    const { offers } = productData(buildProduct({ stock_quantity }), PLACE)
    expect(offers).toMatchObject({ availability: 'https://schema.org/OutOfStock' })
  }
})

test('while orders are open what is in stock is available, and its free delivery is stated', () => {
  const open = { ...PLACE, isOpen: true }
  const offerOf = (changes: Record<string, unknown>) => productData(buildProduct(changes), open).offers
  expect(offerOf({})).toMatchObject({
    availability: 'https://schema.org/InStock',
    shippingDetails: { shippingRate: { value: 0, currency: 'USD' } },
  })
  expect(offerOf({ price: 44.99 })).not.toHaveProperty('shippingDetails')
  expect(offerOf({ stock_quantity: 0 })).toMatchObject({ availability: 'https://schema.org/OutOfStock' })
})

test('a product without a price has no offer, and unknown fields are omitted', () => {
  const data = productData(
    buildProduct({ price: 'ask us', color: null, image_url: null, multi_image_url: null }),
    PLACE,
  )
  expect(data).not.toHaveProperty('offers')
  expect(data).not.toHaveProperty('color')
  expect(data).not.toHaveProperty('image')
})

test('without a short description the text of the long one is used', () => {
  const data = productData(buildProduct({ short_description: '', description: '<p>Two <em>pockets</em></p>' }), PLACE)
  expect(data.description).toBe('Two pockets')
})
