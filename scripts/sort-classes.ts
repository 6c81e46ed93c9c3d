import { readFileSync, writeFileSync } from 'node:fs'
import { readFlags } from '../backend/platform/process/read-flags.ts'
import { readClassNames } from './class-lists.ts'

readFlags({ command: 'npm run format', does: 'Formats all files, and sorts their class lists.' })
/** Puts the classes of every class list in Tailwind's order; the last part of `npm run format`. */
const { lists, sorted } = await readClassNames()
for (const { file, start, end, text } of lists().toReversed()) {
  const source = readFileSync(file, 'utf8')
  if (sorted(text) !== text) writeFileSync(file, source.slice(0, start) + sorted(text) + source.slice(end))
}
