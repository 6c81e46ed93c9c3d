import { type HelperRight, RIGHT_NAMES } from '@shop/contract/access/helper-rights'
import type { Session } from '@shop/contract/access/session'
import { expect, test } from 'vitest'
import { NOUNS } from '../../routes.tsx'
import { explainRefusal, leadsTo, menuOf, splitForPhone } from './navigation.ts'

test('a phone shows up to five entries', () => {
  expect(splitForPhone([1, 2, 3, 4, 5])).toEqual({ shown: [1, 2, 3, 4, 5], more: [] })
})

test('the last two of six entries are under More', () => {
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

const owner = {
  id: '',
  name: '',
  email: '',
  role: 'owner',
  rights: [...RIGHT_NAMES],
  has_totp: true,
  passkeys: 0,
  has_payments: true,
  time_zone: 'America/New_York',
} as const satisfies Session
const helper = (...rights: HelperRight[]): Session => ({ ...owner, role: 'helper', rights })
const pathsOf = (session: Session) => menuOf(NOUNS, session).map(({ path }) => path)

test('payments are there for owners of a shop that had one', () => {
  expect(pathsOf(owner)).toContain('/payments')
  expect(pathsOf({ ...owner, has_payments: false })).not.toContain('/payments')
  expect(pathsOf(helper(...RIGHT_NAMES))).not.toContain('/payments')
})

test('a helper sees what they may use', () => {
  expect(pathsOf(helper())).toEqual(['/', '/changes', '/account'])
  expect(pathsOf(helper('inquiries'))).toEqual(['/', '/inquiries', '/mails', '/changes', '/account'])
  expect(pathsOf(helper('books'))).toEqual(['/', '/sales', '/changes', '/account'])
})

test.each([
  ['/products/new', 'don’t have access to this page'],
  ['/several', 'don’t have access to this page'],
  ['/settings', 'Only owners'],
  ['/orders/100001/slip', undefined],
  ['/nowhere', undefined],
])('a helper with only the orders right reads at %s: %s', (pathname, reason) => {
  const said = explainRefusal(NOUNS, pathname, helper('orders'))?.reason
  if (reason === undefined) expect(said).toBeUndefined()
  else expect(said).toContain(reason)
  expect(explainRefusal(NOUNS, pathname, owner)).toBeNull()
})

test('each page is below the path of its noun, so it needs what the noun needs', () => {
  const pages = NOUNS.flatMap((noun) => noun.pages.map(({ path = '' }) => ({ noun, pathname: `/${path}` })))
  expect(pages.length).toBeGreaterThan(40)
  const found = pages.map(({ pathname }) => NOUNS.find((noun) => leadsTo([noun], pathname))?.path)
  expect(found).toEqual(pages.map(({ noun }) => noun.path))
})
