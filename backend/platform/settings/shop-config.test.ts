import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { beforeAll, expect, test } from 'vitest'

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

const WRONG = [
  ['a bad email', "'hello@shop.example'", "'hello at shop'", 'shop.email must be one email address'],
  ['two emails', "'support@shop.example'", "'a@b.example, c@d.example'", 'shop.supportEmail must be one email address'],
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
  ['an unknown word in braces', '{email}', '{mail}', 'shop.notices, entry 1, may only have {email}'],
  ['a forgotten comma', "'Bags',", "'Bags'", 'shop.config.ts, line 4, cannot be read: a comma, a quote or a bracket'],
  ['a forgotten quote', "'Bags',", 'Bags,', 'shop.config.ts, line 3, cannot be read: Bags is not defined'],
  ['another name', 'const shop', 'const shoop', 'shop.config.ts must say'],
  [
    'the address of an earlier version',
    "name: 'Shop',",
    "name: 'Shop', postalAddress: '1 Derby St, Salem, MA 01970',",
    'shop.config.ts: shop.postalAddress is no longer a setting. Use shop.shopAddress',
  ],
] as const

let problems: readonly string[]
beforeAll(async () => {
  problems = await problemsWith([RIGHT, ...WRONG.map(([, right, wrong]) => RIGHT.replace(right, wrong))])
})

test('a valid shop.config.ts is accepted', () => {
  expect(problems[0]).toBe('')
})

test.each(WRONG.map((row, index) => [...row, index + 1] as const))(
  '%s in shop.config.ts is reported in one sentence',
  (_what, _right, _wrong, sentence, index) => {
    expect(problems[index]).toContain(sentence)
    expect(problems[index]?.split('\n')).toHaveLength(1)
  },
)

/** In a process of its own, since Node itself parses the files. */
async function problemsWith(texts: readonly string[]): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'shop-config-'))
  const files = texts.map((_, index) => join(folder, String(index), 'shop.config.ts'))
  for (const [index, file] of files.entries()) {
    await mkdir(dirname(file))
    await writeFile(file, texts[index] ?? '')
  }
  const script = `
    const [module, ...files] = process.argv.slice(1)
    const { loadShopConfig } = await import(module)
    const problems = files.map((file) => loadShopConfig(file).then(() => '', (error) => error.message))
    console.log(JSON.stringify(await Promise.all(problems)))`
  const module = join(import.meta.dirname, 'shop-config.ts')
  const args = ['--input-type=module', '-e', script, module, ...files]
  const { stdout } = await promisify(execFile)(process.execPath, args)
  await rm(folder, { recursive: true })
  return JSON.parse(stdout)
}
