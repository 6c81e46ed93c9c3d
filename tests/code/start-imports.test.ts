import { readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { expect, test } from 'vitest'
import { ROOT } from '../harness/command.ts'

/** Large libraries that no first page needs; each is imported where it is used. */
const ON_DEMAND = ['better-auth', 'image-size', 'nodemailer', 'pg', 'sharp', 'vite']

const STATIC_IMPORT = /^(?:import|export) (?!type )(?:[^'"]*? from )?'([^']+)'/gm

/** Packages that these files import statically, directly or through files of the shop. */
function packagesOf(entries: readonly string[]): Set<string> {
  const files = new Set(entries)
  const packages = new Set<string>()
  // Iterating a set includes elements that are added during it.
  for (const file of files) {
    for (const [, path = ''] of readFileSync(join(ROOT, file), 'utf8').matchAll(STATIC_IMPORT)) {
      if (path.startsWith('.')) files.add(normalize(join(dirname(file), path)))
      else packages.add(/^(@[^/]+\/)?[^/]+/.exec(path)?.[0] ?? path)
    }
  }
  return packages
}

test('the shop starts without the libraries that it needs later', () => {
  const packages = packagesOf(['backend/main.ts', 'backend/start/run-shop.ts', 'backend/start/start-shop.ts'])
  expect(packages).toContain('fastify')
  expect(ON_DEMAND.filter((name) => packages.has(name))).toEqual([])
})
