import { PICTURE_WIDTHS, pictureUrl } from '@shop/contract/pictures'
import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { pictureSet, sharePictureUrl } from './photo.tsx'

describe('the sizes of a picture', () => {
  it('are offered in every width and one format', () => {
    expect(pictureSet('/images/sling.jpg', 'avif', '', [320, 640])).toBe(
      '/images/sling.jpg?w=320&f=avif 320w, /images/sling.jpg?w=640&f=avif 640w',
    )
    expect(pictureSet('/images/sling.jpg?v=2', 'webp', '', [320])).toBe('/images/sling.jpg?v=2&w=320&f=webp 320w')
  })

  it.each(['https://cdn.example/sling.jpg', '/media/sling.jpg', '/images/drawing.svg', '/images/drawing.SVG?v=2'])(
    'are not offered for %s, which is served as it is',
    (url) => {
      expect(pictureSet(url, 'avif', '', PICTURE_WIDTHS)).toBeNull()
    },
  )

  it('can be distinguished by a browser, whatever the name of the file', () => {
    const name = fc.string({ unit: fc.constantFrom('a', ' ', '\t', '?', '-', '.', 'é'), minLength: 1 })
    fc.assert(
      fc.property(name, (src) => {
        const set = pictureSet(pictureUrl('', `${src}.jpg`), 'avif', '', PICTURE_WIDTHS)
        const widths = set?.split(', ').map((candidate) => candidate.split(' ').slice(1))
        expect(widths).toEqual(PICTURE_WIDTHS.map((width) => [`${width}w`]))
      }),
    )
  })
})

test("a shared link shows another host's picture as it is", () => {
  expect(sharePictureUrl('', 'https://cdn.example/sling.jpg')).toBe('https://cdn.example/sling.jpg')
  expect(sharePictureUrl('', 'sling.jpg')).toBe('/images/sling.jpg?f=share')
})
