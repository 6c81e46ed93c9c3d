import { expect, test } from 'vitest'
import { helpFor } from './product-help.ts'

test.each(['', ' ', 'Blue', 'deep Blue ', 'Light-Grey'])('"%s" is a color that the shop can show', (color) => {
  expect(helpFor('color', { color })).toContain('Such as')
})

test.each(['Rust', 'Blue-ish', '蓝色'])('of "%s" is said that its dot is plain', (color) => {
  expect(helpFor('color', { color })).toContain('plain')
})

test('a style is explained', () => {
  expect(helpFor('style', { color: '' })).toContain('colors of one bag')
})
