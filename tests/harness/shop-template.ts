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
  await promisify(execFile)(process.execPath, [join(import.meta.dirname, 'fill-shop.ts'), folder], { cwd: ROOT })
  process.env.TEST_SHOP_TEMPLATE = folder
  return folder
}

/** Playwright calls this once, before its workers start. */
export default async function setUp(): Promise<void> {
  await shopTemplate()
}
