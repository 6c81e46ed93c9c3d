import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { cruise, type ICruiseResult } from 'dependency-cruiser'
import extractDepcruiseOptions from 'dependency-cruiser/config-utl/extract-depcruise-options'
import { parseSync, Visitor } from 'vite'
import { beforeAll, expect, test } from 'vitest'
import { ROOT } from '../harness/command.ts'

/** Folders with source files. */
const FOLDERS = ['admin', 'backend', 'bench', 'contract', 'scripts', 'storefront', 'tests']

let result: ICruiseResult

beforeAll(async () => {
  const options = await extractDepcruiseOptions(join(ROOT, '.dependency-cruiser.mjs'))
  const { output } = await cruise(FOLDERS, { ...options, baseDir: ROOT })
  if (typeof output === 'string') throw new Error(output)
  result = output
})

test('every file imports only what the rules of .dependency-cruiser.mjs allow', () => {
  expect(result.modules.length).toBeGreaterThan(500)
  const found = result.summary.violations.map(({ rule, from, to }) => `${rule.name}: ${from} → ${to}`)
  expect(found).toEqual([])
})

test('every folder with source files is checked', () => {
  const checked = new Set(result.modules.map(({ source }) => source.split('/')[0]))
  const folders = readdirSync(ROOT, { withFileTypes: true }).filter((entry) => entry.isDirectory())
  const withSources = folders.filter(({ name }) => !/^([.]|node_modules$)/.test(name) && hasSources(join(ROOT, name)))
  expect(withSources.map(({ name }) => name).filter((name) => !checked.has(name))).toEqual([])
})

function hasSources(folder: string): boolean {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).some((file) => /[.]tsx?$/.test(file))
}

test.each(['backend', 'storefront', 'admin', 'tests'])('no folder of %s depends on itself through others', (side) => {
  expect(foldersInCycles(folderImports(side))).toEqual([])
})

/**
 * The folder of a file, such as `storefront/catalog/list`; for a file outside of folders, and for one that assembles
 * what a module brings, the file itself.
 */
function folderOf(path: string): string {
  if (/[.](admin-routes|module)[.]ts$/.test(path)) return path
  const depth = /^(backend|storefront)[/]/.test(path) ? -1 : 2
  const folders = path.split('/')
  return folders.length === 2 ? path : folders.slice(0, depth).join('/')
}

/** The folders that each folder of a side imports. Builders of test data may import everything. */
function folderImports(side: string): Map<string, Set<string>> {
  const graph = new Map<string, Set<string>>()
  for (const { source, dependencies } of result.modules) {
    if (!source.startsWith(`${side}/`) || source.startsWith('backend/testing/')) continue
    const folders = dependencies
      .map(({ resolved }) => resolved)
      .filter((path) => path.startsWith(`${side}/`))
      .map(folderOf)
    const imported = [...(graph.get(folderOf(source)) ?? []), ...folders]
    graph.set(folderOf(source), new Set(imported.filter((folder) => folder !== folderOf(source))))
  }
  return graph
}

/** The folders that depend on themselves through others. */
function foldersInCycles(graph: ReadonlyMap<string, ReadonlySet<string>>): string[] {
  return [...graph.keys()].filter((folder) => {
    const needed = new Set(graph.get(folder))
    // Iterating a set includes elements that are added during it.
    for (const other of needed) for (const next of graph.get(other) ?? []) needed.add(next)
    return needed.has(folder)
  })
}

/** Files that stand beside what they test, and lists of data, are not counted. */
const UNCOUNTED =
  /^(backend|contract|storefront|admin)\/.*[.]test[.]tsx?$|^backend\/platform\/database\/migrations\/|^storefront\/public\/|^backend\/testing\/sheets\//

function countedFiles(folders: readonly string[]): string[] {
  const listed = execFileSync('git', ['ls-files', ...folders], { cwd: ROOT, encoding: 'utf8' })
  return listed
    .trim()
    .split('\n')
    .filter((file) => !UNCOUNTED.test(file))
}

test('no folder has more than 15 files besides data, and tests beside what they test', () => {
  const files = countedFiles(['backend', 'contract', 'storefront', 'admin', 'tests', 'bench'])
  const crowded = Map.groupBy(files, dirname)
  expect([...crowded].filter(([, all]) => all.length > 15).map(([folder]) => folder)).toEqual([])
})

test('no file of the product has more than 350 lines', () => {
  const files = countedFiles(['backend', 'contract', 'storefront', 'admin'])
  expect(files.filter((file) => /[.]tsx?$/.test(file) && linesOf(file) > 350)).toEqual([])
})

test('no function has more than 100 lines', () => {
  const listed = execFileSync('git', ['ls-files', 'backend', 'contract', 'storefront', 'admin', 'scripts', 'bench'], {
    cwd: ROOT,
    encoding: 'utf8',
  })
  const files = listed.split('\n').filter((file) => /[.]tsx?$/.test(file) && !UNCOUNTED.test(file))
  expect(files.filter((file) => longestFunction(file) > 100)).toEqual([])
})

function longestFunction(file: string): number {
  const source = readFileSync(join(ROOT, file), 'utf8')
  let longest = 0
  const measure = ({ start, end }: { start: number; end: number }) => {
    longest = Math.max(longest, source.slice(start, end).split('\n').length)
  }
  const visitor = new Visitor({
    FunctionDeclaration: measure,
    FunctionExpression: measure,
    ArrowFunctionExpression: measure,
  })
  visitor.visit(parseSync(file, source).program)
  return longest
}

function linesOf(file: string): number {
  return readFileSync(join(ROOT, file), 'utf8').split('\n').length - 1
}
