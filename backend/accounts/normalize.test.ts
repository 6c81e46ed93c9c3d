import { expect, test } from 'vitest'
import { mailboxOf, nameColumns, normalizeEmail, normalizeName } from './normalize.ts'

test.each([
  ['  aDA@eXAMPLE.ORG ', 'ada@example.org'],
  ['jose\u0301@example.org', 'josé@example.org'],
  ['\u200b\uff21da@example.org\ufeff', 'ada@example.org'],
  ['o’neil@anne‑marie.example', "o'neil@anne-marie.example"],
])('%j is normalized to %j', (typed, normalized) => {
  expect(normalizeEmail(typed)).toBe(normalized)
})

test.each([
  ['a Kelvin sign', 'mar\u212a@example.org', 'mark@example.org'],
  ['a long s', '\u017fam@example.org', 'sam@example.org'],
  ['a dotless i', 'l\u0131sa@example.org', 'lisa@example.org'],
  ['an Angstrom sign', '\u212bsa@example.org', 'åsa@example.org'],
  ['a ligature', '\ufb01a@example.org', 'fia@example.org'],
])('%s is another address', (_name, one, other) => {
  for (const typed of [one, one.toUpperCase(), one.normalize('NFC')].filter((text) => normalizeEmail(text) === text)) {
    if (typed !== other) expect(normalizeEmail(typed)).not.toBe(normalizeEmail(other))
  }
  expect(normalizeEmail(one)).not.toBe(normalizeEmail(other))
})

test.each([
  ['Ada+bags@shop.example', 'ada@shop.example'],
  ['a.d.a+x@gmail.com', 'ada@gmail.com'],
  ['a.da@GoogleMail.com', 'ada@gmail.com'],
  ['a.da@shop.example', 'a.da@shop.example'],
  ['ada@bücher.example', 'ada@xn--bcher-kva.example'],
  ['ada', 'ada'],
])('emails to %s arrive at %s', (email, mailbox) => {
  expect(mailboxOf(email)).toBe(mailbox)
})

test('names are compared without case, accents and blanks around them, and stored as they are', () => {
  expect([' JOSÉ  maría ', 'jose\u0301 Mari\u0301a', 'josé\u200b maría'].map(normalizeName)).toEqual(
    Array(3).fill('jose maria'),
  )
  expect(normalizeName('O’Neil')).toBe(normalizeName("o'neil"))
  expect(nameColumns({ firstName: 'Jose\u0301', lastName: 'Ray' })).toEqual({ first_name: 'José', last_name: 'Ray' })
})
