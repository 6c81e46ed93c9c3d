import { globSync } from 'node:fs'
import { join } from 'node:path'
import type { Endpoint } from '../../contract/http/endpoint.ts'
import type { AdminFile } from '../../contract/http/files.ts'

const CONTRACT = join(import.meta.dirname, '../../contract')

/** Imports all exports of the files of a pattern. Calls are found by their files: a new one is tested without being listed. */
async function importAll(pattern: string): Promise<unknown[]> {
  const files = globSync(pattern, { cwd: CONTRACT }).filter((file) => !file.endsWith('.test.ts'))
  const modules: object[] = await Promise.all(files.sort().map((file) => import(join(CONTRACT, file))))
  return modules.flatMap((module) => Object.values(module))
}

function endpointsOf(nouns: readonly unknown[]): Endpoint[] {
  return nouns.flatMap((noun) => Object.values(Object(noun))).filter(isEndpoint)
}

function isEndpoint(value: unknown): value is Endpoint {
  return typeof value === 'object' && value !== null && 'path' in value && 'response' in value
}

const EXPORTS = await importAll('*/*.ts')
const CALLS = endpointsOf(EXPORTS)

/** Every call between storefront and backend. */
export const SHOP_CALLS = CALLS.filter(({ tag }) => tag !== 'admin')

/** Every call between the admin and the backend. */
export const ADMIN_CALLS = CALLS.filter(({ tag }) => tag === 'admin')

/** Every spreadsheet that the admin downloads. */
export const ADMIN_FILES = EXPORTS.filter(isFile)

function isFile(value: unknown): value is AdminFile {
  return typeof value === 'object' && value !== null && 'path' in value && 'query' in value && !('response' in value)
}
