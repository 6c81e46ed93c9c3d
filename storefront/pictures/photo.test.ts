import { PICTURE_WIDTHS, pictureUrl } from '@shop/contract/catalog/pictures'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isResized, pictureSet, sharePictureUrl } from './photo.tsx'

test('a picture is offered in every width and one format', () => {
  expect(pictureSet('/images/sling.jpg', 'avif')).toMatch(
    /^\/images\/sling\.jpg\?w=240&f=avif 240w, \/images\/sling\.jpg\?w=360&f=avif 360w, /,
  )
  expect(pictureSet('/images/sling.jpg?v=2', 'webp')).toMatch(/^\/images\/sling\.jpg\?v=2&w=240&f=webp 240w, /)
})

test.each(['https://cdn.example/sling.jpg', '/media/sling.jpg', '/images/drawing.svg', '/images/drawing.SVG?v=2'])(
  'other sizes are not offered for %s, which is served as it is',
  (url) => {
    expect(isResized(url, '')).toBe(false)
  },
)

test.each(['sling.jpg', '/images/sling.jpg', 'https://api.example/images/sling.jpg'])(
  'nothing is appended to %s of another backend, which has no other sizes',
  (src) => {
    const baseUrl = 'https://api.example'
    expect(isResized(pictureUrl(baseUrl, src), baseUrl)).toBe(false)
    expect(sharePictureUrl(baseUrl, src)).toBe('https://api.example/images/sling.jpg')
  },
)

test("a browser can tell a picture's sizes apart, whatever the name of the file", () => {
  const name = fc.string({ unit: fc.constantFrom('a', ' ', '\t', '?', '-', '.', 'é'), minLength: 1 })
  fc.assert(
    fc.property(name, (src) => {
      const set = pictureSet(pictureUrl('', `${src}.jpg`), 'avif')
      const widths = set.split(', ').map((candidate) => candidate.split(' ').slice(1))
      expect(widths).toEqual(PICTURE_WIDTHS.map((width) => [`${width}w`]))
    }),
  )
})

test("a shared link shows another host's picture as it is", () => {
  expect(sharePictureUrl('', 'https://cdn.example/sling.jpg')).toBe('https://cdn.example/sling.jpg')
  expect(sharePictureUrl('', 'sling.jpg')).toBe('/images/sling.jpg?f=share')
})
