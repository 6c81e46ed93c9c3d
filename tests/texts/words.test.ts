import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from 'vite'
import { expect, test } from 'vitest'
import { ROOT } from '../harness/command.ts'
import { textsIn, visibleTexts } from '../harness/visible-texts.ts'

/** Words of the table in CONTRIBUTING.md, each with a pattern for the words in the second column. */
const WORDS = {
  email: /\be-mail|\bmail(s|ed|ing)?\b/i,
  refund: /\b(pay|pays|paid|paying|give|gives|gave|given|charge|charges|charged) (\S+ )?back\b|\bmoney back\b/i,
  return: /\b(send|sends|sent|way) (\S+ )?back\b/i,
  ship: /\bdispatch/i,
  schedule: /\bplan(s|ned|ning)?\b/i,
  draft: /\bunpublished\b/i,
  'bulk edit': /\bseveral at once\b|\bmass (edit|change)/i,
  waitlist: /\bwho (waits?|waited)\b|\bwish(es)?\b/i,
  'email template': /\bemail texts?\b|\bwords of (an|the) email\b|\bwhat (the )?emails (of the shop )?say\b/i,
  'minimum order': /\bleast to order\b|\bminimum quantity\b/i,
  received: /\b(came|come|comes) in\b/i,
  resolve: /\b(dealt|deal) with\b/i,
  discard: /\b(give|gives|gave|given) (\S+ )?up\b|\bthrow(n)? away\b/i,
  cancel: /\bcall(ed)? off\b|\bwithdr[ae]w/i,
  undo: /\b(take|takes|took|taken|taking) (\S+ ){0,2}back\b/i,
  fix: /\bmend(s|ed|ing)?\b/i,
} as const

/** Allowed texts: the post, addresses, and two texts that no one reads. */
const EXCEPTIONS = [
  /^By mail, without tracking$/,
  /\b(Priority|First-Class) Mail\b/g,
  /\S+@mail\.\S+/g,
  // Names of columns in spreadsheets of others.
  /^mail emailaddress customeremail [a-z ]+$/,
  // A part of a query.
  /^exists \(select 1 from .*$/,
]

const SIDES = ['storefront', 'admin', 'contract', 'backend']

test.each(SIDES)('visible texts of the %s have one word for one thing', (side) => {
  const texts = visibleTexts(side)
  expect(texts.length).toBeGreaterThan(500)
  expect(texts.flatMap(({ file, text }) => wrongWords(text).map((word) => `${file}: ${word}: ${text}`))).toEqual([])
})

/** Words that a native reader parses twice. */
const HEAVY_WORDS = /\b(whoever|nobody|meanwhile|of which|any ?more|in place of|c[oa]mes? to nothing|of before)\b/i
/** Words that are not in the names of tests. */
const HEAVY_IN_NAMES = /\b(whoever|nobody|any ?more|in place of|c[oa]mes? to nothing|of before)\b/i
/** A docstring begins with a verb or the noun of the thing. */
const HEAVY_BEGINNING = /^\*\s+(?:\*\s+)?(What|The same) /
const TEST_NAME = /(?:\b(?:test|it|describe)[\w.]*|\]\))\(\s*(['"`])(.+?)\1,/g

test('comments and names of tests are in plain words', () => {
  const folders = '{admin,backend,bench,contract,scripts,storefront,tests}'
  const exclude = ['**/node_modules', '**/dist', 'backend/platform/database/migrations']
  const files = globSync(`${folders}/**/*.{ts,tsx}`, { cwd: ROOT, exclude })
  expect(files.length).toBeGreaterThan(1000)
  expect(files.flatMap((file) => heavyTexts(file).map((text) => `${file}: ${text}`))).toEqual([])
})

function heavyTexts(file: string): string[] {
  const isTest = /[.]test[.]tsx?$|^tests\//.test(file)
  const source = readFileSync(join(ROOT, file), 'utf8')
  const names = isTest ? [...source.matchAll(TEST_NAME)].map(([, , name = '']) => name) : []
  const comments = parseSync(file, source).comments.map(({ value }) => value)
  return [
    ...names.filter((name) => HEAVY_IN_NAMES.test(name)),
    ...comments.filter((text) => HEAVY_WORDS.test(text) || (!isTest && HEAVY_BEGINNING.test(text))),
  ]
}

test('the table of CONTRIBUTING.md has the words that are checked', () => {
  const table = /^## Words$.*?^## /ms.exec(readFileSync(join(ROOT, 'CONTRIBUTING.md'), 'utf8'))?.[0] ?? ''
  const words = [...table.matchAll(/^\| (.+?) \| .+ \| .+ \|$/gm)].map(([, word]) => word)
  expect(words).toEqual(['word', '---', ...Object.keys(WORDS)])
})

test.each([
  ['a label', '<TextField label="E-mail" />', 'email'],
  ['a sentence with a link and a value', '<p>We <a href="/x">paid {sum}</a> back.</p>', 'refund'],
  ['a template', "const done = 'The change of ' + name + ' is planned.'", 'schedule'],
  ['a line of the log', "log.info({ id }, 'gave it up')", 'discard'],
  ['an entry of a catalog', "const words = { shown: 'Withdrawn' }", 'cancel'],
])('a wrong word in %s is found', (_, source, word) => {
  expect(textsIn('some.tsx', source).flatMap(wrongWords)).toContain(word)
})

test.each([
  ['a class list', '<p className="mail plan">Hello there</p>'],
  ['a key and a type', "type Mail = 'mail text'; const state = { mail: 'mail' }"],
  ['a module', "import { mail } from '../mail texts.ts'"],
  ['the post', "const way = 'By mail, without tracking'"],
])('%s is no visible text', (_, source) => {
  expect(textsIn('some.tsx', source).flatMap(wrongWords)).toEqual([])
})

function wrongWords(text: string): string[] {
  const read = EXCEPTIONS.reduce((rest, exception) => rest.replace(exception, ''), text)
  return Object.entries(WORDS).flatMap(([word, instead]) => (instead.test(read) ? [word] : []))
}
