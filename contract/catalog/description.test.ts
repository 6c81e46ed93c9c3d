import { expect, test } from 'vitest'
import { keepBoundaries, plainText } from './description.ts'

test.each([
  ['<p>A bag.</p>', 'A bag.'],
  ['<p>A <strong>large</strong> bag</p><h3>Care</h3><p>Brush<br>it</p>', 'A large bag\nCare\nBrush\nit'],
  ['<ul><li>One</li><li><p>Two</p></li></ul><p>End</p>', '• One\n• Two\nEnd'],
  ['<p>&lt;b&gt; &amp; &quot;c&quot;&nbsp;&copy;</p>', '<b> & "c" &copy;'],
  ['no tags', 'no tags'],
  ['<h4>Care</h4>Brush it<div>Dry</div>it', 'Care\nBrush it\nDry\nit'],
  ['<ul><li>One<ul><li>Two</li></ul></li></ul>', '• One\n• Two'],
  [
    '<table><tr><th>Height</th><td>17.5 in</td></tr><tr><th>Width</th><td>12 in</td></tr></table>',
    'Height 17.5 in\nWidth 12 in',
  ],
  ['<dl><dt>Height</dt><dd>17.5 in</dd><dt>Width</dt><dd>12 in</dd></dl>', 'Height 17.5 in\nWidth 12 in'],
  ['Back<strong>pack</strong> by <a href="https://x.example">us</a>', 'Backpack by us'],
])('%s reads %j', (html, text) => {
  expect(plainText(html)).toBe(text)
})

test.each([
  ['<section>One</section><SECTION class="x">Two</SECTION>', '<div>One</div><div class="x">Two</div>'],
  ['<h1>One</h1>Two', '<h3>One</h3>Two'],
  ['One<img src="x">Two<button>Three</button>Four', 'One <img src="x">Two <button>Three </button>Four'],
  ['one <iframe></iframe>', 'one <iframe> </iframe>'],
  ['Back<span>pack</span>', 'Back<span>pack</span>'],
  ['<td>One</td><td>Two</td>', '<td>One </td> <td>Two </td>'],
  ['1 < 2 <3', '1 < 2 <3'],
  [' Height 17.5 in\r\n• Width 12 in\n\nBrush it\n', 'Height 17.5 in<br />• Width 12 in<br /><br />Brush it'],
  ['<p>One\nTwo</p>', '<p>One\nTwo</p>'],
])('%s keeps its boundaries as %j', (html, kept) => {
  expect(keepBoundaries(html)).toBe(kept)
  expect(keepBoundaries(kept)).toBe(kept)
})
