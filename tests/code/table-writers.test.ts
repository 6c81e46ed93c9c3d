import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ROOT } from '../harness/command.ts'

/** Besides these, which write any table: migrations, and what tests need. A restore names its tables at run time. */
const SKIPPED = /[.]test[.]ts$|^backend\/(testing|platform\/database\/migrations)\//

/** A statement that writes a table which it names. */
const WRITE =
  /(?:insertInto|updateTable|deleteFrom)\(\s*'(\w+)|sql(?:<[^`]*?>)?`\s*(?:insert into|update|delete from) (\w+)/g

/** A lock: it writes a value that is there, so other transactions wait. */
const LOCK = /updateTable\('\w+'\)\s*[.]set\(\(row\) => \(\{ (\w+): row[.]ref\('\1'\) \}\)\)/g

/** The modules that write each table. */
function writers(): Map<string, Set<string>> {
  const files = execFileSync('git', ['ls-files', 'backend/*.ts'], { cwd: ROOT, encoding: 'utf8' }).trim().split('\n')
  const found = new Map<string, Set<string>>()
  for (const file of files.filter((path) => !SKIPPED.test(path))) {
    const [, module = ''] = file.split('/')
    for (const [, built, written] of readFileSync(join(ROOT, file), 'utf8').replace(LOCK, '').matchAll(WRITE)) {
      const table = built ?? written ?? ''
      found.set(table, (found.get(table) ?? new Set()).add(module))
    }
  }
  return found
}

test('every table is written by one module; the others call its functions', () => {
  const all = writers()
  expect(all.size).toBeGreaterThan(60)
  const shared = [...all].filter(([, modules]) => modules.size > 1)
  expect(shared.map(([table, modules]) => `${table}: ${[...modules].join(', ')}`)).toEqual([])
})
