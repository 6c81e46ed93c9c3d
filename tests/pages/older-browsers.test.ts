import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { parse } from 'acorn'
import { expect, test } from 'vitest'
import { members } from '../harness/browser/newer-built-ins.ts'
import { ROOT } from '../harness/command.ts'

/** Methods of a library's own objects: Floating UI's tree of elements and React. */
const OTHERS = ['.toArray', '.use']

const older = new Set(members.filter(({ isNew }) => !isNew).map(({ name }) => name))
const newer = members.filter(({ isNew, name }) => isNew && /^\w+$/.test(name))
/** Behind a question mark is what is called only where the browser has it. */
const OF_OWNER = new RegExp(
  `(?<![\\w$.?])(?:${newer.map(({ owner, name }) => `${owner}\\.${name}`).join('|')})(?=\\()`,
  'g',
)
/** Names that no older object has: the name is enough to tell. */
const ownNames = new Set(newer.filter(({ isBuiltIn, name }) => isBuiltIn && !older.has(name)).map(({ name }) => name))
const OF_VALUE = new RegExp(`\\.(?:${[...ownNames].join('|')})(?=\\()`, 'g')

/** Finds the calls of a script that the oldest browsers lack. */
function newerCalls(source: string): string[] {
  return [OF_OWNER, OF_VALUE].flatMap((pattern) => source.match(pattern) ?? [])
}

test('the scripts of shop and admin call no built-in that the oldest browsers lack (R56)', () => {
  const files = globSync(['storefront/dist/client/**/*.js', 'admin/dist/**/*.js'], { cwd: ROOT })
  expect(files.length).toBeGreaterThan(100)
  const found = files.flatMap((file) =>
    newerCalls(readFileSync(join(ROOT, file), 'utf8')).map(
      (call) => `${basename(file).replace(/-[^-]*$/, '')}: ${call}`,
    ),
  )
  expect([...new Set(found)].filter((call) => !OTHERS.some((other) => call.endsWith(`: ${other}`)))).toEqual([])
})

test('the scripts of shop and admin are written in the syntax of 2022, which the oldest browsers read (R56)', () => {
  const files = globSync(['storefront/dist/client/**/*.js', 'admin/dist/**/*.js'], { cwd: ROOT })
  const sources = files.map((file) => [file, readFileSync(join(ROOT, file), 'utf8')] as const)
  const unreadable = sources.filter(([, source]) => !isReadable(source))
  expect(unreadable.map(([file]) => file)).toEqual([])
  expect(['/[a--b]/v', 'await using a = b', "import a from 'a' with { type: 'json' }"].map(isReadable)).not.toContain(
    true,
  )
})

function isReadable(source: string): boolean {
  try {
    parse(source, { ecmaVersion: 2022, sourceType: 'module' })
    return true
  } catch {
    return false
  }
}

/**
 * Styles that one of the oldest browsers lacks and without which something could not be used. Others make a page finer where
 * they are known: `:has`, subgrid, `@starting-style`, balanced lines, growing fields.
 */
const NEEDED_STYLES =
  /oklch\(|oklab\(|\blab\(|light-dark\(|@scope|:popover-open|anchor-name|interpolate-size|(?<!\\)&[\s:.[>]/g

test('the styles of shop and admin need nothing that the oldest browsers lack (R56)', () => {
  const files = globSync(['storefront/dist/client/**/*.css', 'admin/dist/**/*.css'], { cwd: ROOT })
  expect(files.length).toBeGreaterThan(10)
  const found = files.flatMap((file) =>
    (withoutAdditions(readFileSync(join(ROOT, file), 'utf8')).match(NEEDED_STYLES) ?? []).map(
      (style) => `${basename(file)}: ${style}`,
    ),
  )
  expect(found).toEqual([])
})

/** Without comments, addresses and texts. */
function withoutAdditions(sheet: string): string {
  return sheet.replace(/\/\*[^*]*\*\/|url\([^)]*\)|"[^"]*"/g, '')
}

test('built-ins that are too new are known, and those that are old enough are not objected to', () => {
  const source =
    'Map.groupBy(a,b);Promise.withResolvers();URL.canParse(a);a.toSorted();a.isWellFormed();AbortSignal.any([])'
  expect(newerCalls(source)).toEqual([
    'Map.groupBy',
    'Promise.withResolvers',
    'URL.canParse',
    'AbortSignal.any',
    '.groupBy',
    '.withResolvers',
    '.toSorted',
    '.isWellFormed',
  ])
  expect(
    newerCalls('a.findLast(b);Object.hasOwn(a,b);AbortSignal.timeout(1);a.at(0);a.replaceAll(b,c);structuredClone(a)'),
  ).toEqual([])
})
