import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { RegExpParser } from '@eslint-community/regexpp'
import { analyse } from 'scslre'
import { parseSync, Visitor } from 'vite'
import { expect, test } from 'vitest'
import { ROOT } from '../harness/command.ts'

const SOURCES = ['backend', 'contract', 'storefront', 'admin'].map((folder) => `${folder}/**/*.{ts,tsx}`)

/** Made of texts: of constants, or of letters whose special characters are escaped. */
const MADE_OF_TEXTS = [
  ...['backend/catalog/lines.ts', 'backend/platform/database/unavailable.ts'],
  'backend/platform/database/sqlite.ts',
]

const parser = new RegExpParser()

/** The patterns of a file whose time grows faster than the text that they are applied to. */
function slowPatterns(file: string, source: string): string[] {
  const slow: string[] = []
  new Visitor({
    Literal(node) {
      if (!('regex' in node)) return
      const { pattern, flags } = node.regex
      // Only two repetitions, or one that is tried from each place, can be slow.
      if (!/[*+]|\{\d+,\}/.test(pattern)) return
      const literal = `/${pattern}/${flags}`
      if (analyse(parser.parseLiteral(literal)).reports.length > 0) slow.push(`${file}: ${literal}`)
    },
  }).visit(parseSync(file, source).program)
  return slow
}

function files(): { file: string; source: string }[] {
  return globSync(SOURCES, { cwd: ROOT, exclude: ['**/node_modules', '**/dist'] })
    .filter((file) => !/\.test\.tsx?$|\/testing\//.test(file))
    .map((file) => ({ file, source: readFileSync(join(ROOT, file), 'utf8') }))
}

test('every regular expression takes time in proportion to its text', () => {
  // A line with a slash and a repetition behind it; parsing all files would take a second longer.
  const withPatterns = files().filter(({ source }) => /(?:^|[^*/<])\/(?![*/>]).*[*+}].*\//m.test(source))
  expect(withPatterns.length).toBeGreaterThan(100)
  const slow = withPatterns.flatMap(({ file, source }) => slowPatterns(file, source))
  expect(slow).toEqual([])
})

test('a header of blanks, tags that do not end and an end that is looked for from everywhere are slow', () => {
  const source = String.raw`const slow = [/\s*;\s*/, /<[^>]*>/g, /\/+$/]; const quick = [/\s+/g, /(?<!\/)\/+$/, /<[^<>]*>/g]`
  expect(slowPatterns('some.ts', source)).toHaveLength(3)
})

test('no further regular expression is made of texts, where nothing checks it', () => {
  const found = files().filter(({ source }) => source.includes('new RegExp('))
  expect(found.map(({ file }) => file).filter((file) => !MADE_OF_TEXTS.includes(file))).toEqual([])
})
