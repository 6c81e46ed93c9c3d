import { expect, test } from 'vitest'
import { visitsOutput } from './visits.commands.ts'

test('any number of visits is shown, and paths cannot control the terminal', () => {
  const rows = Array.from({ length: 200_000 }, (_, number) => {
    return { page: `/\u001b[2J${'long'.repeat(40)}${number}`, day: '2026-11-22', views: 1 }
  })
  const { table = [], lines = [], json } = visitsOutput(rows)
  expect(table.length).toBe(200)
  expect(lines.join()).toContain('199800 more')
  expect(json).toHaveLength(200_000)
  const paths = table.map(({ page }) => String(page))
  for (const path of paths) expect(path.length).toBeLessThanOrEqual(60)
  expect(paths.join()).not.toContain('\u001b')
})
