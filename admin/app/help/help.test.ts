import { expect, test } from 'vitest'
import { trailFor } from './help.tsx'
import { helpPagesOf } from './help-pages.ts'

test('help is about the deepest screen, and about the day where there is no screen', () => {
  expect(helpPagesOf([{ handle: undefined }, { handle: ['ship-many-orders', 'your-day'] }])[0]).toBe('ship-many-orders')
  expect(helpPagesOf([{ handle: ['restore'] }, { handle: ['back-up'] }])[0]).toBe('back-up')
  expect(helpPagesOf([{ handle: undefined }, { handle: [] }])[0]).toBe('your-day')
})

test.each([
  ['opens the page about the screen', [], ['ship', 'cancel'], ['ship']],
  ['goes on with the page that was read where it is about the screen', ['cancel'], ['ship', 'cancel'], ['cancel']],
  ['leads back to the page of another screen', ['fair'], ['ship', 'cancel'], ['fair', 'ship']],
  ['lists no page twice', ['ship', 'fair'], ['ship', 'cancel'], ['fair', 'ship']],
] as const)('%s', (_, read, pages, trail) => {
  expect(trailFor(pages, read)).toEqual(trail)
})
