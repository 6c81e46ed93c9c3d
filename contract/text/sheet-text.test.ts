import { expect, test } from 'vitest'
import { decodeSheet } from './sheet-text.ts'

const TEXT = 'order_id\tname\r\n1\tZoë'

test.each([
  ['UTF-8', Buffer.from(TEXT), TEXT],
  ['UTF-8 with its mark', Buffer.from(`\uFEFF${TEXT}`), TEXT],
  ['UTF-16', Buffer.from(`\uFEFF${TEXT}`, 'utf16le'), TEXT],
  ['UTF-16 without its mark', Buffer.from(TEXT, 'utf16le'), TEXT],
  ['UTF-16 with the other order of bytes', Buffer.from(`\uFEFF${TEXT}`, 'utf16le').swap16(), TEXT],
  ['Windows-1252', Buffer.from(TEXT, 'latin1'), TEXT],
  ['UTF-8 with the end mark of MS-DOS', Buffer.from(`${TEXT}\u001A`), TEXT],
  ['Windows-1252 with an apostrophe', Buffer.from('1,O\x92Neil é\n', 'latin1'), '1,O’Neil é\n'],
  ['the letters of old versions for the Mac', Buffer.from('id,name\r1,Zo\x91\r', 'latin1'), 'id,name\r1,Zoë\r'],
  [
    'UTF-8 with a NUL, whose place the reader of tables then names',
    Buffer.from('id,name\n1,Z\0e'),
    'id,name\n1,Z\uFFFDe',
  ],
  ['MS-DOS, whose letters are lost', Buffer.from('id,name\r\n1,Zo\x89,x\r\n', 'latin1'), 'id,name\r\n1,Zo\uFFFD,x\r\n'],
])('a table in %s is read', (_encoding, bytes, text) => {
  expect(decodeSheet(bytes)).toBe(text)
})

test.each([
  ['a workbook', 'PK\x03\x04'],
  ['a workbook of old versions', '\xD0\xCF\x11\xE0'],
  ['a document', '%PDF-1.7'],
  ['a photograph', '\xFF\xD8\xFF\xE0'],
  ['a packed file', '\x1F\x8B\x08\0'],
  ['a formatted text', '{\\rtf1\\ansi}'],
  ['a program', `\x7FELF${'\0'.repeat(100)}`],
])('%s is no text', (_what, content) => {
  expect(decodeSheet(Buffer.from(content, 'latin1'))).toBeNull()
})
