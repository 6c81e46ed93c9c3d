import { expect, test } from 'vitest'
import { hashScript } from '../../pages/page-scripts.ts'
import { findForeignCode } from './foreign-code.ts'

const OWN = 'start()'
const PAGE = {
  origin: 'https://shop.example',
  scripts: { files: { '/assets/app.js': 'x' }, inline: [hashScript(OWN)] },
}
const found = (html: string) => findForeignCode(html, PAGE)

test('the scripts, data and fonts of the build are no foreign code', () => {
  const html = [
    `<script>${OWN}</script><script src="/assets/app.js"></script>`,
    '<script src="https://shop.example/assets/app.js?x" data-modules="/assets/app.js"></script>',
    '<script type="application/json">{"a":"b"}</script>',
    '<link rel="preload" as="font" href="/fonts/text.woff2"><link rel="stylesheet" href="/app.css">',
    '<!-- a comment --><p>2 &lt; 3</p>',
  ]
  expect(html.flatMap(found)).toEqual([])
})

test.each([
  ['<script>steal()</script>', 'it has a script in its text'],
  ['<script src="https://evil.example/x.js"></script>', 'it has a script from https://evil.example/x.js'],
  ['<link rel="modulepreload" href="/other.js">', 'it has a script from /other.js'],
  ['<div data-modules="/assets/app.js /other.js"></div>', 'it has a script from /other.js'],
  ['<link rel="stylesheet" href="//evil.example/x.css">', 'it has a link to //evil.example/x.css'],
  ['<iframe></iframe>', 'it has <iframe>'],
  ['<base href="/">', 'it has <base>'],
  ['<meta http-equiv="refresh" content="0">', 'it has <meta http-equiv=refresh>'],
  ['<p onclick="x">', 'it has a script in onclick of <p>'],
  ['<a href="java&#10;script:x">', 'it has a script in href of <a>'],
  ['<p title="<img>">', 'it has a tag in title of <p>'],
  ['<!-- <img> -->', 'it has a tag in a comment'],
])('%s is named', (html, difference) => {
  expect(found(html)).toContain(difference)
})
