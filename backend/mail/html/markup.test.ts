import { expect, test } from 'vitest'
import { html, lines, unbroken } from './markup.ts'

test('values in HTML are escaped once, and an empty one adds nothing', () => {
  const inner = html`<b>${'a < b & "c"'}</b>`
  expect(html`<p>${inner}${null}${[inner, null]}${1}</p>`.markup).toBe(`<p>${inner.markup}${inner.markup}1</p>`)
  expect(inner.markup).not.toMatch(/a < b|& /)
})

test('control characters and halves of a pair are left out, tabs and line breaks stay', () => {
  expect(html`${'a\u0000\u0007\ud800b\tc\n'}`.markup).toBe('ab\tc\n')
})

test('the number of an order stays on the line of its sign, and line breaks are kept', () => {
  expect(unbroken('Order # 100001, # of bags')).toBe('Order #\u00a0100001, # of bags')
  expect(lines('a\r\nb\rc\n<d>').map(({ markup }) => markup)).toEqual(['a', '<br>b', '<br>c', '<br>&lt;d&gt;'])
})
