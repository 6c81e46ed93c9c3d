import { expect, test } from 'vitest'
import { readSheet } from './files.ts'

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
