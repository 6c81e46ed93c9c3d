import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ROOT } from './harness/command.ts'
import { allFiles } from './harness/source-files.ts'

const STYLES = /import (\w+) from '\.\/([\w-]+\.module\.css)'/g

type Classes = Map<string, Set<string>>

/** The classes of each style module, by path. */
function declaredClasses(): Classes {
  const files = readdirSync(join(ROOT, 'admin'), { recursive: true, encoding: 'utf8' })
  return new Map(
    files
      .filter((file) => file.endsWith('.module.css') && !/(^|\/)(node_modules|dist)\//.test(file))
      .map((file) => [file, classesOf(readFileSync(join(ROOT, 'admin', file), 'utf8'))]),
  )
}

/** The names in the selectors of a style sheet. */
function classesOf(css: string): Set<string> {
  const selectors = css.replace(/\/\*.*?\*\//gs, '').matchAll(/([^{};]+)\{/g)
  return new Set([...selectors].flatMap(([, text = '']) => [...text.matchAll(/\.([A-Za-z][\w-]*)/g)].map(nameOf)))
}

/** The classes that components read of each style module beside them. */
function usedClasses(): Classes {
  const used: Classes = new Map()
  for (const { file, code } of allFiles('admin')) {
    for (const [, local = '', module = ''] of code.matchAll(STYLES)) {
      const path = join(file, '..', module).replace(/^admin\//, '')
      const names = [...code.matchAll(new RegExp(`\\b${local}\\.(\\w+)`, 'g'))].map(nameOf)
      used.set(path, new Set([...(used.get(path) ?? []), ...names]))
    }
  }
  return used
}

function nameOf([, name = '']: RegExpMatchArray): string {
  return name
}

/** Those of the first that the second lacks, as `orders/order-row.module.css: name`. */
function missing(wanted: Classes, present: Classes): string[] {
  return [...wanted].flatMap(([file, names]) =>
    [...names].filter((name) => !present.get(file)?.has(name)).map((name) => `${file}: ${name}`),
  )
}

test("every class of the admin's style modules is used, and every one used is there", () => {
  const [declared, used] = [declaredClasses(), usedClasses()]
  expect(missing(declared, used)).toEqual([])
  expect(missing(used, declared)).toEqual([])
})

test('classes are found in selectors alone', () => {
  const css = '/* .old */ .row, .row > .name:hover { margin: 0.5rem }\n@media (width > 40.5em) { .wide { top: 0 } }'
  expect([...classesOf(css)]).toEqual(['row', 'name', 'wide'])
})
