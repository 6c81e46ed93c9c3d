import { readFileSync } from 'node:fs'
import { join, matchesGlob } from 'node:path'
import { expect, test } from 'vitest'
import { listSettings } from '../../backend/platform/settings/settings.ts'
import { ROOT } from '../harness/command.ts'

const read = (file: string) => readFileSync(join(ROOT, file), 'utf8')

/** Settings that the image and `compose.yaml` decide. */
const SET_BY_COMPOSE = ['ENV_FILE', 'PORT', 'HOST', 'DATA_DIR', 'DATABASE_URL', 'BACKUP_DIR', 'TRUST_PROXY']

test('the example of settings for containers lists every setting that is left to set, and no other', () => {
  const listed = [...read('deploy/.env.example').matchAll(/^#?([A-Z_]+)=/gm)].map(([, name]) => name)
  const known = [...listSettings().matchAll(/^ {2}(\w+)$/gm)].map(([, name = '']) => name)
  const left = known.filter((name) => !SET_BY_COMPOSE.includes(name))
  expect(listed.toSorted()).toEqual([...left, 'POSTGRES_PASSWORD'].toSorted())
})

test('Compose passes every setting of deploy/.env on to the shop', () => {
  expect(read('deploy/compose.yaml')).toMatch(/^ {4}env_file: \.env$/m)
})

test("nginx in a container writes its logs to the container's output", () => {
  const replaced = [...read('deploy/compose.yaml').matchAll(/s#([^#]+)#([^#]+)#/g)]
  const config = replaced.reduce((text, [, from = '', to = '']) => {
    expect(text).toContain(from)
    return text.replaceAll(from, to)
  }, read('deploy/nginx/shop.conf'))
  const logs = [...config.matchAll(/^ *(?:access|error)_log +(\S+?);? /gm)].map(([, file]) => file)
  expect(logs.filter((file) => !['off', '/dev/null', '/dev/stdout', '/dev/stderr'].includes(file ?? ''))).toEqual([])
  expect(logs).toEqual(expect.arrayContaining(['/dev/stdout', '/dev/stderr']))
})

const PATTERNS = read('.dockerignore')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))

/** Whether a file reaches the image: the last pattern decides that matches it or a folder above it. */
function isCopied(file: string): boolean {
  const paths = file.split('/').map((_, index, parts) => parts.slice(0, index + 1).join('/'))
  const matches = (path: string, pattern: string) =>
    // Docker's asterisk also stands for names that begin with a dot, Node's does not.
    pattern === '*' || matchesGlob(path, pattern.replace(/^!/, ''))
  const last = PATTERNS.findLast((pattern) => paths.some((path) => matches(path, pattern)))
  return last === undefined || last.startsWith('!')
}

test.each([
  ...['.env', 'deploy/.env', 'deploy/tls/shop.key', 'deploy/tls/shop.pem', 'backend/.env.local', 'anything-new.txt'],
  ...['backups/shop-2026-11-22.tar', 'shop.tar', 'catalog/shop.tar', 'data/shop.sqlite', 'backend/shop.sqlite-wal'],
  ...['.git/config', 'node_modules/zod/package.json', 'backend/node_modules/zod/package.json', 'admin/dist/index.html'],
])('%s does not reach the image', (file) => {
  expect(isCopied(file)).toBe(false)
})

const NEEDED = [
  '.node-version',
  'package-lock.json',
  'shop.config.ts',
  'backend/main.ts',
  'catalog/photos/hero-wide.jpg',
  'storefront/routes.tsx',
]

test.each(NEEDED)('%s reaches the image', (file) => {
  expect(isCopied(file)).toBe(true)
})
