import { expect, test } from 'vitest'
import { bytesOf, pack, packInParts, unpack, unpackOne } from './packed.ts'

test('packed values come back, and keep no more bytes in memory than they have', () => {
  const values = Array.from({ length: 500 }, (_, index) => ({ index, name: `Bag “${index}”` }))
  const packed = pack(values)
  expect(unpackOne(packed)).toEqual(values)
  expect(packed.buffer.byteLength).toBe(packed.byteLength)
  expect(packed.byteLength).toBeLessThan(bytesOf(JSON.stringify(values)).byteLength / 3)
})

test('values are packed so many at a time, the last ones at the end', () => {
  const { add, end } = packInParts<number>(2)
  for (const value of [1, 2, 3]) add(value)
  expect([...unpack<number[]>(end())]).toEqual([[1, 2], [3]])
})
