import { MAX_PRODUCT_PICTURES } from '@shop/contract/catalog/admin'
import { expect, test } from 'vitest'
import { nameFailure, roomProblem } from './use-uploads.ts'

test('as many files as a product has room for are sent', () => {
  expect([roomProblem(1, 0), roomProblem(MAX_PRODUCT_PICTURES, 0), roomProblem(1, MAX_PRODUCT_PICTURES - 1)]).toEqual([
    null,
    null,
    null,
  ])
})

test.each([
  [500, 0, 'You chose 500 files. A product can have 50 pictures, so we didn’t upload any. Please choose 50 at most.'],
  [48, 3, 'A product can have 50 pictures, and this one has 3, so we didn’t upload any. Please choose 47 at most.'],
  [1, 50, 'so we didn’t upload any. Please remove some first.'],
])('%i files beside %i pictures are too many, and a sentence says so', (files, present, sentence) => {
  expect(roomProblem(files, present)).toContain(sentence)
})

test('a failure names its file once', () => {
  expect(nameFailure('bag.jpg', 'The shop cannot be reached.')).toBe('"bag.jpg": The shop cannot be reached.')
  expect(nameFailure('bag.jpg', 'The file "bag.jpg" holds no picture.')).toBe('The file "bag.jpg" holds no picture.')
})
