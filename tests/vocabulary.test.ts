import { type ESTree, parseSync, Visitor } from 'vite'
import { expect, test } from 'vitest'
import { allFiles, type SourceFile } from './harness/source-files.ts'

/** Words that stood for something the field has a term for, with that term. */
const TERMS: ReadonlyMap<string, string> = new Map([
  ...['ask', 'asked', 'asks', 'asking', 'asker', 'askers'].map((word) => [word, 'request, call'] as const),
  ['hear', 'receive'],
  ['heard', 'received'],
  ['judged', 'submitted, checked'],
  ['kept', 'stored, cached'],
  ['moot', 'cancelled'],
  ['patience', 'timeout'],
  ['pile', 'filter, list'],
  ['refusal', 'error'],
  ['refuse', 'reject'],
  ['refused', 'rejected'],
  ['said', 'printed, sent'],
  ['shelf', 'store'],
  ['shrinker', 'resizer'],
  ['tell', 'log, report'],
  ['told', 'reported, shown'],
  ['trap', 'honeypot'],
  ['unheard', 'dropped'],
])

/** Declared names and file names that hold one of these words: `src/kept.ts`, `src/cart.ts: askedOnce (requested)`. */
function oldNames({ file, code }: SourceFile): string[] {
  const names = [...new Set([file, ...declaredNames({ file, code })])]
  return names.flatMap((name) => {
    const words =
      name
        .replace(/([a-z])([A-Z])/g, '$1 $2')
        .toLowerCase()
        .match(/[a-z]+/g) ?? []
    return words.flatMap((word) => (TERMS.has(word) ? [`${file}: ${name} (${TERMS.get(word)})`] : []))
  })
}

/** Variables, functions, parameters, types, and the members of classes, types and objects. */
function declaredNames({ file, code }: SourceFile): string[] {
  const names: string[] = []
  const add = (node: ESTree.Node | null) => {
    if (node?.type === 'Identifier') names.push(node.name)
  }
  const addFunction = ({ id, params }: ESTree.Function | ESTree.ArrowFunctionExpression) => {
    add(id)
    for (const parameter of params) add(parameter.type === 'AssignmentPattern' ? parameter.left : parameter)
  }
  new Visitor({
    VariableDeclarator: ({ id }) => add(id),
    FunctionDeclaration: addFunction,
    FunctionExpression: addFunction,
    ArrowFunctionExpression: addFunction,
    ClassDeclaration: ({ id }) => add(id),
    TSTypeAliasDeclaration: ({ id }) => add(id),
    TSInterfaceDeclaration: ({ id }) => add(id),
    MethodDefinition: ({ key }) => add(key),
    PropertyDefinition: ({ key }) => add(key),
    TSPropertySignature: ({ key }) => add(key),
    // Of an object, and of a pattern that takes it apart.
    Property: ({ key, value }) => {
      add(key)
      add(value.type === 'AssignmentPattern' ? value.left : value)
    },
  }).visit(parseSync(file, code).program)
  return names
}

test("names use the field's terms", () => {
  const files = allFiles('contract', 'backend', 'storefront', 'admin', 'scripts', 'bench', 'tests')
  expect(files.flatMap(oldNames)).toEqual([])
})

test.each([
  "const isKept = 1\nconst sentence = 'the mail tells' // told",
  'class Page { async isKept() { return this.sent } }',
  'type Page = { isKept: boolean }',
  'export function count(isKept = false) {}',
  'const { stored: isKept = 1 } = page',
])('an old name is found where it is declared: %s', (code) => {
  expect(oldNames({ file: 'a/cart.ts', code })).toEqual(['a/cart.ts: isKept (stored, cached)'])
})

test('an old name is found in the name of a file', () => {
  expect(oldNames({ file: 'a/kept-pages.ts', code: '' })).toHaveLength(1)
})
