import { createHash } from 'node:crypto'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { ServerEntry } from './storefront.ts'

/** By SHA-256 in base64. In-app navigation keeps the document, so the checkout has no shorter list. */
export type PageScripts = {
  /** By path. */
  files: Readonly<Record<string, string>>
  inline: readonly string[]
}

const LIST_FILE = 'page-scripts.json'

const DIST_FOLDER = join(import.meta.dirname, '../../storefront/dist')

export async function writePageScripts(dist: string): Promise<void> {
  const client = join(dist, 'client')
  const names = (await readdir(client, { recursive: true })).filter((name) => name.endsWith('.js')).toSorted()
  const files = await Promise.all(
    names.map(async (name) => [`/${name.replaceAll('\\', '/')}`, hashScript(await readFile(join(client, name)))]),
  )
  const entry: ServerEntry = await import(pathToFileURL(join(dist, 'server/entry-server.js')).href)
  const list: PageScripts = { files: Object.fromEntries(files), inline: entry.inlineScripts.map(hashScript) }
  await writeFile(join(dist, LIST_FILE), `${JSON.stringify(list, null, 2)}\n`)
}

export async function readPageScripts(dist: string = DIST_FOLDER): Promise<PageScripts> {
  return JSON.parse(await readFile(join(dist, LIST_FILE), 'utf8'))
}

export function hashScript(script: string | Buffer): string {
  return createHash('sha256').update(script).digest('base64')
}
