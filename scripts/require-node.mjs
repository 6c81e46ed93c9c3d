import { readFileSync } from 'node:fs'

// Loaded before any TypeScript, which an older Node would answer with a stack trace. Before `npm ci`, and after
// `npm ci --ignore-scripts`, the machine's Node runs.
const wanted = readFileSync(new URL('../.node-version', import.meta.url), 'utf8').trim()
if (Number.parseInt(process.versions.node, 10) < Number.parseInt(wanted, 10)) {
  console.error(
    `The shop needs Node ${wanted}, and this is ${process.versions.node}. Run "npm ci", without --ignore-scripts: it installs the right one.`,
  )
  process.exit(1)
}
