import { expect, test } from 'vitest'
import { countryName, listCountries, parseCountry } from './countries.ts'

test.each([
  ['us', 'US'],
  ['U.S.A.', 'US'],
  ['United States of America', 'US'],
  ['England', 'GB'],
  ['GB', 'GB'],
  [' the  Netherlands ', 'NL'],
  ['Atlantis', null],
  ['EU', null],
  ['', null],
])('%j is the country %s', (text, code) => {
  expect(parseCountry(text)).toBe(code)
})

test('each country is listed once, and is found by its name and its letters', () => {
  const countries = listCountries()
  expect(new Set(countries.map(({ name }) => name)).size).toBe(countries.length)
  for (const { code, name } of countries) expect([parseCountry(code), parseCountry(name)], name).toEqual([code, code])
  expect(countries.map(({ code }) => code)).not.toContain('BU')
})

test('an unknown code is its own name', () => {
  expect([countryName('CA'), countryName('ca'), countryName('Atlantis')]).toEqual(['Canada', 'ca', 'Atlantis'])
})
