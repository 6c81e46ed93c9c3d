import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ROOT } from '../harness/command.ts'

/** Words that stand in every build of the admin's calls and of its library. */
const ADMIN_WORDS = /\/api\/admin|mantine/i

function filesNaming(folder: string): string[] {
  return readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).filter(
    (file) => /\.(js|css|html|txt|xml)$/.test(file) && ADMIN_WORDS.test(readFileSync(join(ROOT, folder, file), 'utf8')),
  )
}

test('no shopper loads code of the admin', () => {
  expect(filesNaming('storefront/dist/client')).toEqual([])
})

test('the admin is found by the same words', () => {
  expect(filesNaming('admin/dist').length).toBeGreaterThan(0)
})
