import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { expect, test } from 'vitest'
import { ROOT } from './harness/command.ts'

const document = readFileSync(join(ROOT, 'docs/architecture.md'), 'utf8')
const diagram = /```mermaid\n(.*?)```/s.exec(document)?.[1] ?? ''

/** The folders of each part of the diagram, from the lines of its label. */
const PARTS = new Map(
  [...diagram.matchAll(/(\w+)\["([^"]+)"\]/g)].map(([, part = '', label = '']) => [part, label.split('<br>')]),
)

/** The arrows of the diagram as `from --> to`; dotted ones are not imports. */
const drawn = [...diagram.matchAll(/^ *(\w+)(?:\["[^"]*"\])? --> (.+)$/gm)].flatMap(([, from = '', targets = '']) =>
  targets.split(' & ').map((to) => `${from} --> ${to.replace(/\[.*/, '')}`),
)

const SKIPPED = /(^|\/)(node_modules|dist|testing)(\/|$)|\.test\.tsx?$|vite\.config\.ts$/

/** The source files of the diagram's folders. */
function sourceFiles(): string[] {
  return ['contract', 'backend', 'storefront', 'admin'].flatMap((side) =>
    readdirSync(join(ROOT, side), { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.tsx?$/.test(file) && !SKIPPED.test(file))
      .map((file) => `${side}/${file}`),
  )
}

/** The part that a file belongs to; `null` for files at the root of the backend, which assemble the parts. */
function partOf(file: string): string | null {
  for (const [part, folders] of PARTS) if (folders.some((folder) => file.startsWith(`${folder}/`))) return part
  return null
}

function importsOf(file: string): string[] {
  const source = readFileSync(join(ROOT, file), 'utf8')
  return [...source.matchAll(/(?:\bfrom|\bimport|\bimport\()\s*['"]((?:\.|@shop\/)[^'"]+)['"]/g)].map(
    ([, path = '']) => (path.startsWith('.') ? normalize(join(dirname(file), path)) : path.replace('@shop/', '')),
  )
}

test("every folder of the backend is in one part of the architecture's diagram", () => {
  const folders = sourceFiles().flatMap((file) => /^backend\/[\w-]+(?=\/)/.exec(file) ?? [])
  expect(
    [...PARTS.values()]
      .flat()
      .filter((folder) => folder.startsWith('backend/'))
      .sort(),
  ).toEqual([...new Set(folders)].sort())
})

test("every source file is in a part of the architecture's diagram, but those that assemble the backend", () => {
  const assembling = /^backend\/[\w.-]+$/
  expect(sourceFiles().filter((file) => partOf(file) === null && !assembling.test(file))).toEqual([])
})

test("the arrows of the architecture's diagram are the imports", () => {
  const real = new Set<string>()
  for (const file of sourceFiles()) {
    const from = partOf(file)
    for (const path of importsOf(file)) {
      const to = partOf(path)
      if (from !== null && to !== null && from !== to) real.add(`${from} --> ${to}`)
    }
  }
  expect(drawn.length).toBeGreaterThan(0)
  expect(drawn.sort()).toEqual([...real].sort())
})

const QUERY = /\b(selectFrom|insertInto|updateTable|deleteFrom)\(|\bsql(<[^`]*>)?`/
const ENGINE = /from '(node:sqlite|pg)'|database\/(sqlite|postgres)[\w-]*\.ts'|\.engine [!=]==/

/** The files and folders that a sentence of the document names. */
function namedIn(sentence: RegExp): string[] {
  return [...(sentence.exec(document)?.[0] ?? '').matchAll(/`(backend\/[^`]+)`/g)].flatMap(([, path]) => path ?? [])
}

test.each([
  ['depends on the engine', ENGINE, /Outside that folder only.*?depend on the engine\./s, /^backend\/database\//],
  ['queries', QUERY, /Besides them they are in.*?\.ts`\./s, /\.repository\.ts$|^backend\/database\//],
] as const)('the document names every place that %s', (_, code, sentence, anyway) => {
  const found = sourceFiles().filter(
    (file) => file.startsWith('backend/') && !anyway.test(file) && code.test(readFileSync(join(ROOT, file), 'utf8')),
  )
  const named = namedIn(sentence)
  const place = (file: string) => named.find((path) => file === path || (path.endsWith('/') && file.startsWith(path)))
  expect(found.filter((file) => place(file) === undefined)).toEqual([])
  expect([...new Set(found.map(place))].sort()).toEqual(named.sort())
})
