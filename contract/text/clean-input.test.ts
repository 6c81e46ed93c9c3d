import { expect, test } from 'vitest'
import { cleanInput, detectInputKind } from './clean-input.ts'
import { cleanEmail } from './plain-signs.ts'

test.each([
  ['a blank', ' '],
  ['a no-break space', '\u00a0'],
  ['a zero-width space', '\u200b'],
  ['a byte order mark', '\ufeff'],
  ['a direction mark', '\u200e'],
  ['an isolate', '\u2068'],
  ['a soft hyphen', '\u00ad'],
  ['a word joiner', '\u2060'],
  ['a narrow no-break space', '\u202f'],
  ['a tab', '\t'],
  ['a line break', '\r\n'],
  ['a Hangul filler', '\u3164'],
])('%s before, in and after a code, and around an email, is taken away', (_name, mark) => {
  expect(cleanInput(`${mark}02${mark}134${mark}`, 'code')).toBe('02134')
  expect(cleanEmail(`${mark}ada@shop.example${mark}`)).toBe('ada@shop.example')
})

test('full-width digits and signs of a code are plain ones', () => {
  expect(cleanInput('０２１３４', 'code')).toBe('02134')
  expect(cleanEmail('ada＠shop．example')).toBe('ada@shop.example')
  expect(cleanEmail('o’neil@anne‑marie.example')).toBe("o'neil@anne-marie.example")
  expect(cleanEmail('ada king@shop.example')).toBe('ada king@shop.example')
})

test('words keep their blanks, letters and what joins them', () => {
  expect(cleanInput('\ufeffAnn\u00a0Marie\tO’Neil\u200b', 'words')).toBe('Ann Marie O’Neil')
  expect(cleanInput('می\u200cخواهم 👩\u200d🚀 Ｋ', 'words')).toBe('می\u200cخواهم 👩\u200d🚀 Ｋ')
})

test('a field says by its attributes what it is for', () => {
  expect(detectInputKind({ type: 'email' })).toBe('email')
  expect(detectInputKind({ inputMode: 'numeric' })).toBe('code')
  expect(detectInputKind({ type: 'text', autoCapitalize: 'characters' })).toBe('code')
  expect(detectInputKind({ type: 'tel' })).toBe('words')
  for (const type of ['password', 'date', 'checkbox', 'file']) expect(detectInputKind({ type })).toBeNull()
})
