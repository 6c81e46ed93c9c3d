import { expect, test } from 'vitest'
import { termsOf, termsOfQuery, termsWithPhone } from './search-terms.ts'

const ORDER = { order_id: '100001', first_name: 'Kaʻiulani', last_name: 'O’Neil', email: 'k@shop.example', phone: null }
const finds = (query: string, changes: Partial<Record<keyof typeof ORDER, string>>) => {
  const { order_id, first_name, last_name, email, phone } = { ...ORDER, ...changes }
  const terms = termsWithPhone(`${order_id} ${first_name} ${last_name} ${email}`, phone)
  return termsOfQuery(query).every((wanted) => terms.some((term) => term.startsWith(wanted)))
}

test.each([
  '5105550142',
  '510-555-0142',
  '(510) 555-0142',
  '510.555.0142',
  '510 555 0142',
  '+1 510 555 0142',
  '+15105550142',
  '1-510-555-0142',
  '510‑555‑0142',
  '５１０ ５５５ ０１４２',
  '555-0142',
  '5550142',
  '510 555',
  '510-555-0142 x23',
  '510-555-0142x23',
  '(510) 555-0142 ext. 23',
  'ka 510-555-0142',
  'tel:+1-510-555-0142',
  '001 510 555 0142',
  '011 1 510 555 0142',
])('the number is found by %s, however it is stored', (query) => {
  for (const phone of [
    '(510) 555-0142',
    '5105550142',
    '+1 510-555-0142',
    '1.510.555.0142',
    '510 555 0142 ext 23',
    '510–555–0142',
  ]) {
    expect(finds(query, { phone }), phone).toBe(true)
  }
})

test.each([
  ...['+44 20 7946 0958', '020 7946 0958', '442079460958', '+44 (0)20 7946 0958', '2079460958'],
  ...['0044 20 7946 0958', '011 44 20 7946 0958', 'tel:+442079460958'],
])('a number of another country is found by %s', (query) => {
  for (const phone of ['+44 20 7946 0958', '+44 (0)20 7946 0958', '0044 20 7946 0958', '011 44 20 7946 0958']) {
    expect(finds(query, { phone }), phone).toBe(true)
  }
})

test('another number, or a part of it that is not its beginning, does not find it', () => {
  for (const query of ['5105550143', '105550142', '+44 510 555 0142']) {
    expect(finds(query, { phone: '(510) 555-0142' }), query).toBe(false)
  }
  expect(finds('12345', { phone: '12345' })).toBe(true)
  expect(finds('1234567890', { order_id: '1234567890' })).toBe(true)
})

test.each([
  "Ka'iulani",
  'Ka‘iulani',
  'kaʻiulani',
  'Ka`iulani O′Neil',
  "O'Neil",
  'O´NEIL',
  'k@shop.example\u200b',
  '\ufeff100001',
])('an order is found by %j', (query) => {
  expect(finds(query, {})).toBe(true)
})

test.each(['Anne-Marie', 'Anne‑Marie', 'anne–marie', 'Anne\u00ad-Marie'])('a hyphen of %j is a hyphen', (name) => {
  expect(finds(name, { first_name: 'Anne\u2011Marie' })).toBe(true)
  expect(termsOf(name)).toEqual(termsOf('anne marie'))
})
