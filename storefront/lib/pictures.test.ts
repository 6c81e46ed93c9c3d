import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { PICTURE_WIDTHS, pictureSet, pictureUrl } from './pictures.ts'

describe("a picture's address (section 3, R3)", () => {
  it.each([
    ['', 'sling.jpg', '/images/sling.jpg'],
    ['https://api.shop.example', 'sling.jpg', 'https://api.shop.example/images/sling.jpg'],
    ['https://api.shop.example', '/media/sling.jpg', 'https://api.shop.example/media/sling.jpg'],
    ['https://api.shop.example', 'https://cdn.example/sling.jpg', 'https://cdn.example/sling.jpg'],
    ['https://api.shop.example', 'HTTP://cdn.example/sling.jpg', 'HTTP://cdn.example/sling.jpg'],
    ['https://api.shop.example', '//cdn.example/sling.jpg', '//cdn.example/sling.jpg'],
    ['', 'bags/sling.jpg?v=2', '/images/bags/sling.jpg?v=2'],
    ['', 'my sling.jpg', '/images/my%20sling.jpg'],
  ])('below %o, %o is %o', (baseUrl, src, url) => {
    expect(pictureUrl(baseUrl, src)).toBe(url)
  })

  it('is never an address that runs a script', () => {
    const hostile = fc.oneof(
      fc.string(),
      fc.constantFrom('javascript:alert(1)', ' JavaScript:alert(1)', 'data:text/html,x'),
    )
    fc.assert(
      fc.property(hostile, (src) => {
        expect(new URL(pictureUrl('', src), 'https://shop.example').protocol).toMatch(/^https?:$/)
      }),
    )
  })
})

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

  it('can be told apart by a browser, whatever the name of the file', () => {
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
