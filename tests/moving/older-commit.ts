import { execFileSync } from 'node:child_process'
import { SCHEMA_VERSIONS } from '../../backend/platform/database/migrate.ts'
import { ROOT } from '../harness/command.ts'

/** The last commit before the newest migration; `null` where the history is missing, as in a shallow clone. */
export function findOlderCommit(): string | null {
  const file = `backend/platform/database/migrations/${SCHEMA_VERSIONS.at(-1)}.ts`
  try {
    const added = git('log', '--diff-filter=A', '--format=%H', '-1', '--', file)
    return commitOf(`${added}^`)
  } catch {
    return null
  }
}

export function commitOf(name: string): string {
  return git('rev-parse', '--verify', `${name}^{commit}`)
}

function git(...words: string[]): string {
  return execFileSync('git', ['-C', ROOT, ...words], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()
}
