import { expect, test } from 'vitest'
import { tidyDescription } from './tidy-description.ts'

test.each([
  ['<p>A bag.</p>', '<p>A bag.</p>'],
  ['<ul><li><p>One</p></li><li><p><em>Two</em></p></li></ul>', '<ul><li>One</li><li><em>Two</em></li></ul>'],
  ['<ul><li><p>One</p><p>More</p></li></ul>', '<ul><li><p>One</p><p>More</p></li></ul>'],
  ['<ul><li><p>One</p><ul><li><p>Two</p></li></ul></li></ul>', '<ul><li><p>One</p><ul><li>Two</li></ul></li></ul>'],
  ['<p></p><ol><li><p>One</p></li></ol><p></p>', '<p></p><ol><li>One</li></ol>'],
])('%s is stored as %s', (html, stored) => {
  expect(tidyDescription(html)).toBe(stored)
})
