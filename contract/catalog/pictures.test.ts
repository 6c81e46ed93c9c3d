import fc from 'fast-check'
import { expect, it, test } from 'vitest'
import { parseListedProduct, parseProduct } from './calls.ts'
import { listedPictures, PICTURE_WIDTHS, pictureUrl, productPictures } from './pictures.ts'

test.each([
  [720, 'the whole width of 360 points, two pixels each'],
  [750, 'of 375 points, two pixels each'],
  [1080, 'of 360 points, three pixels each, and of 412 at 2.625'],
  [1206, 'of 402 points, three pixels each'],
  [345, 'a card, 46 % of 375 points, two pixels each'],
  [497, 'a card on 1080 pixels'],
  [593, 'a card on 430 points, three pixels each'],
])('a phone that needs %i pixels (%s) is offered a width that is not much larger', (needed) => {
  const width = PICTURE_WIDTHS.find((offered) => offered >= needed) ?? Number.POSITIVE_INFINITY
  expect(width).toBeLessThan(needed * 1.1)
})

it.each([
  ['', 'sling.jpg', '/images/sling.jpg'],
  ['https://api.shop.example', 'sling.jpg', 'https://api.shop.example/images/sling.jpg'],
  ['https://api.shop.example', '/media/sling.jpg', 'https://api.shop.example/media/sling.jpg'],
  ['https://api.shop.example', 'https://cdn.example/sling.jpg', 'https://cdn.example/sling.jpg'],
  ['https://api.shop.example', 'HTTP://cdn.example/sling.jpg', 'HTTP://cdn.example/sling.jpg'],
  ['https://api.shop.example', '//cdn.example/sling.jpg', '//cdn.example/sling.jpg'],
  ['', 'bags/sling.jpg?v=2', '/images/bags/sling.jpg?v=2'],
  ['', 'my sling.jpg', '/images/my%20sling.jpg'],
])("a picture's address (section 3, R3): below %o, %o is %o", (baseUrl, src, url) => {
  expect(pictureUrl(baseUrl, src)).toBe(url)
})

it("a picture's address (section 3, R3) is never a script", () => {
  const hostile = fc.oneof(
    fc.string().filter((src) => URL.canParse(pictureUrl('', src), 'https://shop.example')),
    fc.constantFrom('javascript:alert(1)', ' JavaScript:alert(1)', 'data:text/html,x'),
  )
  fc.assert(
    fc.property(hostile, (src) => {
      expect(new URL(pictureUrl('', src), 'https://shop.example').protocol).toMatch(/^https?:$/)
    }),
  )
})

it.each([
  ['sling.jpg', '/images/sling.jpg'],
  ['/images/sling.jpg', '/images/./sling.jpg'],
  ['my sling.jpg', 'my%20sling.jpg'],
  ['tasche-blau-größe.jpg', 'tasche-blau-gr%C3%B6%C3%9Fe.jpg'],
  ['https://CDN.example/sling.jpg', 'https://cdn.example:443/sling.jpg'],
  ['https://cdn.example/sling.jpg', '//cdn.example/sling.jpg'],
])('two spellings of an address are one picture (R9) %s and %s', (one, other) => {
  expect(listedPictures({ image_url: one, images: [other] }, '')).toEqual([{ src: one, alt: null }])
  const variants = [{ images: [{ image_url: one, alt: 'In blue' }] }]
  expect(productPictures({ image_url: other, multi_image_url: one, variants }, '')).toEqual([
    { src: other, alt: 'In blue' },
  ])
})

it("two spellings of an address are one picture (R9): including the backend's own address", () => {
  const row = { product_id: 1, product_name: 'Sling', image_url: 'sling.jpg' }
  const full = 'https://api.shop.example/images/sling.jpg'
  expect(parseListedProduct({ ...row, images: [full] }, 'https://api.shop.example')?.pictures).toHaveLength(1)
  expect(parseProduct({ ...row, multi_image_url: full }, 'https://api.shop.example').pictures).toHaveLength(1)
  expect(parseProduct({ ...row, multi_image_url: full }, '').pictures).toHaveLength(2)
})

it.each([
  ['sling.jpg', 'sling.jpg?v=2'],
  ['sling.jpg', 'Sling.jpg'],
  ['sling.jpg', '/media/sling.jpg'],
  ['https://cdn.example/sling.jpg', 'https://other.example/sling.jpg'],
])('two spellings of an address are one picture (R9) while %s and %s are two', (one, other) => {
  expect(listedPictures({ image_url: one, images: [other] }, '')).toHaveLength(2)
})

it('an invalid address is left out of a product (R3)', () => {
  for (const src of ['https://', 'https://[', '//', 'http://%']) {
    expect(listedPictures({ image_url: src, images: ['sling.jpg'] }, '')).toEqual([{ src: 'sling.jpg', alt: null }])
  }
})
