import { expect, test } from 'vitest'
import { buildExif, parseOrientation } from './orientation.ts'

test('how a picture is turned is read in both orders of bytes, and from nothing that is cut', () => {
  const little = Buffer.from(
    '4949 2a00 0800 0000 0100 1201 0300 0100 0000 0800 0000 0000 0000'.replaceAll(' ', ''),
    'hex',
  )
  expect([
    parseOrientation(little),
    parseOrientation(buildExif(5)),
    parseOrientation(Buffer.from('Exif\0\0MM')),
  ]).toEqual([8, 5, 1])
  for (let length = 0; length < 20; length += 1) expect(parseOrientation(buildExif(7).subarray(0, length))).toBe(1)
})
