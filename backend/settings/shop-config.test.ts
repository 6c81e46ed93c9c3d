import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'

const RIGHT = `export const shop = {
  name: 'Shop',
  tagline: 'Bags',
  description: 'Bags and more.',
  url: 'https://shop.example',
  email: 'hello@shop.example',
  supportEmail: 'support@shop.example',
  social: [{ name: 'Somewhere', url: 'https://social.example/shop' }],
  notices: ['Write to {email} or use the {contact}.'],
}
`

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'shop-config-'))
})
afterAll(() => rm(folder, { recursive: true }))

/** Runs in a process of its own, since Node itself parses the file. */
async function problemWith(text: string): Promise<string> {
  const file = join(folder, 'shop.config.ts')
  await writeFile(file, text)
  const script = `const { loadShopConfig } = await import(process.argv[1]); console.log(await loadShopConfig(process.argv[2]).then(() => null, (error) => error.message))`
  const module = join(import.meta.dirname, 'shop-config.ts')
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script, module, file])
  return stdout.trim()
}

test('a valid shop.config.ts is accepted', async () => {
  expect(await problemWith(RIGHT)).toBe('null')
})

test.each([
  ['a bad e-mail', "'hello@shop.example'", "'hello at shop'", 'shop.email must be one mail address'],
  ['two e-mails', "'support@shop.example'", "'a@b.example, c@d.example'", 'shop.supportEmail must be one mail address'],
  ['a bad address', "'https://shop.example'", "'shop.example'", 'shop.url must be a web address'],
  ['a path after it', "'https://shop.example'", "'https://shop.example/bags'", 'shop.url must be a web address'],
  ['a tag in it', "'https://shop.example'", "'https://shop.example<b>'", 'shop.url must be a web address'],
  ['a user in it', "'https://shop.example'", "'https://ada@shop.example'", 'shop.url must be a web address'],
  [
    'a script as address',
    "'https://social.example/shop'",
    "'javascript:x'",
    'shop.social, entry 1, url must be a web address',
  ],
  ['an empty name', "'Shop'", "' '", 'shop.name must not be empty'],
  ['an unknown word in braces', '{email}', '{mail}', 'shop.notices, entry 1, may hold no other braces'],
  ['a forgotten comma', "'Bags',", "'Bags'", 'shop.config.ts, line 4, cannot be read: a comma, a quote or a bracket'],
  ['a forgotten quote', "'Bags',", 'Bags,', 'shop.config.ts, line 3, cannot be read: Bags is not defined'],
  ['another name', 'const shop', 'const shoop', 'shop.config.ts must say'],
])('%s is reported in one sentence', async (_what, right, wrong, sentence) => {
  const problem = await problemWith(RIGHT.replace(right, wrong))
  expect(problem).toContain(sentence)
  expect(problem.split('\n')).toHaveLength(1)
})
