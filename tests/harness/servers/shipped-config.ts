import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ROOT } from '../command.ts'

/**
 * A configuration of `deploy/` with a test's paths and ports: each text is replaced wherever it occurs, and must occur.
 */
export async function shippedConfig(file: string, places: ReadonlyMap<string, string>): Promise<string> {
  let config = await readFile(join(ROOT, 'deploy', file), 'utf8')
  for (const [text, place] of places) {
    if (!config.includes(text)) throw new Error(`deploy/${file} does not say ${text}`)
    config = config.replaceAll(text, place)
  }
  return config
}
