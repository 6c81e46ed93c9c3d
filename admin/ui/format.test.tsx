import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { AdminCallError } from '../app/call.ts'
import { readSheet } from './files.ts'
import { formatAge, formatBytes, formatOrderNumber, keepNumbersWhole, phoneLink, tidyDescription } from './format.ts'
import { ErrorState } from './states.tsx'
import { formatDay, formatTime } from './time.ts'

const NOW = Date.parse('2026-11-22T12:00:00.000Z')

test.each([
  [0, '0 kB'],
  [1, '1 kB'],
  [999_999, '1000 kB'],
  [12_340_000, '12.3 MB'],
  [2_000_000_000, '2.0 GB'],
])('%i bytes are %s', (bytes, text) => {
  expect(formatBytes(bytes)).toBe(text)
})

test.each([
  ['2026-11-22T12:00:00.500Z', 'just now'],
  ['2026-11-22T11:59:00.000Z', '1 minute old'],
  ['2026-11-22T03:00:00.000Z', '9 hours old'],
  ['2026-11-20T12:00:00.000Z', '2 days old'],
])('a file of %s is %s', (iso, text) => {
  expect(formatAge(iso, NOW)).toBe(text)
})

test('the number of an order is never broken', () => {
  expect(formatOrderNumber('100001')).toBe('#\u00a0100001')
  expect(keepNumbersWhole('Your order # 100001 has shipped')).toBe('Your order #\u00a0100001 has shipped')
})

test.each([
  ['<p>A bag.</p>', '<p>A bag.</p>'],
  ['<ul><li><p>One</p></li><li><p><em>Two</em></p></li></ul>', '<ul><li>One</li><li><em>Two</em></li></ul>'],
  ['<ul><li><p>One</p><p>More</p></li></ul>', '<ul><li><p>One</p><p>More</p></li></ul>'],
  ['<ul><li><p>One</p><ul><li><p>Two</p></li></ul></li></ul>', '<ul><li><p>One</p><ul><li>Two</li></ul></li></ul>'],
  ['<p></p><ol><li><p>One</p></li></ol><p></p>', '<p></p><ol><li>One</li></ol>'],
  [
    '<table><tbody><tr><th colspan="2"><p>One</p></th><td><p>Two</p></td></tr></tbody></table>',
    '<table><tbody><tr><th colspan="2">One</th><td>Two</td></tr></tbody></table>',
  ],
  ['<dl><dt>One</dt><dd><p>Two</p></dd></dl>', '<dl><dt>One</dt><dd>Two</dd></dl>'],
])('%s is stored as %s', (html, stored) => {
  expect(tidyDescription(html)).toBe(stored)
})

const TEXT = 'product_id;color\n101;Grün'

test.each(['utf8', 'latin1'] as const)('letters with accents are read from a file in %s', async (encoding) => {
  expect(await readSheet(new Blob([Buffer.from(TEXT, encoding)]), { canPaste: true })).toBe(TEXT)
})

test.each([
  ['a file of Excel', 'PK\u0003\u0004'],
  ['a picture', '\u0089PNG\0'],
])('%s is rejected with what to do', async (_, content) => {
  const file = new Blob([Buffer.from(content, 'latin1')])
  const whatToDo = 'In your spreadsheet, save the sheet as CSV and choose that file'
  await expect(readSheet(file, { canPaste: true })).rejects.toThrow(`${whatToDo}, or copy its cells and paste them.`)
  await expect(readSheet(file, { canPaste: false })).rejects.toThrow(`${whatToDo}.`)
})

test.each([
  [503, true, true],
  [403, true, false],
  [404, false, false],
])('status %i is called a failure: %s, and another try is offered: %s', (status, isFailure, isOffered) => {
  const html = renderToStaticMarkup(
    <QueryClientProvider client={new QueryClient()}>
      <MantineProvider>
        <ErrorState error={new AdminCallError('It failed.', status)} />
      </MantineProvider>
    </QueryClientProvider>,
  )
  expect(html).toContain('It failed.')
  expect(html.includes('That didn’t work')).toBe(isFailure)
  expect(html.includes('Try again')).toBe(isOffered)
})

test('a day is never broken, a time only between day and hour', () => {
  expect(formatDay('2026-11-27')).toBe('Nov\u00a027,\u00a02026')
  expect(formatTime('2026-11-23T12:47:00.000Z')).toMatch(/^Nov\u00a02\d,\u00a02026, \d{1,2}:\d\d\u00a0[AP]M$/)
})

test('an invalid time is not shown', () => {
  expect([formatDay('yesterday'), formatTime('soon')]).toEqual(['', ''])
})

test.each([
  ['(510) 555-0142', 'tel:5105550142'],
  ['Tel. +1 510.555.0142', 'tel:+15105550142'],
  ['510 555 0142 ext. 12', 'tel:5105550142'],
  ['510 555 0142 #12', 'tel:5105550142'],
  ['510 555 0142 / 510 555 0143', 'tel:5105550142'],
  ['510-555-0142 (510-555-0143)', 'tel:5105550142'],
  ['1 510 555 0142 & 510 555 0143', 'tel:15105550142'],
  ['Ext. 5, 510 555 0142', 'tel:5105550142'],
  ['+44 20 7946 0958', 'tel:+442079460958'],
])('"%s" calls %s', (phone, link) => {
  expect(phoneLink(phone)).toBe(link)
})
