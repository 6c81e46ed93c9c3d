import { expect, test } from 'vitest'
import { sanitizeDescription } from './edited-product.ts'

const WORDS = (html: string) => html.replace(/<(?!\/?(?:strong|em|a)\b)[^<>]*>/g, ' ').replace(/<[^<>]*>/g, '')

test.each([
  ['div', '<div>Height</div><div>17.5 in</div><div>Width</div>'],
  ['definition list', '<dl><dt>Height</dt><dd>17.5 in</dd><dt>Width</dt></dl>'],
  ['table', '<table><tbody><tr><td>Height</td><td>17.5 in</td></tr><tr><td>Width</td></tr></tbody></table>'],
  ['cells without a table', '<td>Height</td><td>17.5 in</td><td>Width</td>'],
  ['headings', '<h1>Height</h1>17.5 in<h6>Width</h6>'],
  ['sections', '<section>Height</section><article>17.5 in</article><blockquote>Width</blockquote>'],
  ['buttons and pictures', '<button>Height</button><button>17.5 in</button><img src="x">Width'],
  ['unknown tags', '<x-row>Height</x-row><x-row>17.5 in</x-row><o:p>Width</o:p>'],
  ['a figure', '<figure>Height<figcaption>17.5 in</figcaption></figure>Width'],
  ['scripts and comments', 'Height<script>x</script>17.5 in<hr>Width<!-- x -->'],
  ['upper case', '<DIV>Height</DIV><DIV>17.5 in</DIV><CENTER>Width</CENTER>'],
])('words of a description do not run together: %s', (_what, html) => {
  const stored = sanitizeDescription(html)
  expect(WORDS(stored).split(/\s+/).filter(Boolean).join(' ')).toBe('Height 17.5 in Width')
  // It is sanitized again when it is shown.
  expect(sanitizeDescription(stored)).toBe(stored)
})

test.each([
  ['<h4>Care</h4>', '<h4>Care</h4>'],
  ['<h2 style="x">Care</h2>', '<h3>Care</h3>'],
  ['<b>B</b>ack<i>pack</i>', 'Backpack'],
  ['<span>Back</span>pack', 'Backpack'],
  [
    '<table class="x"><tr><th colspan="2" onclick="x">A</th></tr></table>',
    '<table> <tr> <th colspan="2">A </th> </tr></table>',
  ],
  [
    '<a href="https://x.example/a?b=1" target="_blank" rel="opener">A</a>',
    '<a href="https://x.example/a?b=1" rel="nofollow noopener">A</a>',
  ],
  ['<a href=" https://x.example/ ">A</a>', '<a href="https://x.example/" rel="nofollow noopener">A</a>'],
  ['<a href=" javascript:alert(1)">A</a>', 'A'],
  ['<a href="javascript:alert(1)">A</a>', 'A'],
  ['<a href="java\nscript:alert(1)">A</a>', 'A'],
  ['<a href="javascript://x.example/%0aalert(1)">A</a><a href="ftp://x.example">B</a>', 'AB'],
  ['<a href="//x.example">A</a><a href="mailto:a@b.example">B</a><a name="c">C</a>', 'ABC'],
  ['<a href="/shop">A</a>', 'A'],
  ['<p>A bag</p><script>x</script>', '<p>A bag</p>'],
  ['<tbody>A<p>B', '<tbody>A<p>B</p> </tbody>'],
])('%s is stored as %s', (html, stored) => {
  expect(sanitizeDescription(html)).toBe(stored)
})
