import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { parseSync } from 'vite'
import { expect, test } from 'vitest'
import { UNUSED_IN_SOURCES, VERSION, withoutUnusedParts } from './drop-unused-react-parts.ts'

const { resolve } = createRequire(import.meta.url)
const REACT_DOM = readFileSync(join(dirname(resolve('react-dom')), 'cjs/react-dom-client.production.js'), 'utf8')

test('the list was made for the React DOM that is installed, and each entry is found in it', () => {
  expect(REACT_DOM).toContain(`exports.version = "${VERSION}"`)
  const without = withoutUnusedParts(REACT_DOM)
  expect(parseSync('react-dom.js', without).errors).toEqual([])
  expect(without.length).toBeLessThan(REACT_DOM.length - 70_000)
})

test('a case of an unused element goes with its statements, and its variables stay declared', () => {
  const code = withStubs(
    'switch (fiber.tag) { case 5: a(); break; case 30: var kept = 1; b(); break; default: kept = 2 }',
  )
  expect(withoutUnusedParts(code)).toContain('switch (fiber.tag) { case 5: a(); break; var kept; default: kept = 2 }')
})

test('what another case runs into stays', () => {
  const code = withStubs('switch (fiber.tag) { case 4: case 30: a(); break; case 6: b(); case 31: c() }')
  expect(withoutUnusedParts(code)).toContain('switch (fiber.tag) { case 4: a(); break; case 6: b(); c() }')
})

test('other numbers and other switches stay', () => {
  const code = withStubs('switch (effect.kind) { case 30: a() } if (30 === lanes || 5 === fiber.tag) b()')
  expect(withoutUnusedParts(code)).toContain(code.slice(code.indexOf('switch')))
})

test('a version of React DOM without one of the functions is refused', () => {
  expect(() => withoutUnusedParts('function getResource() {}')).toThrow('React DOM has no')
})

test('nothing in the storefront uses what is left out', () => {
  const uses = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !/dist\/|node_modules\/|unused-react-parts/.test(file))
    .flatMap((file) => {
      const use = UNUSED_IN_SOURCES.exec(readFileSync(join(import.meta.dirname, file), 'utf8'))
      return use === null ? [] : [`${file}: ${use[0]}`]
    })
  expect(uses).toEqual([])
})

/** The code behind empty functions of every name that must be found. */
function withStubs(code: string): string {
  const names = REACT_DOM.match(/^function [\w$]+\(/gm) ?? []
  return `${names.map((name) => `${name}) {}`).join('\n')}\n${code}`
}
