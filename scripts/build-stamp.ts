import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'

const ROOT = resolve(import.meta.dirname, '..')

/** An application that is built: its folder and all inputs of its build. */
export type Application = { folder: string; sources: readonly string[] }

export const STOREFRONT: Application = {
  folder: join(ROOT, 'storefront'),
  sources: ['storefront', 'contract', 'package-lock.json'],
}
export const ADMIN: Application = {
  folder: join(ROOT, 'admin'),
  sources: ['admin', 'contract', 'docs/handbook', 'package-lock.json'],
}

export const APPLICATIONS: readonly Application[] = [STOREFRONT, ADMIN]

export function distOf({ folder }: Application): string {
  return join(folder, 'dist')
}

/** Whether the current build was made from the current sources. */
export function isBuilt(application: Application): boolean {
  try {
    return readFileSync(stampOf(application), 'utf8') === sourcesHash(application)
  } catch {
    return false
  }
}

export function stampBuild(application: Application, sources: string): void {
  writeFileSync(stampOf(application), sources)
}

function stampOf(application: Application): string {
  return join(distOf(application), 'built-from.txt')
}

export function sourcesHash({ sources }: Application): string {
  const hash = createHash('sha256')
  for (const source of sources) {
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
