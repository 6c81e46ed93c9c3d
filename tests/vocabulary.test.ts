import { expect, test } from 'vitest'
import { type SourceFile, sourceFiles } from './harness/source-files.ts'

/** Words that stood for something the field has a term for, with that term. */
const TERMS: Readonly<Record<string, string>> = {
  asked: 'requested',
  judged: 'submitted, checked',
  kept: 'stored, cached',
  moot: 'cancelled',
  patience: 'timeout',
  pile: 'filter, list',
  refusal: 'error',
  shelf: 'store',
  shrinker: 'resizer',
  tell: 'log, report',
  told: 'reported, shown',
  trap: 'honeypot',
}

/** Declared names and file names that hold one of these words: `src/kept.ts`, `src/cart.ts: askedOnce (requested)`. */
function oldNames({ file, code }: SourceFile): string[] {
  const declared = [...code.matchAll(/^\s*(?:export )?(?:async )?(?:const|let|function|class|type|interface) (\w+)/gm)]
  const names = [file, ...declared.map(([, name = '']) => name)]
  return names.flatMap((name) => {
    const words =
      name
        .replace(/([a-z])([A-Z])/g, '$1 $2')
        .toLowerCase()
        .match(/[a-z]+/g) ?? []
    return words.flatMap((word) => (word in TERMS ? [`${file}: ${name} (${TERMS[word]})`] : []))
  })
}

test("names use the field's terms", () => {
  const files = sourceFiles('contract', 'backend', 'storefront', 'admin', 'scripts', 'bench')
  expect(files.flatMap(oldNames)).toEqual([])
})

test('an old name is found in a declaration and in the name of a file, and nowhere else', () => {
  expect(oldNames({ file: 'a/cart.ts', code: "const isKept = 1\nconst sentence = 'the mail tells' // told" })).toEqual([
    'a/cart.ts: isKept (stored, cached)',
  ])
  expect(oldNames({ file: 'a/kept-pages.ts', code: '' })).toHaveLength(1)
})
