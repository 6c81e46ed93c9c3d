import type { AdminFile } from '../../contract/admin/files.ts'
import type { Endpoint } from '../../contract/endpoint.ts'

/** Calls are found by their files, so that a new one is tested without being listed. */
function endpointsOf(files: Record<string, Record<string, unknown>>): Endpoint[] {
  const nouns = Object.values(files).flatMap((module) => Object.values(module))
  return nouns.flatMap((noun) => Object.values(Object(noun))).filter(isEndpoint)
}

function isEndpoint(value: unknown): value is Endpoint {
  return typeof value === 'object' && value !== null && 'path' in value && 'response' in value
}

/** Every call between storefront and backend. */
export const SHOP_CALLS = endpointsOf(import.meta.glob('../../contract/*.schemas.ts', { eager: true }))

const ADMIN_MODULES = import.meta.glob<Record<string, unknown>>(
  ['../../contract/admin/*.ts', '!../../contract/admin/*.test.ts'],
  {
    eager: true,
  },
)

/** Every call between the admin and the backend. */
export const ADMIN_CALLS = endpointsOf(ADMIN_MODULES)

/** Every spreadsheet that the admin downloads. */
export const ADMIN_FILES = Object.values(ADMIN_MODULES).flatMap((module) => Object.values(module).filter(isFile))

function isFile(value: unknown): value is AdminFile {
  return typeof value === 'object' && value !== null && 'path' in value && 'query' in value && !('response' in value)
}
