import { EMPTY_ADDRESS } from '@shop/contract/address/postal-address'
import { expect, test } from 'vitest'
import { readSettings } from '../../platform/settings/settings.ts'
import { type CheckedShop, checkSettings } from './find-problems.ts'

const SHOP: CheckedShop = {
  ...{ url: 'http://localhost:3000', email: 'hello@rucksack.com', hasDemoCustomer: false },
  shopAddress: null,
}
const codes = (environment: Record<string, string>, shop: Partial<CheckedShop> = {}) =>
  checkSettings(readSettings(environment), { ...SHOP, ...shop }).map(({ code }) => code)

test('a shop that others reach has no demo customer', () => {
  const demo = { hasDemoCustomer: true }
  expect(codes({}, demo)).toEqual([])
  expect(codes({ HOST: '0.0.0.0' }, demo)).toEqual(['demo_on'])
  expect(codes({ PUBLIC_URL: 'http://shop.lan' }, demo)).toEqual(['demo_on'])
  expect(codes({ PUBLIC_URL: 'http://shop.lan' })).toEqual([])
  expect(codes({ TRUST_PROXY: '127.0.0.1' }, demo)).toEqual(['demo_on'])
})

test('a shop that is reached by https has a proxy, which TRUST_PROXY names', () => {
  const settings = { PUBLIC_URL: 'https://rucksack.com', DEMO: 'off' }
  expect(codes(settings)).toEqual(['proxy_not_trusted'])
  expect(codes({ DEMO: 'off' }, { url: 'https://rucksack.com' })).toEqual(['proxy_not_trusted'])
  expect(codes({ ...settings, TRUST_PROXY: '127.0.0.1' })).toEqual([])
})

test.each(['http://localhost:3000', 'http://127.0.0.1:8080', 'http://[::1]:3000'])(
  'emails do not link to %s',
  (PUBLIC_URL) => {
    expect(codes({ PUBLIC_URL, SMTP_URL: 'smtp://mail.rucksack.com' })).toEqual(['links_local'])
    expect(codes({ PUBLIC_URL })).toEqual([])
  },
)

test.each(['hello@packwright.example', 'a@example.org', 'a@shop.test'])('messages are not emailed to %s', (email) => {
  expect(codes({}, { email })).toEqual(['mailbox_missing'])
  expect(codes({ MAIL_TO: 'hello@rucksack.com' }, { email })).toEqual([])
  expect(codes({ MAIL_TO: email })).toEqual(['mailbox_missing'])
})

test('an address that is a text is asked for in its parts', () => {
  const shopAddress = { ...EMPTY_ADDRESS, address1: '1 Derby St', city: 'Salem', state: 'MA', zip: '01970' }
  expect(codes({}, { shopAddress: 'Derby Wharf\nSalem' })).toEqual(['address_text'])
  expect(codes({}, { shopAddress })).toEqual([])
})

test('each finding has a way to mend it', () => {
  const settings = readSettings({ PUBLIC_URL: 'https://shop.example', MAIL_TO: 'a@shop.example' })
  for (const { text, remedy } of checkSettings(settings, { ...SHOP, hasDemoCustomer: true, shopAddress: 'Salem' }))
    expect([text, remedy].join(' ')).toMatch(/^[A-Z].*\.$/)
})
