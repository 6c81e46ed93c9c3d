import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { expect, test } from 'vitest'
import { readClassNames } from '../../scripts/class-lists.ts'
import { ROOT } from '../harness/command.ts'

const { lists, own, sorted } = await readClassNames()
const all = lists()

test('every class in the storefront has CSS', () => {
  const dead = all.flatMap(({ file, unknown }) => unknown.map((name) => `${relative(ROOT, file)}: ${name}`))
  expect(dead).toEqual([])
})

test("every class of the storefront's own style sheets is used", () => {
  const used = new Set(all.flatMap(({ text }) => text.split(/\s+/)))
  expect([...own].filter((name) => !used.has(name))).toEqual([])
})

test("the storefront's classes are in the order of the style sheet, as npm run format sorts them", () => {
  const unsorted = all.filter(({ text }) => sorted(text) !== text)
  expect(unsorted.map(({ file, text }) => `${relative(ROOT, file)}: ${text}`)).toEqual([])
})

test("every class of the admin's style modules is used, and every one used is there", () => {
  const [declared, used] = [adminFiles(/\.module\.css$/).flatMap(declaredIn), adminFiles(/\.tsx?$/).flatMap(usedIn)]
  expect(declared.filter((name) => !used.includes(name))).toEqual([])
  expect(used.filter((name) => !declared.includes(name))).toEqual([])
})

function adminFiles(wanted: RegExp): { file: string; code: string }[] {
  return readdirSync(join(ROOT, 'admin'), { recursive: true, encoding: 'utf8' })
    .filter((file) => wanted.test(file) && !/(^|\/)(node_modules|dist)\//.test(file))
    .map((file) => ({ file, code: readFileSync(join(ROOT, 'admin', file), 'utf8') }))
}

/** The classes in the selectors of a style module, as `orders/order-row.module.css: name`. */
function declaredIn({ file, code }: { file: string; code: string }): string[] {
  const selectors = code.replace(/\/\*.*?\*\//gs, '').matchAll(/([^{};]+)\{/g)
  return [...selectors].flatMap(([, text = '']) =>
    [...text.matchAll(/\.([A-Za-z][\w-]*)/g)].map(([, name]) => `${file}: ${name}`),
  )
}

/** The classes that a component reads of style modules. */
function usedIn({ file, code }: { file: string; code: string }): string[] {
  return [...code.matchAll(/import (\w+) from '([\w./-]+\.module\.css)'/g)].flatMap(([, local, module = '']) =>
    [...code.matchAll(new RegExp(`\\b${local}\\.(\\w+)`, 'g'))].map(
      ([, name]) => `${join(file, '..', module)}: ${name}`,
    ),
  )
}
