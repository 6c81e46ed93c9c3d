import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import compatibility from '@mdn/browser-compat-data' with { type: 'json' }
import type { CompatStatement, Identifier, SupportStatement } from '@mdn/browser-compat-data'
import { OLDEST_BROWSERS } from '@shop/contract/older-browsers'
import { expect, test } from 'vitest'
import { ROOT } from '../harness/command.ts'

/** MDN's names of the browsers. */
const FLOOR = Object.entries(OLDEST_BROWSERS).map(
  ([name, version]) => [name === 'ios' ? 'safari_ios' : name, version] as const,
)

/** Of an object of a library's own: Floating UI's tree of elements and React. */
const OTHERS = ['.toArray', '.use']

const members = [compatibility.javascript.builtins, compatibility.api].flatMap((group) =>
  Object.entries(group ?? {}).flatMap(([owner, parts]) =>
    Object.entries(parts)
      .filter(([name]) => name !== '__compat')
      .map(([name, part]) => ({
        owner,
        name: name.replace(/_static$/, ''),
        isNew: isNewer(part),
        isBuiltIn: group === compatibility.javascript.builtins,
      })),
  ),
)
const older = new Set(members.filter(({ isNew }) => !isNew).map(({ name }) => name))
const newer = members.filter(({ isNew, name }) => isNew && /^\w+$/.test(name))
/** Behind a question mark is what is called only where the browser has it. */
const OF_OWNER = new RegExp(
  `(?<![\\w$.?])(?:${newer.map(({ owner, name }) => `${owner}\\.${name}`).join('|')})(?=\\()`,
  'g',
)
/** Names that no older object has, so that the name says it. */
const ownNames = new Set(newer.filter(({ isBuiltIn, name }) => isBuiltIn && !older.has(name)).map(({ name }) => name))
const OF_VALUE = new RegExp(`\\.(?:${[...ownNames].join('|')})(?=\\()`, 'g')

function isNewer(part: Identifier | CompatStatement): boolean {
  if (!('__compat' in part) || part.__compat === undefined) return false
  const { support } = part.__compat
  return FLOOR.some(([browser, version]) => !isSupported(Reflect.get(support, browser), version))
}

function isSupported(statement: SupportStatement | undefined, version: string): boolean {
  return [statement].flat().some((one) => {
    const added = one?.version_added
    if (!added || added === 'preview' || one?.flags !== undefined) return false
    const until = one?.version_removed ? Number.parseFloat(one.version_removed) : Number.POSITIVE_INFINITY
    return Number.parseFloat(added.replace('≤', '')) <= Number(version) && Number(version) < until
  })
}

/** What a script calls that the oldest browsers lack. */
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
