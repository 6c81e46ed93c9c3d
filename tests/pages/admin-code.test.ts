import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
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
