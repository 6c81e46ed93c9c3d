import { readFileSync } from 'node:fs'
import { join } from 'node:path'

type Chunk = { name?: string; file: string; imports?: string[]; dynamicImports?: string[] }
type Manifest = Readonly<Record<string, Chunk>>

/** The built files that a page loads with these source modules or groups of them, the application's own included. */
export function readScripts(client: string, modules: readonly string[]): string[] {
  return scriptsOf(readManifest(client), modules, ({ imports = [] }) => imports)
}

function readManifest(client: string): Manifest {
  return JSON.parse(readFileSync(join(client, '.vite/manifest.json'), 'utf8'))
}

function scriptsOf(manifest: Manifest, modules: readonly string[], next: (chunk: Chunk) => string[]): string[] {
  const files = new Set<string>()
  const seen = new Set(['entry-client.tsx', ...modules])
  for (const key of seen) {
    const chunk = manifest[key] ?? Object.values(manifest).find(({ name }) => name === key)
    if (chunk === undefined) throw new Error(`the build has no ${key}`)
    files.add(chunk.file)
    for (const other of next(chunk)) seen.add(other)
  }
  return [...files]
}
