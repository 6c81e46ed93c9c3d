import { expect, test } from 'vitest'
import { readSheet } from './read-sheet.ts'

const TEXT = 'product_id;color\n101;Grün'

test('a file in UTF-8 is read as it is', async () => {
  expect(await readSheet(new Blob([TEXT]))).toBe(TEXT)
})

test('a file in the Windows code page keeps its letters', async () => {
  const bytes = Uint8Array.from([...TEXT].map((letter) => letter.charCodeAt(0)))
  expect(await readSheet(new Blob([bytes]))).toBe(TEXT)
})
