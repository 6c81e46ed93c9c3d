import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod/mini'

const manifest = z.object({ devDependencies: z.object({ node: z.string() }) })

/** Why this Node cannot run the tests, in one line; `null` for the project's own. */
function nodeProblem(): string | null {
  const text = readFileSync(join(import.meta.dirname, '../../../package.json'), 'utf8')
  const wanted = manifest.parse(JSON.parse(text)).devDependencies.node.replace(/^\D+/, '')
  const version = process.versions.node
  if (version.split('.')[0] === wanted.split('.')[0]) return null
  return `This is Node ${version}; the project brings Node ${wanted}: start it as "npx vitest" or "npx playwright".`
}

/** Exits with that line when another Node has started it. */
export function requireProjectNode(): void {
  const problem = nodeProblem()
  if (problem === null) return
  console.error(problem)
  process.exit(1)
}
