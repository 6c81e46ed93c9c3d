import fc from 'fast-check'
import { expect, it } from 'vitest'
import { NO_ZOOM, panBy, ZOOM_MAX, ZOOM_MIN, type Zoom, zoomBy } from './zoom.tsx'

function repeat(times: number, zoom: Zoom, steps: number): Zoom {
  return Array.from({ length: times }).reduce<Zoom>((current) => zoomBy(current, steps), zoom)
}

it('zoom: 1 to 3 in steps of 0.25 (section 2) goes in by steps of 0.25 and stops at 3', () => {
  expect(zoomBy(NO_ZOOM, 1).level).toBe(1.25)
  expect(repeat(8, NO_ZOOM, 1).level).toBe(3)
  expect(repeat(20, NO_ZOOM, 1).level).toBe(3)
})

it('zoom: 1 to 3 in steps of 0.25 (section 2) goes out again and stops at 1, with the picture in its place', () => {
  const moved = panBy(repeat(8, NO_ZOOM, 1), 0.7, -0.9)
  expect(repeat(20, moved, -1)).toEqual(NO_ZOOM)
})

it('zoom: 1 to 3 in steps of 0.25 (section 2) does not move at level 1', () => {
  expect(panBy(NO_ZOOM, 0.4, -0.4)).toEqual(NO_ZOOM)
})

it('zoom: 1 to 3 in steps of 0.25 (section 2) moves by what it was dragged, as far as the picture reaches', () => {
  const twice = repeat(4, NO_ZOOM, 1)
  expect(panBy(twice, 0.25, -0.1)).toEqual({ level: 2, x: 0.25, y: -0.1 })
  expect(panBy(twice, 9, -9)).toEqual({ level: 2, x: 0.5, y: -0.5 })
})

it('zoom: 1 to 3 in steps of 0.25 (section 2) after any zooming and panning the picture covers its frame, at a whole number of steps', () => {
  const share = fc.double({ min: -3, max: 3, noNaN: true })
  const move = fc.oneof(
    fc.integer({ min: -3, max: 3 }).map((steps) => (zoom: Zoom) => zoomBy(zoom, steps)),
    fc.tuple(share, share).map(
      ([x, y]) =>
        (zoom: Zoom) =>
          panBy(zoom, x, y),
    ),
  )
  fc.assert(
    fc.property(fc.array(move), (moves) => {
      const { level, x, y } = moves.reduce((zoom, go) => go(zoom), NO_ZOOM)
      expect(level).toBeGreaterThanOrEqual(ZOOM_MIN)
      expect(level).toBeLessThanOrEqual(ZOOM_MAX)
      expect(Number.isInteger(level / 0.25)).toBe(true)
      expect(Math.max(Math.abs(x), Math.abs(y))).toBeLessThanOrEqual((level - 1) / 2)
    }),
  )
})
