import { relative } from 'node:path'
import { expect, test } from 'vitest'
import { readClassNames } from '../scripts/class-lists.ts'
import { ROOT } from './harness/command.ts'

const { lists, own, sorted } = await readClassNames()
const all = lists()

test('every class in the storefront has CSS', () => {
  const dead = all.flatMap(({ file, unknown }) => unknown.map((name) => `${relative(ROOT, file)}: ${name}`))
  expect(dead).toEqual([])
})

test('every class of its own style sheets is used', () => {
  const used = new Set(all.flatMap(({ text }) => text.split(/\s+/)))
  expect([...own].filter((name) => !used.has(name))).toEqual([])
})

test('classes are in the order of the style sheet, as npm run format sorts them', () => {
  const unsorted = all.filter(({ text }) => sorted(text) !== text)
  expect(unsorted.map(({ file, text }) => `${relative(ROOT, file)}: ${text}`)).toEqual([])
})

test('class lists are found and sorted in every form', () => {
  expect(all.length).toBeGreaterThan(500)
  expect(own).toContain('shell')
  expect(sorted(' hover:text-clay shell md:p-2 p-4 p-4')).toBe(' shell p-4 hover:text-clay md:p-2')
})
