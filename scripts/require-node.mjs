import { readFileSync } from 'node:fs'

// Loaded before any TypeScript, which an older Node would answer with a stack trace. `npm ci --ignore-scripts` leaves the
// project's own Node out; then the machine's Node runs.
const wanted = readFileSync(new URL('../.node-version', import.meta.url), 'utf8').trim()
if (Number.parseInt(process.versions.node, 10) < Number.parseInt(wanted, 10)) {
  console.error(
    `The shop needs Node ${wanted}, and this is ${process.versions.node}. "npm ci" installs the right one, but not with --ignore-scripts: run it again without.`,
  )
  process.exit(1)
}
