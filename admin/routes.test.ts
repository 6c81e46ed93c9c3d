import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { RouteObject } from 'react-router'
import { expect, test } from 'vitest'
import { helpPagesOf } from './app/help/help-pages.ts'
import { ROUTES } from './routes.tsx'

const HANDBOOK = join(import.meta.dirname, '../docs/handbook')

test('"Help" opens a page that exists on every screen, and every page from some screen', () => {
  const files = readdirSync(HANDBOOK).filter((file) => file.endsWith('.md') && file !== 'README.md')
  const offered = new Set(screensIn(ROUTES).flatMap((screen) => helpPagesOf([screen]).map((name) => `${name}.md`)))
  expect([...offered].toSorted()).toEqual(files.toSorted())
})

test('rights and places in the menu stand in the list of nouns only', () => {
  const files = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' }).filter(
    (file) => /(?<!\.test)\.tsx?$/.test(file) && !/^(node_modules|dist)\//.test(file),
  )
  expect(files.length).toBeGreaterThan(200)
  const withNeeds = files.filter((file) => /\bneeds: ['[]/.test(readFileSync(join(import.meta.dirname, file), 'utf8')))
  expect(withNeeds).toEqual(['routes.tsx'])
})

function screensIn(routes: readonly RouteObject[]): { handle: unknown }[] {
  return routes.flatMap(({ handle, children = [] }) => [{ handle: handle ?? null }, ...screensIn(children)])
}
