import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ROOT } from '../harness/command.ts'

const document = readFileSync(join(ROOT, 'docs/architecture.md'), 'utf8')
const SKIPPED = /(^|\/)(node_modules|dist|testing)(\/|$)|\.test\.tsx?$|vite\.config\.ts$/

/** The source files of the backend. */
function sourceFiles(): string[] {
  return readdirSync(join(ROOT, 'backend'), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.ts$/.test(file) && !SKIPPED.test(file))
    .map((file) => `backend/${file}`)
}

test("the architecture's table has the folders of the backend that .dependency-cruiser.mjs places, and others that exist", () => {
  const rules = readFileSync(join(ROOT, '.dependency-cruiser.mjs'), 'utf8')
  const [, table = ''] = /^ {2}backend: \[\n(.*?)^ {2}\],/ms.exec(rules) ?? []
  const placed = [...table.matchAll(/'([\w-]+)'/g)].map(([, name]) => `backend/${name}`)
  expect(placed.length).toBeGreaterThan(15)
  const folders = readdirSync(join(ROOT, 'backend'), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name !== 'node_modules')
    .map(({ name }) => `backend/${name}`)
  const rows = [...document.matchAll(/^\| (`backend.*?) \|/gm)].flatMap(([, cell = '']) =>
    cell.replaceAll('`', '').split(', '),
  )
  const named = rows.filter((path) => !path.includes('.'))
  expect(placed.filter((folder) => !named.includes(folder))).toEqual([])
  expect(named.filter((folder) => !folders.includes(folder))).toEqual([])
})

const QUERY = /\b(selectFrom|insertInto|updateTable|deleteFrom)\(|\bsql(<[^`]*>)?`/
const ENGINE = /from '(node:sqlite|pg)'|database\/(sqlite|postgres)[\w-]*\.ts'|\.engine [!=]==/

/** The files and folders that a sentence of the document names. */
function namedIn(sentence: RegExp): string[] {
  return [...(sentence.exec(document)?.[0] ?? '').matchAll(/`(backend\/[^`]+)`/g)].flatMap(([, path]) => path ?? [])
}

test.each([
  [
    'depends on the engine',
    ENGINE,
    /Outside that folder only.*?depend on the engine\./s,
    /^backend\/platform\/database\//,
  ],
  ['queries', QUERY, /Besides them they are in.*?\.ts`\./s, /\.repository\.ts$|^backend\/platform\/database\//],
] as const)('the document names every place that %s', (_, code, sentence, anyway) => {
  const found = sourceFiles().filter((file) => !anyway.test(file) && code.test(readFileSync(join(ROOT, file), 'utf8')))
  const named = namedIn(sentence)
  const place = (file: string) => named.find((path) => file === path || (path.endsWith('/') && file.startsWith(path)))
  expect(found.filter((file) => place(file) === undefined)).toEqual([])
  expect([...new Set(found.map(place))].sort()).toEqual(named.sort())
})

test('a client is counted by its network: nothing but the gateway gets an address as it is', () => {
  const withAddress = sourceFiles().flatMap((file) =>
    readFileSync(join(ROOT, file), 'utf8')
      .split('\n')
      .filter((line) =>
        /(?<!-)\bip\b/.test(line.replaceAll(/normalizeIP\((request\.)?ip\)/g, '').replace(/\/?\*.*|'.*'/, '')),
      )
      .map((line) => `${file}: ${line.trim()}`),
  )
  expect(withAddress.filter((line) => !/(const \{.*\bip\b.*\} = request|address: request\.ip\b)/.test(line))).toEqual(
    [],
  )
})
