import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ROOT } from '../harness/command.ts'

/** The names of the shipped alert rules. */
export async function alertNames(): Promise<string[]> {
  const rules = await readFile(join(ROOT, 'deploy/prometheus/alerts.yml'), 'utf8')
  return [...rules.matchAll(/^ {6}- alert: (\w+)$/gm)].map(([, name = '']) => name)
}
