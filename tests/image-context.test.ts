import { readFileSync } from 'node:fs'

import { join, matchesGlob } from 'node:path'
import { expect, test } from 'vitest'
import { ROOT } from './harness/command.ts'

const PATTERNS = readFileSync(join(ROOT, '.dockerignore'), 'utf8')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))

/** Whether a file reaches the image: the last pattern decides that matches it or a folder above it. */
function isCopied(file: string): boolean {
  const parts = file.split('/')
  const paths = parts.map((_, index) => parts.slice(0, index + 1).join('/'))
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

test.each([
  'package-lock.json',
  'shop.config.ts',
  'backend/main.ts',
  'catalog/photos/hero.jpg',
  'storefront/routes.tsx',
])('%s reaches the image', (file) => {
  expect(isCopied(file)).toBe(true)
})
