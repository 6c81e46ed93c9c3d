import { execFile } from 'node:child_process'
import { rmSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { ROOT } from './command.ts'

let template: Promise<string> | null = null

/**
 * A data folder with the test catalog, to be copied for each shop; created once, and passed to child processes in the
 * environment.
 */
export function shopTemplate(): Promise<string> {
  template ??= process.env.TEST_SHOP_TEMPLATE ? Promise.resolve(process.env.TEST_SHOP_TEMPLATE) : makeTemplate()
  return template
}

async function makeTemplate(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'shop-template-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  await fillShop(folder)
  process.env.TEST_SHOP_TEMPLATE = folder
  return folder
}

/** Fills a database in a process of its own: SQLite in the folder, or the given PostgreSQL. */
export async function fillShop(folder: string, databaseUrl: string | null = null): Promise<void> {
  const program = join(import.meta.dirname, 'fill-shop.ts')
  await promisify(execFile)(process.execPath, [program, folder, ...(databaseUrl === null ? [] : [databaseUrl])], {
    cwd: ROOT,
  })
}

/** Playwright calls this once, before its workers start. */
export default async function setUp(): Promise<void> {
  await shopTemplate()
}
