import { expect, test } from 'vitest'
import { valuesOf } from './product-values.ts'
import { restoreValues } from './use-product-form.ts'

test('what was typed of a new product comes back, pictures included', () => {
  const values = {
    ...valuesOf(null),
    product_name: 'Bag',
    price: '12',
    details: { ...valuesOf(null).details, care: 'Wipe' },
    images: [{ file: 'a.jpg', alt: '', image_url: '/images/a.jpg' }],
  }
  expect(restoreValues(JSON.stringify(values))).toEqual(values)
})

test.each(['', 'null', '{', '[1]', '{"product_name":7,"images":[{"file":1}],"details":null}'])(
  '%s is an untouched form',
  (text) => {
    expect(restoreValues(text)).toEqual(valuesOf(null))
  },
)
