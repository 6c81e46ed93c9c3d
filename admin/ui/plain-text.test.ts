import { expect, test } from 'vitest'
import { plainText } from './plain-text.ts'

test.each([
  ['<p>A bag.</p>', 'A bag.'],
  ['<p>A <strong>large</strong> bag</p><h3>Care</h3><p>Brush<br>it</p>', 'A large bag\nCare\nBrush\nit'],
  ['<ul><li>One</li><li><p>Two</p></li></ul><p>End</p>', '• One\n• Two\nEnd'],
  ['<p>&lt;b&gt; &amp; &quot;c&quot;&nbsp;&copy;</p>', '<b> & "c" &copy;'],
  ['no tags', 'no tags'],
])('%s reads %j', (html, text) => {
  expect(plainText(html)).toBe(text)
})
