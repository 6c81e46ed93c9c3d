import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readFlags } from '../backend/platform/process/read-flags.ts'

readFlags({ command: 'npm version', does: 'Moves the unreleased changes in CHANGELOG.md to the new version.' })
/** `npm version` runs this once it has raised the version: what was unreleased in the changelog belongs to that version. */
const file = join(import.meta.dirname, '../CHANGELOG.md')
const version = process.env.npm_package_version ?? ''
const day = new Date().toISOString().slice(0, 10)
const text = readFileSync(file, 'utf8')
if (!text.includes('## Unreleased\n')) throw new Error('CHANGELOG.md has no part "Unreleased".')
writeFileSync(file, text.replace('## Unreleased\n', `## Unreleased\n\n## ${version} - ${day}\n`))
