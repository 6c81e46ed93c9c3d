import { expect, test } from 'vitest'
import { encodeInteger, encodeReal, parseRow, type Row, sortTables, type Table, toLine, toParts } from './rows.ts'

const table = (name: string, ...references: string[]): Table => {
  return { name, references, columns: [{ name: 'id', kind: 'integer' }], key: ['id'] }
}
const FILES: Table = { ...table('files'), columns: [{ name: 'data', kind: 'blob' }] }

async function partsOf(of: Table, ...batches: Row[][]) {
  const parts = []
  for await (const { lines, blobs } of toParts(of, batches)) parts.push([lines.length, blobs.size])
  return parts
}

test('tables come after those that they refer to, else by name, and some are left out', () => {
  const tables = [table('orders', 'customers'), table('jobs'), table('items', 'orders'), table('customers'), table('a')]
  expect(sortTables(tables).map(({ name }) => name)).toEqual(['a', 'customers', 'orders', 'items'])
  expect(() => sortTables([table('a', 'b'), table('b', 'a')])).toThrow(
    'The tables a, b refer to one another in a circle.',
  )
})

test('numbers that JSON does not hold exactly are text', () => {
  const most = BigInt(Number.MAX_SAFE_INTEGER)
  expect([encodeInteger(most), encodeInteger(most + 1n), encodeInteger(-5n)]).toEqual([
    Number.MAX_SAFE_INTEGER,
    '9007199254740992',
    -5,
  ])
  expect([encodeReal(0.1), encodeReal(Number.NaN), encodeReal(Number.NEGATIVE_INFINITY)]).toEqual([
    0.1,
    'NaN',
    '-Infinity',
  ])
  expect(Object.is(encodeReal(-0), 0)).toBe(true)
})

test('a part ends with the rows that fill it, by text or by bytes', async () => {
  const text = (length: number): Row[] => [{ id: 'x'.repeat(length) }]
  expect(await partsOf(table('t'), [], text(10), text(1024 * 1024), text(1))).toEqual([
    [2, 0],
    [1, 0],
  ])
  const bytes = (length: number, value: number): Row[] => [{ data: Buffer.alloc(length, value) }]
  expect(await partsOf(FILES, bytes(8 * 1024 * 1024, 1), bytes(1, 2), bytes(1, 2))).toEqual([
    [1, 1],
    [2, 1],
  ])
})

test('bytes come back by their hash, and it is said where they are missing', async () => {
  const blobs = new Map<string, Uint8Array<ArrayBuffer>>()
  const line = await toLine(FILES, { id: 1, data: Buffer.from('abc') }, blobs)
  expect(parseRow(FILES, line, blobs)).toEqual({ id: 1, data: new Uint8Array(Buffer.from('abc')) })
  expect(() => parseRow(FILES, line, new Map())).toThrow('The backup lacks what data of files holds.')
})
