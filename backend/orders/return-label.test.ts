import { LABEL_TOO_LARGE, MAX_LABEL_BYTES } from '@shop/contract/returns/admin'
import { expect, test } from 'vitest'
import { parseLabel } from './return-label.ts'

const PDF = Buffer.from('%PDF-1.7')

test('the first bytes of a label say what it is', () => {
  const png = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0])
  const jpeg = Buffer.from([0xff, 0xd8, 0xff, 0xe0])
  expect([PDF, png, jpeg].map((data) => parseLabel(data).type)).toEqual(['application/pdf', 'image/png', 'image/jpeg'])
  for (const other of ['<html>%PDF-', '%PDF', 'GIF89a', ''])
    expect(() => parseLabel(Buffer.from(other))).toThrow('The label isn’t a PDF, PNG or JPEG.')
})

test('a label has at most so many bytes', () => {
  const ofBytes = (count: number) => Buffer.concat([PDF, Buffer.alloc(count - PDF.length)])
  expect(parseLabel(ofBytes(MAX_LABEL_BYTES)).data).toHaveLength(MAX_LABEL_BYTES)
  expect(() => parseLabel(ofBytes(MAX_LABEL_BYTES + 1))).toThrow(LABEL_TOO_LARGE)
})
