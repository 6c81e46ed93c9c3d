import { expect, test } from 'vitest'
import { readSheet } from './read-sheet.ts'

test('names keep their accents, whether a spreadsheet saved UTF-8 or Windows-1252', () => {
  expect(readSheet(Buffer.from('André', 'utf8'))).toBe('André')
  expect(readSheet(Buffer.from('André', 'latin1'))).toBe('André')
})

test('a file of Excel and a picture are refused with what to do', () => {
  for (const bytes of [Buffer.from('PK\u0003\u0004'), Buffer.from('\u0089PNG\0')]) {
    expect(() => readSheet(bytes)).toThrow('save the sheet as CSV')
  }
})
