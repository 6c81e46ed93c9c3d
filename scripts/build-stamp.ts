import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'

const ROOT = resolve(import.meta.dirname, '..')
export const STOREFRONT = join(ROOT, 'storefront')
export const DIST = join(STOREFRONT, 'dist')
const STAMP = join(DIST, 'built-from.txt')

/** Everything that the built storefront is made of. */
const SOURCES = ['storefront', 'contract', 'catalog/quiz.json', 'package-lock.json']

/** True when the sources are those that the present build was made from. */
export function isBuilt(): boolean {
  try {
    return readFileSync(STAMP, 'utf8') === sourcesHash()
  } catch {
    return false
  }
}

/** Notes what a build was made from. */
export function stampBuild(sources: string): void {
  writeFileSync(STAMP, sources)
}

/** Stands for the content of all sources. */
export function sourcesHash(): string {
  const hash = createHash('sha256')
  for (const source of SOURCES) {
    for (const file of filesIn(join(ROOT, source))) {
      hash
        .update(`${relative(ROOT, file)}\0`)
        .update(readFileSync(file))
        .update('\0')
    }
  }
  return hash.digest('hex')
}

function filesIn(path: string): string[] {
  if (statSync(path).isFile()) return [path]
  return readdirSync(path, { withFileTypes: true })
    .filter(({ name }) => name !== 'dist' && name !== 'node_modules' && !/\.test\.tsx?$/.test(name))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap(({ name }) => filesIn(join(path, name)))
}
