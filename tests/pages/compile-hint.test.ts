import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { COMPILE_HINT } from '../../storefront/build/compile-at-once.ts'
import { ROOT } from '../harness/command.ts'

test("the application's main file is compiled before it runs", () => {
  const folder = join(ROOT, 'storefront/dist/client/assets')
  const entries = readdirSync(folder).filter((file) => /^entry-client-.*\.js$/.test(file))
  expect(entries).toHaveLength(1)
  for (const file of entries) expect(readFileSync(join(folder, file), 'utf8').startsWith(COMPILE_HINT)).toBe(true)
})
