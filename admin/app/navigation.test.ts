import { expect, test } from 'vitest'
import { leadsTo, navigationOf, splitForPhone } from './navigation.ts'

test('a phone shows up to five entries', () => {
  expect(splitForPhone([1, 2, 3, 4, 5])).toEqual({ shown: [1, 2, 3, 4, 5], more: [] })
})

test('of six entries the last two are under More', () => {
  expect(splitForPhone([1, 2, 3, 4, 5, 6])).toEqual({ shown: [1, 2, 3, 4], more: [5, 6] })
})

test.each([
  ['/changes', true],
  ['/changes/7', true],
  ['/changesets', false],
  ['/orders', false],
])('the entry of the changes leads to %s: %s', (pathname, expected) => {
  expect(leadsTo([{ path: '/changes' }], pathname)).toBe(expected)
})

test('payments are there for owners of a shop that had one', () => {
  const owner = { id: '', name: '', email: '', role: 'owner', has_totp: true, passkeys: 0 } as const
  const paths = (has_payments: boolean) => navigationOf({ ...owner, has_payments }).map(({ path }) => path)
  expect(paths(true)).toContain('/payments')
  expect(paths(false)).not.toContain('/payments')
  expect(navigationOf({ ...owner, role: 'helper', has_payments: true }).map(({ path }) => path)).not.toContain(
    '/payments',
  )
})
