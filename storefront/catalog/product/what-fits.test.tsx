import { parseProduct } from '@shop/contract/catalog'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { WornSize } from './what-fits.tsx'

const BAG = { width: 13, height: 19.5 }

/** The figure of a product of a line; empty without one. */
function figure(line: string | null, bag = BAG): string {
  const product = parseProduct({ product_id: 1, size: 'Full, 24 L', line })
  return renderToStaticMarkup(<WornSize product={product} bag={bag} />)
}

test('a bag is drawn to scale on the back of somebody 5′9″ tall', () => {
  const svg = figure('Hybrid')
  expect(svg).toContain('scale(0.69)')
  expect(svg).toContain('<rect width="13" height="19.5"')
  expect(svg).toContain('on the back of somebody who is 5 feet 9 inches tall')
  expect(svg).not.toMatch(/NaN|undefined|Infinity/)
})

test('5′2″, 5′9″ and 6′2″ can be compared', () => {
  expect(
    [...figure('Nomad').matchAll(/<button[^>]*aria-pressed="(\w+)"[^>]*>([^<]+)</g)].map(([, on, name]) => [name, on]),
  ).toEqual([
    ['5′2″', 'false'],
    ['5′9″', 'true'],
    ['6′2″', 'false'],
  ])
})

test.each([null, 'Accessories', 'Trail'])('a product of the line %s, which has no shape, is not drawn', (line) => {
  expect(figure(line)).toBe('')
})
