import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { COMPILE_HINT } from '../../storefront/build/compile-at-once.ts'
import { ROOT } from '../harness/command.ts'

/** Texts that every build of the admin contains. */
const ADMIN_TEXTS = /\/api\/admin|mantine/i

function filesNaming(folder: string): string[] {
  return readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).filter(
    (file) => /\.(js|css|html|txt|xml)$/.test(file) && ADMIN_TEXTS.test(readFileSync(join(ROOT, folder, file), 'utf8')),
  )
}

test("the storefront's build has no code of the admin", () => {
  expect(filesNaming('storefront/dist/client')).toEqual([])
})

test("the admin's build is found by the same texts", () => {
  expect(filesNaming('admin/dist').length).toBeGreaterThan(0)
})

test("the application's main file is compiled before it runs", () => {
  const folder = join(ROOT, 'storefront/dist/client/assets')
  const entries = readdirSync(folder).filter((file) => /^entry-client-.*\.js$/.test(file))
  expect(entries).toHaveLength(1)
  for (const file of entries) expect(readFileSync(join(folder, file), 'utf8').startsWith(COMPILE_HINT)).toBe(true)
})
